/**
 * What a reader sees of a parsed page: the texts of its elements and where its links lead.
 */
import type { CheerioAPI } from 'cheerio';

/** The texts of all elements that a selector finds, white space folded; what is hidden is left out. */
export function texts($: CheerioAPI, selector: string): string[] {
  return $(selector)
    .not('.sr-only')
    .toArray()
    .map((element) => {
      const seen = $(element).clone();
      seen.find('.sr-only').remove();
      return seen.text().replace(/\s+/g, ' ').trim();
    });
}

/** The text and the address of every link that a selector finds. */
export function links($: CheerioAPI, selector: string): [string, string | undefined][] {
  return $(selector)
    .toArray()
    .map((link) => [$(link).text().replace(/\s+/g, ' ').trim(), $(link).attr('href')]);
}

/** Scripts that run: those of other types are data. */
export const SCRIPT = 'script:not([type])';
