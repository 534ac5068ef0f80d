/**
 * Extracts facts from a built page with an independent parser: its head, its ids and its references.
 */
import { load } from 'cheerio';

export type PageFacts = ReturnType<typeof readPageFacts>;

const URL_ATTRIBUTES = ['href', 'src', 'poster', 'data', 'xlink:href'];

export function readPageFacts(html: string) {
  const $ = load(html, { xml: { xmlMode: false, decodeEntities: true } });
  const textsOf = (selector: string) => Array.from($(selector), (each) => $(each).text());
  const valuesOf = (selector: string, name: string) =>
    Array.from($(selector), (each) => $(each).attr(name) ?? '');
  const refresh = valuesOf('meta[http-equiv=refresh]', 'content').map((content) =>
    content.replace(/^.*?url=/, ''),
  );
  const srcsets = ['srcset', 'imagesrcset'].flatMap((name) => valuesOf(`[${name}]`, name));
  return {
    language: $('html').attr('lang'),
    titles: textsOf('title:not(svg *)'),
    canonical: valuesOf('link[rel=canonical]', 'href'),
    /** Of `<meta>`: the contents of a name or a property. */
    metas: (name: string) => valuesOf(`meta[name="${name}"], meta[property="${name}"]`, 'content'),
    jsonLd: textsOf('script[type="application/ld+json"]'),
    /** Every target of a fragment. */
    ids: new Set([...valuesOf('[id]', 'id'), ...valuesOf('a[name]', 'name')]),
    isRedirect: refresh.length > 0,
    /** Every URL that the page refers to. */
    urls: [
      ...URL_ATTRIBUTES.flatMap((name) => valuesOf(`[${name.replace(':', '\\:')}]`, name)),
      ...srcsets.flatMap(splitSrcset),
      ...refresh,
    ],
  };
}

/** `a.png 1x, b.png 2x` → its addresses (HTML Living Standard, "srcset attributes"). */
function splitSrcset(srcset: string): string[] {
  const candidates = srcset.matchAll(/[\s,]*([^\s,](?:\S*[^\s,])?)(?:\s[^,]*)?(?:,|$)/g);
  return Array.from(candidates, ([, url = '']) => url);
}
