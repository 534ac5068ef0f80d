/**
 * Reads a parsed page as a reader sees it: the texts of its elements, their attributes, the targets of links.
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

/** Scripts that run: those of other types are data. */
export const SCRIPT = 'script:not([type])';

/**
 * What a page must hold: a selector → the texts that are seen of all that it finds; `selector@name` → an
 * attribute of each, `selector@text` → the texts with what is for screen readers, `selector@link` →
 * text and address.
 */
export type Facts = Readonly<Record<string, readonly unknown[]>>;

export function expectFacts($: CheerioAPI, facts: Facts): void {
  const found = Object.keys(facts).map((query) => [query, ask($, query)]);
  expect(Object.fromEntries(found)).toEqual(facts);
}

function ask($: CheerioAPI, query: string): unknown[] {
  const [, selector = query, name] = /^(.*)@([\w-]+)$/.exec(query) ?? [];
  if (name === undefined) return texts($, selector);
  return Array.from($(selector), (each) => {
    const text = fold($(each).text());
    if (name === 'link') return [text, $(each).attr('href')];
    return name === 'text' ? text : $(each).attr(name);
  });
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What stands above the home page, essays and the page of unknown addresses. */
export const HEADER: Facts = {
  'body > header a': ['Ann Author', 'Essays', 'About', 'Sign In'],
  'body > header a@href': ['/', '/', '/about', '/'],
};
