/**
 * The `<head>` of every page: title, metadata, style sheets and scripts, as the program lists them.
 *
 * There are no `style` attributes and no inline scripts except data, so that a site can have a strict content
 * security policy (`script-src 'self' 'inline-speculation-rules'`).
 */
import { usePage } from './hooks.ts';

export function Head() {
  const { site, head } = usePage();
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content={head.colorScheme} />
      <meta
        name="theme-color"
        content={head.themeColours.light}
        media="(prefers-color-scheme: light)"
      />
      <meta
        name="theme-color"
        content={head.themeColours.dark}
        media="(prefers-color-scheme: dark)"
      />
      <title>{head.title}</title>
      {head.description && <meta name="description" content={head.description} />}
      {head.canonical === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <link rel="canonical" href={head.canonical} />
      )}
      {head.metas.map((meta) => (
        <meta key={`${meta.name}${meta.property}${meta.content}`} {...meta} />
      ))}
      {head.links.map((link) => (
        <link key={`${link.rel} ${link.hrefLang} ${link.href}`} {...link} />
      ))}
      {head.styleUrls.map((url) => (
        <link key={url} rel="stylesheet" href={url} />
      ))}
      {head.scripts.map(({ url, data }) => (
        <script key={url} defer src={url} {...dataAttributes(data)} />
      ))}
      <script
        type="speculationrules"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: describePrefetch escapes the JSON.
        dangerouslySetInnerHTML={{ __html: describePrefetch(site.homeUrl) }}
      />
      {head.jsonLd !== null && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the program has escaped it.
          dangerouslySetInnerHTML={{ __html: head.jsonLd }}
        />
      )}
    </head>
  );
}

/**
 * Speculation rules: browsers prefetch a page of the site when the reader is likely to open it, for example when
 * they point at its link. Links to tags are excluded, because they lead to the home page, which is large.
 */
function describePrefetch(homeUrl: string): string {
  const isOurs = { href_matches: `${homeUrl}*` };
  const isTag = { href_matches: `${homeUrl}\\?tag=*` };
  const where = { and: [isOurs, { not: isTag }] };
  const rules = { prefetch: [{ where, eagerness: 'moderate' }] };
  return JSON.stringify(rules).replaceAll('<', '\\u003c');
}

/** Turns `{ endpoint: '…' }` into `{ 'data-endpoint': '…' }`. */
function dataAttributes(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value]));
}
