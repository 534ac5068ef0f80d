/**
 * What an old path of the site may look like, and the placeholders in it.
 */
import { isExternalUrl, stripSiteUrl } from '../content/link-urls.ts';

/** An old path that leads elsewhere, as redirects and aliases say. */
export interface RedirectRule {
  /** Starts with "/"; may hold placeholders. */
  readonly from: string;
  /** A site path or an external URL; may hold the placeholders of `from`. */
  readonly to: string;
  /** True for a rule whose `:words` are placeholders; an alias may hold a colon of its own. */
  readonly isPattern: boolean;
}

/** What may stand in a redirect's old path for a part of it, and what each of them matches. */
export const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['slug', '[^/]+'],
  ['year', '\\d{4}'],
  ['month', '\\d{1,2}'],
  ['day', '\\d{1,2}'],
]);

/** The placeholders in a path, without their colons. */
export function listPlaceholders(path: string): string[] {
  return [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? '');
}

/** The path with values in place of its placeholders; one without a value stays. */
export function fillPlaceholders(path: string, values: Readonly<Record<string, string>>): string {
  return makeFiller(path)(values);
}

/** The same for many values: the path is looked at once. */
export function makeFiller(path: string): (values: Readonly<Record<string, string>>) => string {
  // Every second piece is the name of a placeholder.
  const pieces = path.split(/:([A-Za-z]+)/);
  return (values) => {
    let filled = '';
    pieces.forEach((piece, index) => {
      if (index % 2 === 0) filled += piece;
      else filled += Object.hasOwn(values, piece) ? values[piece] : `:${piece}`;
    });
    return filled;
  };
}

/** A path without the forms that hosts treat as the same: "/x/", "/x.html", "/x/index.html". */
export function trimPath(path: string): string {
  if (!/\/$|\/index$|\.html?$/i.test(path)) return path === '' ? '/' : path;
  const trimmed = path.replace(/(?:\/index)?\.html?$/i, '').replace(/\/+$/, '');
  return trimmed === '' || trimmed === '/index' ? '/' : trimmed;
}

/**
 * The site path that an author states as an old address of this site: it begins with "/", or is an
 * absolute URL of the site. Null for what is no path, or would lead out of the output folder.
 */
export function readSitePath(text: string, siteUrl: string): string | null {
  const path = stripSiteUrl(text, siteUrl) ?? text;
  if (!path.startsWith('/') || isExternalUrl(path) || /[\s?#\\]/.test(path)) return null;
  let decoded: string;
  try {
    decoded = decodeURI(path.replace(/%(?:2e|5c)/gi, decodeURIComponent));
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no disk takes them in a name
  if (/\/\/|[\\?#\u0000-\u001f]|(^|\/)\.\.?(\/|$)/.test(decoded)) return null;
  return path;
}

/** The pattern of a rule as an expression with a group for each placeholder. */
export function toRegExp(from: string): RegExp {
  const pattern = escapeRegExp(trimPath(from)).replace(
    /:([A-Za-z]+)/g,
    (_, name: string) => `(?<${name}>${PLACEHOLDERS.get(name) ?? '[^/]+'})`,
  );
  return new RegExp(`^${pattern}$`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
