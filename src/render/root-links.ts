/**
 * Root paths in the HTML of templates, such as `/logo.svg`: they get the site's base path. Pure.
 *
 * URLs in props have the base path already, so a path below it stays as it is. The body of an essay is skipped: its
 * links are resolved before a template gets it.
 */
import { replaceInSrcset } from '../markdown/url-syntax.ts';
import { listStartTags, type StartTag, type WrittenAttribute } from './html-tags.ts';

/** Where the site is published, as in `SiteUrls`; `origin` is empty for a page. */
interface PublishedRoot {
  readonly origin: string;
  readonly base: string;
}

const URLS = new Set(['src', 'href', 'poster']);
const SRCSETS = new Set(['srcset', 'imagesrcset']);
const STYLE_URL = /(url\((?:&quot;|&#x27;|')?)(\/.*?)(?=&quot;|&#x27;|'|\))/g;

/** HTML of templates with complete root paths, and its tags outside of bodies. */
interface Completed {
  readonly html: string;
  readonly tags: readonly StartTag[];
}

/** Completes the root paths in a page, outside its `bodies`. */
export function completeRootPaths(
  html: string,
  bodies: readonly string[],
  place: PublishedRoot,
): Completed {
  const tags: StartTag[] = [];
  const completePart = (part: string) => {
    const found = listStartTags(part);
    tags.push(...found);
    return completeAll(part, found, place);
  };
  let made = '';
  let done = 0;
  for (const { start, end } of findBodies(html, bodies)) {
    made += completePart(html.slice(done, start)) + html.slice(start, end);
    done = end;
  }
  return { html: made + completePart(html.slice(done)), tags };
}

/** The place of a body in a page. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the bodies in a page, in the order of the page, which a template chooses. A body that also occurs in an earlier
 * one may be missed, which only costs time: its root paths are complete.
 */
function findBodies(html: string, bodies: readonly string[]): Span[] {
  const spans = bodies.flatMap((body): Span | [] => {
    const start = body === '' ? -1 : html.indexOf(body);
    return start === -1 ? [] : { start, end: start + body.length };
  });
  spans.sort((a, b) => a.start - b.start);
  return spans.filter(({ start }, at) => spans.slice(0, at).every(({ end }) => end <= start));
}

function completeAll(
  html: string,
  tags: readonly StartTag[],
  { origin, base }: PublishedRoot,
): string {
  const complete = (url: string) => {
    if (!/^\/(?!\/)/.test(url)) return url;
    return origin + (isBelow(url, base) ? '' : base) + url;
  };
  const completeIn = ({ name, value }: WrittenAttribute) => {
    if (URLS.has(name)) return complete(value);
    if (SRCSETS.has(name)) return replaceInSrcset(value, complete);
    if (name !== 'style') return value;
    return value.replace(STYLE_URL, (_whole, open, url) => open + complete(url));
  };
  let made = '';
  let done = 0;
  for (const attribute of tags.flatMap(({ attributes }) => attributes)) {
    const { at, value } = attribute;
    made += html.slice(done, at) + completeIn(attribute);
    done = at + value.length;
  }
  return made + html.slice(done);
}

/** True for a URL that already has the base path. */
export function isBelow(url: string, base: string): boolean {
  return base !== '' && url.startsWith(base) && /^(?:[/?#]|$)/.test(url.slice(base.length));
}
