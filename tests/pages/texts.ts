/**
 * What a reader finds on a parsed page: the texts of its elements, their attributes, where links lead.
 */
import type { CheerioAPI } from 'cheerio';
import { expect } from 'vitest';

/** The texts of all elements that a selector finds, white space folded; what is hidden is left out. */
export function texts($: CheerioAPI, selector: string): string[] {
  return $(selector)
    .not('.sr-only')
    .toArray()
    .map((element) => {
      const seen = $(element).clone();
      seen.find('.sr-only').remove();
      return fold(seen.text());
    });
}

/** The text and the address of every link that a selector finds. */
export function links($: CheerioAPI, selector: string): [string, string | undefined][] {
  const found = $(selector).toArray();
  return found.map((link) => [fold($(link).text()), $(link).attr('href')]);
}

/** Scripts that run: those of other types are data. */
export const SCRIPT = 'script:not([type])';

/**
 * What a page must hold: a selector → the texts that are seen of all that it finds; `selector@name` → an
 * attribute of each, `selector@text` → the texts with what is for screen readers, `selector@link` →
 * text and address.
 */
export type Facts = Readonly<Record<string, readonly unknown[]>>;

export function expectFacts($: CheerioAPI, facts: Facts): void {
  expect(Object.fromEntries(Object.keys(facts).map((query) => [query, ask($, query)]))).toEqual(
    facts,
  );
}

function ask($: CheerioAPI, query: string): unknown[] {
  const [, selector = query, name] = /^(.*)@([\w-]+)$/.exec(query) ?? [];
  if (name === undefined) return texts($, selector);
  if (name === 'link') return links($, selector);
  const found = $(selector).toArray();
  return found.map((each) => (name === 'text' ? fold($(each).text()) : $(each).attr(name)));
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
