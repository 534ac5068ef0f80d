/**
 * Reads bodies as a page shows them, for tests of the rules in `src/markdown/rules/`.
 */
import { expect, test } from 'vitest';
import type { Body } from '../../src/markdown/body.ts';
import { loadMarkdownEngine } from '../../src/markdown/engine.ts';
import { type Fill, fillParts, type PartsUse } from '../../src/markdown/fill-parts.ts';
import type { Part } from '../../src/markdown/parts.ts';
import { readBody } from '../../src/markdown/read-body.ts';
import type { Options } from '../../src/markdown/rule.ts';
import { ENGLISH_TEXTS } from '../../src/text/texts.ts';

const engine = await loadMarkdownEngine();

/** What bodies are read with in tests. */
export const USUAL: Options = {
  title: 'A title',
  siteUrl: 'https://example.com',
  language: 'en',
  texts: ENGLISH_TEXTS,
  format: 'markdown',
  firstLine: 1,
  components: [],
  toc: null,
  isReservedId: () => false,
  math: { isOn: false, macros: {} },
  marks: { mark: true, subscript: true, superscript: true },
  listGallery: () => null,
  unlinks: new Map(),
};

export function readSource(source: string, options: Partial<Options> = {}): Body {
  return readBody(engine, source, { ...USUAL, ...options });
}

/** The HTML of a body on its page, or in a feed. */
export function pageOf(body: Body, fills: readonly Fill[] = [], form: PartsUse['form'] = 'page') {
  const renderComponent: PartsUse['renderComponent'] = ({ name, props }, content) =>
    `<${name} ${JSON.stringify(props)}>${content}</${name}>`;
  const pageUrl = 'https://ann.example/blog/a';
  return fillParts(body.parts, { form, fills, pageUrl, prefix: 'a.', renderComponent }).trim();
}

/** Writes what pages and feeds share, without line ends between elements: slots as they were written, and calls as elements. */
function showParts(parts: readonly Part[]): string {
  return parts.map(showPart).join('').replace(/>\n+/g, '>').replace(/\n+</g, '<').trim();
}

function showPart(part: Part): string {
  if (typeof part === 'string') return part;
  if (part.kind === 'slot') return part.written ?? '';
  if (part.kind === 'id') return part.id;
  if (part.kind === 'level') return String(part.level);
  if (part.kind === 'code') return part.text;
  if (part.kind !== 'component') return '';
  const props = JSON.stringify(part.call.props, (_, value) => value?.written ?? value);
  return `<${part.call.name} ${props}>${part.parts.map(showPart).join('')}</>`;
}

/** What a source becomes, by a name for the case. */
type Cases = Readonly<Record<string, readonly [source: string, html: string]>>;

/** Tests what sources become. */
export function checkBodies(cases: Cases, options: Partial<Options> = {}): void {
  test.each(Object.entries(cases))('%s', (_, [source, html]) => {
    expect(showParts(readSource(source, options).parts)).toBe(html);
  });
}

/** A source with a caret before each character at which there must be a fault, and what the faults say. */
type FaultCases = Readonly<Record<string, readonly [source: string, ...faults: string[]]>>;

/** Tests the faults of sources, and the sources after their fixes; a fault is `code: hint`, `code → fixed source`. */
export function checkFaults(cases: FaultCases, options: Partial<Options> = {}): void {
  test.each(Object.entries(cases))('%s', (_, [marked, ...expected]) => {
    const source = marked.replaceAll('‸', '');
    const places = [...marked.matchAll(/‸/g)].map(({ index }, i) => index - i);
    const { faults } = readSource(source, options);
    const shown = faults.map(({ code, hint, edits = [] }) => {
      const [edit] = edits;
      if (edit === undefined) return `${code}: ${hint}`;
      return `${code} → ${source.slice(0, edit.at)}${edit.is}${source.slice(edit.at + edit.was.length)}`;
    });
    expect(shown).toEqual(expected);
    expect(faults.map(({ at }) => at)).toEqual(places);
  });
}
