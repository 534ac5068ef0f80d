/**
 * Lists what would run in a page of an author's texts.
 */
import type { CheerioAPI } from 'cheerio';

const SCRIPT_URL = /^[\0-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;

/** Lists what would run in a page: event handlers and script URLs. */
export function listRunning($: CheerioAPI): string[] {
  return $('*')
    .get()
    .flatMap((element) => ('attribs' in element ? Object.entries(element.attribs) : []))
    .filter(
      ([name, value]) =>
        /^on[a-z]+$/.test(name) ||
        (/^(xlink:href|href|src|(form)?action|data)$/.test(name) && SCRIPT_URL.test(value)),
    )
    .map(([name, value]) => `${name}=${value}`);
}
