/**
 * Masks the formulas of a body, so that nothing else mistakes their TeX for its own syntax, and puts their MathML into
 * the HTML. Pure.
 *
 * A mask is a Braille pattern and private-use characters, as long as the formula, so that all offsets stay the same.
 * Emphasis may end before the pattern, as before a dollar, and an apostrophe may follow it, as after a letter.
 */
import { escape as escapeHtml } from 'he';
import type { Shortcode } from './components.ts';
import { PAGE_ONLY } from './delimiters.ts';
import type { EditableBody } from './edits.ts';
import type { FoundFormulas } from './formulas.ts';
import { BLOCKS, findTag, VOIDS } from './html.ts';
import { listWords, readableTex, type TexPage } from './tex.ts';
import type { Label } from './tex-numbers.ts';

/** What a mask stands for: a formula or, after all formulas, a reference to one. */
interface Masked {
  readonly start: number;
  readonly end: number;
  /** As the author wrote it. */
  readonly source: string;
}

/** A body without formulas. */
export interface MaskedBody<Source extends EditableBody> {
  readonly source: Source;
  readonly masked: readonly Masked[];
  /** Matches a mask. */
  readonly pattern: RegExp;
  /** The block of private-use characters in the masks. */
  readonly block: number;
}

const DIGITS = 128;
const MOST = DIGITS ** 2;
/** The blocks of private-use characters. */
const BLOCK_STARTS = Array.from({ length: 24 }, (_, i) => 0xe000 + i * 0x100);

/** The first character of a mask: a symbol, which counts as punctuation in Markdown. */
const MARK = '\u28ff';

/** Finds a block of private-use characters that the body doesn't use. */
function findFreeBlock(body: string): number | null {
  const used = new Set(
    Array.from(body.match(/[\ue000-\uf7ff]/g) ?? [], (each) => each.charCodeAt(0) & 0xff00),
  );
  return BLOCK_STARTS.find((start) => !used.has(start)) ?? null;
}

/** Masks the formulas of a body, and its references to formulas. Null if there are none. */
export function maskFormulas<Source extends EditableBody>(
  source: Source,
  { formulas, references }: FoundFormulas,
): MaskedBody<Source> | null {
  const { body } = source;
  const block = formulas.length === 0 ? null : findFreeBlock(body);
  if (block === null) return null;
  const masked = [...formulas, ...references].slice(0, MOST).map(({ start, end }): Masked => {
    return { start, end, source: body.slice(start, end) };
  });
  const pad = String.fromCharCode(block + 0xff);
  const pieces: string[] = [];
  let done = 0;
  const order = masked.map((each, number) => ({ ...each, number }));
  for (const { start, end, number } of order.sort((a, b) => a.start - b.start)) {
    const first = block + Math.floor(number / DIGITS);
    const sign = MARK + String.fromCharCode(first, block + (number % DIGITS));
    pieces.push(body.slice(done, start), sign.padEnd(end - start, pad));
    done = end;
  }
  pieces.push(body.slice(done));
  const digit = `[${String.fromCharCode(block)}-${String.fromCharCode(block + DIGITS - 1)}]`;
  const pattern = new RegExp(`${MARK}(${digit})(${digit})${pad}*`, 'g');
  return { source: { ...source, body: pieces.join('') }, masked, pattern, block };
}

type AnyMask = MaskedBody<EditableBody>;

/** Replaces each mask in a text. `write` gets what it stands for and its number. */
function unmask(
  text: string,
  { masked, pattern, block }: AnyMask,
  write: (masked: Masked, number: number) => string,
): string {
  return text.replace(pattern, (_, first: string, second: string) => {
    const number = (first.charCodeAt(0) - block) * DIGITS + second.charCodeAt(0) - block;
    const each = masked[number];
    return each === undefined ? '' : write(each, number);
  });
}

/** Gives components the formulas in their attributes as they are written. */
export function unmaskShortcodes(shortcodes: readonly Shortcode[], mask: AnyMask): Shortcode[] {
  const restore = (text: string) => unmask(text, mask, ({ source }) => source);
  return shortcodes.map((shortcode) => {
    const props = Object.entries(shortcode.props).map(([name, value]) => {
      return [name, typeof value === 'string' ? restore(value) : value];
    });
    return { ...shortcode, props: Object.fromEntries(props), args: shortcode.args.map(restore) };
  });
}

/** The element that stands for a formula until the body has been read. */
const PLACEHOLDER = 'blog-formula';
const CODE = /^(?:pre|code|textarea|title|script|style)$/;
/** Blocks in which only text and inline elements may be. */
const NO_BLOCKS = /^(?:p|h[1-6]|summary)$/;

/** The rendered formulas of a body, and what else is known of each. */
export interface ReadyFormulas {
  readonly found: FoundFormulas;
  readonly page: TexPage;
}

/**
 * Replaces the masks in the engine's HTML by elements with readable text, which excerpts, ids of headings and counts of
 * words are made from; they become MathML when the body has been read. A display formula in a paragraph splits it. In
 * code and attributes, the author's text comes back.
 */
export function placeFormulas(html: string, mask: AnyMask, ready: ReadyFormulas): string {
  const { formulas } = ready.found;
  const asWritten = (text: string) => unmask(text, mask, ({ source }) => escapeHtml(source));
  const asText = (text: string) =>
    unmask(text, mask, ({ source }, number) => {
      return escapeHtml(readText(number, source, ready));
    });
  const open: string[] = [];
  const pieces: string[] = [];
  const place = (text: string) => {
    if (open.some((name) => CODE.test(name))) return asWritten(text);
    return unmask(text, mask, ({ source }, number) => {
      const shown = escapeHtml(readText(number, source, ready));
      const { isDisplay = false } = formulas[number] ?? {};
      const isInline = open.some(isPhrasing);
      const isSplit = isDisplay && open.at(-1) === 'p' && !open.slice(0, -1).some(isPhrasing);
      const kind = isDisplay && isInline && !isSplit ? ' data-inline=""' : '';
      const element = `<${PLACEHOLDER} data-n="${number}"${kind}>${shown}</${PLACEHOLDER}>`;
      return isSplit ? `</p>\n${element}\n<p>` : element;
    });
  };
  let done = 0;
  for (let tag = findTag(html, 0); tag !== null; tag = findTag(html, done)) {
    pieces.push(place(html.slice(done, tag.start)), asText(html.slice(tag.start, tag.end)));
    done = tag.end;
    if (tag.isClosing) {
      if (open.at(-1) === tag.name) open.pop();
    } else if (tag.name !== '' && !VOIDS.has(tag.name)) open.push(tag.name);
  }
  pieces.push(place(html.slice(done)));
  return pieces.join('').replace(EMPTY, '');
}

/** True for an element in which no block may be. */
function isPhrasing(name: string): boolean {
  return !BLOCKS.has(name) || NO_BLOCKS.test(name);
}

/** A paragraph that is empty once a display formula is taken out of it. */
const EMPTY = new RegExp(
  String.raw`(?<=</${PLACEHOLDER}>\n)<p>\s*</p>\n?|<p(?: [^<>]*)?>\s*</p>\n(?=<${PLACEHOLDER} )`,
  'g',
);

/** The text in place of a formula, or the number in place of a reference. */
function readText(number: number, source: string, ready: ReadyFormulas): string {
  const formula = ready.found.formulas[number];
  if (formula !== undefined) {
    const isRefused = 'message' in (ready.page.results[number] ?? {});
    return isRefused ? listWords(formula.tex) : readableTex(formula.tex);
  }
  const target = findTarget(number, ready);
  if (target === undefined) return source;
  return /^\\eq|@/.test(source) ? `(${target.number})` : target.number;
}

/** The number that a reference shows; undefined for an unknown label. The references follow the formulas. */
function findTarget(number: number, { found, page }: ReadyFormulas): Label | undefined {
  const reference = found.references[number - found.formulas.length];
  return reference && page.labels.get(reference.label);
}

const PLACED = new RegExp(
  `<${PLACEHOLDER} data-n="(\\d+)"( data-inline="")?>([\\s\\S]*?)</${PLACEHOLDER}>`,
  'g',
);

/** A formula in a line, and the signs to which it is joined. */
const JOINED =
  /([([“‘„«¿¡–]{0,4})(<math (?:(?!<\/math>)[\s\S])*<\/math>)((?:[.,;:!?)\]”’»–]|-\p{L}+)*)/gu;

/** Keeps formulas in lines together with the signs beside them: browsers would break the line between them. */
function joinSigns(html: string): string {
  return html.replace(JOINED, (joined, before: string, math: string, after: string) => {
    const isAlone = before + after === '' || math.includes('display="block"');
    return isAlone ? joined : `<span class="joined">${joined}</span>`;
  });
}

/** Puts the formulas into the HTML of a body that has been read. */
export function fillFormulas(html: string, ready: ReadyFormulas): string {
  const filled = html.replace(
    PLACED,
    (_, digits: string, inline: string | undefined, shown: string) => {
      return writeFormula(Number(digits), inline !== undefined, shown, ready);
    },
  );
  return joinSigns(filled);
}

/** Writes a formula, or a link in place of a reference. A refused formula stays TeX, as code. */
function writeFormula(
  number: number,
  isInline: boolean,
  shown: string,
  ready: ReadyFormulas,
): string {
  const formula = ready.found.formulas[number];
  const result = ready.page.results[number];
  if (formula === undefined || result === undefined) {
    const target = findTarget(number, ready);
    if (target === undefined) return shown;
    const link = `<a href="#${escapeHtml(target.id)}">`;
    return `${PAGE_ONLY}${link}${PAGE_ONLY}${shown}${PAGE_ONLY}</a>${PAGE_ONLY}`;
  }
  if ('html' in result) return result.html;
  const code = `<code>${escapeHtml(formula.tex)}</code>`;
  return formula.isDisplay && !isInline ? `<pre>${code}</pre>` : code;
}
