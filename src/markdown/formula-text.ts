/**
 * The TeX between the delimiters of a formula, without the Markdown and HTML syntax around it, and whether it is TeX at
 * all. Pure.
 */
import { decodeEntities } from '../text/text.ts';

export const COMMAND = /\\[a-zA-Z]{2,}/;

const WORDS = /[\p{L}]{3,}/u;
/** Words that may occur in TeX: indices in braces, and entities. */
const TEX_WORDS = /[_^]\{[^{}]*\}|&\w+;/g;
const SHORT = /^[^\s"“”]*$/;

const PROSE = /\p{L}{3,}[,.]? \p{L}{2,}/u;
const TEXTS = /\\(?:text|mathrm|operatorname|mbox)\w*\*?\{[^{}]*\}|\\[a-zA-Z]+/g;

/** True for TeX with several words in a row outside of `\text`. */
export function isProse(tex: string): boolean {
  return PROSE.test(tex.replace(TEXTS, ''));
}

/** True if what delimiters enclose looks like TeX rather than prose. */
export function isTex(content: string, close: string, isOwn = false, after = ''): boolean {
  if (/["“”]/.test(content) && !/\\text/.test(content)) return false;
  if (COMMAND.test(content)) return true;
  if (WORDS.test(content.replace(TEX_WORDS, ''))) return false;
  if (/(?<!\\)[\^_=<>+]/.test(content)) return true;
  if (close === '$$') return SHORT.test(content.trim());
  // Boxes of task lists, numbers of items and the sign of copyright aren't formulas.
  if (close.endsWith(']')) return isOwn && /^(?!\s*x\s*$).*[a-z]/is.test(content);
  const isSign = /^\s*[cr]\s*$/i.test(content) && /^ ?[\dA-Z]/.test(after);
  return /\p{L}/u.test(content) && !isSign && !/^\s*[ivx]{2,}\s*$/i.test(content);
}

/** TeX, and where it is written. */
export interface WrittenTex {
  readonly tex: string;
  /** Maps an offset in `tex` to the body. */
  offsetInBody(offset: number): number;
}

/** How TeX is written in a body. */
interface TexPlace {
  /** The line of its opening delimiter up to there. */
  readonly line: string;
  readonly isHtml: boolean;
  /** True if a backslash escapes punctuation in it, as everywhere in Markdown. */
  readonly isDoubled: boolean;
}

/** An entity, an escape or the start of a line. */
const SPELLED = /\n[ \t>]*|\\[!-/:-@[-`{-~]|&#?\w+;/g;
/** The signs of quotations and list items that begin a line. */
const PREFIX = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/;

/**
 * True for TeX as authors write it where Markdown takes one of two backslashes: `\\\\` for a line break, `\\{` for a brace,
 * as in Hugo without its passthrough extension. A break of two backslashes shows that it isn't.
 */
function isEscaped(tex: string): boolean {
  let [breaks, opened, closed] = [0, 0, 0];
  for (const { 0: run, index } of tex.matchAll(/\\{2,}/g)) {
    const next = tex.charAt(index + run.length);
    if (run.length > 3) breaks++;
    else if (run.length === 3 || !/[{}_|,;:!%#]/.test(next)) return false;
    else if (next === '{') opened++;
    else if (next === '}') closed++;
  }
  return breaks > 0 || (opened > 0 && opened === closed);
}

/** Reads the TeX between two offsets. Lines below the first lose what the quotation or list around it requires. */
export function readTex(
  body: string,
  from: number,
  to: number,
  { line, isHtml, isDoubled }: TexPlace,
): WrittenTex {
  const [prefix = ''] = PREFIX.exec(line) ?? [];
  const quotes = prefix.split('>').length - 1;
  const [, width = ''] = /(?:^|> ?)([^>]*)$/.exec(prefix) ?? [];
  const indents = new RegExp(`^(?: {0,3}> ?){0,${quotes}}[ \\t]{0,${width.length}}`);
  const isHalved = !isHtml && isEscaped(body.slice(from, to));
  const runs = [{ at: 0, source: from }];
  let tex = '';
  let done = from;
  const spell = (start: number, end: number, text: string) => {
    tex += body.slice(done, start) + text;
    done = end;
    runs.push({ at: tex.length, source: end });
  };
  for (const { 0: sign, index } of body.slice(from, to).matchAll(SPELLED)) {
    const start = from + index;
    const end = start + sign.length;
    if (sign.startsWith('\n')) {
      const [indent = ''] = indents.exec(sign.slice(1)) ?? [];
      if (indent !== '') spell(start, start + 1 + indent.length, '\n');
    } else if (sign.startsWith('&')) {
      if (isHtml || /^&(?:lt|gt|amp);$/.test(sign)) spell(start, end, decodeEntities(sign));
    } else if (isDoubled || (isHalved && sign === '\\\\')) spell(start, end, sign.slice(1));
  }
  tex += body.slice(done, to);
  const cut = tex.length - tex.trimStart().length;
  const offsetInBody = (offset: number): number => {
    const run = runs.findLast(({ at }) => at <= offset + cut) ?? { at: 0, source: from };
    return Math.min(run.source + offset + cut - run.at, to);
  };
  // A backslash and a space are a space.
  return { tex: tex.replace(/(?<!\s)(?<!(?<!\\)\\)\s+$/, '').trimStart(), offsetInBody };
}
