/**
 * Other programs' syntax, where readers would see it: each kind is reported once. The rule runs only in a body that has
 * a sign of it somewhere. It then looks at nodes, so that a sign in code doesn't count.
 */
import { groupBy } from '../../problems/group-by.ts';
import { type PlacedNode, placeOf, sourceOf } from '../markdown-nodes.ts';
import type { Fault, Rule } from '../rule.ts';
import type { SignRow } from '../sign-row.ts';
import { REPORTED_SIGNS } from '../signs-reported.ts';
import { TRANSLATED_SIGNS } from '../signs-translated.ts';
import { embedsText } from './wikilinks.ts';

export const FOREIGN_SIGNS: readonly SignRow[] = [...TRANSLATED_SIGNS, ...REPORTED_SIGNS];

/** A body that doesn't match this can't contain the row's sign. */
const signOf = ({ sign, pattern }: SignRow) => sign ?? pattern.source;
/** Signs that begin with a frequent character. */
const FREQUENT = /^(?:\\n|\\\[|[:=])/;
/** Two patterns, because V8 skips text quickly only where few different characters can begin a match. */
const ANY_SIGN = [true, false].map((isFrequent) =>
  joinSigns(FOREIGN_SIGNS.map(signOf).filter((sign) => FREQUENT.test(sign) === isFrequent)),
);

/** Joins signs; those with the same first character share it, so that it is looked for once. */
function joinSigns(signs: readonly string[]): RegExp {
  const groups = groupBy(signs, (sign) => /^\\?./.exec(sign)?.[0] ?? '');
  const joined = Array.from(groups, ([first, group]) => {
    return `${first}(?:${group.map((sign) => sign.slice(first.length)).join('|')})`;
  });
  return new RegExp(joined.join('|'));
}

/** Each row with the pattern of its sign, compiled when the first body with any sign is read. */
let compiled: (readonly [row: SignRow, pattern: RegExp])[] | undefined;

/** What readers see as code, and comments. */
const LITERAL =
  /(<(pre|code|kbd|samp|script|style|textarea)\b[^<>]*>)[\s\S]*?(<\/\2>)|<!--[\s\S]*?-->/gi;
const TAG = /<[!/a-z][^<>]*>/gi;
/** How many characters of an attribute list are read at most. */
const MAX_LIST = 200;
const blank = (written: string) => ' '.repeat(written.length);

export const foreignSigns: Rule = ({ found, options, source }) => {
  // Signs at the start of a line begin with the line end before it.
  const lines = `\n${source}`;
  if (!ANY_SIGN.some((signs) => signs.test(lines))) return null;
  const isOn = { ...options.marks, math: options.math.isOn };
  compiled ??= FOREIGN_SIGNS.map((row) => [row, new RegExp(signOf(row))]);
  const signs = compiled.flatMap(([row, pattern]) => {
    const isOurs = row.setting !== undefined && isOn[row.setting];
    return !isOurs && pattern.test(lines) ? row : [];
  });
  const reported = new Set<string>();
  const report = (sign: SignRow, [written, name = '…']: RegExpMatchArray, at: number) => {
    const shown = sign.shown.replaceAll('$1', () => name);
    if (reported.has(shown)) return;
    reported.add(shown);
    found.faults.push(describe(sign, shown, written.trim(), at));
  };
  /** Looks for signs in what the author wrote from an offset on. */
  const look = (written: string, start: number, where?: SignRow['where']) => {
    for (const sign of signs) {
      if (sign.where !== where || reported.has(sign.shown)) continue;
      for (const match of written.matchAll(new RegExp(sign.pattern, `${sign.pattern.flags}g`))) {
        if (!isEscaped(written, match.index)) report(sign, match, start + match.index);
      }
    }
  };
  /** Looks for signs in a value of a node, which may be written differently. */
  const lookInValue = (value: string, node: PlacedNode, where: SignRow['where']) => {
    const { start } = placeOf(node);
    for (const sign of signs) {
      const match = sign.where === where ? sign.pattern.exec(value) : null;
      if (match !== null) report(sign, match, Math.max(start, source.indexOf(match[0], start)));
    }
  };
  const address = (node: PlacedNode & { readonly url: string }) =>
    lookInValue(node.url, node, 'address');
  const after = (node: PlacedNode) => {
    const { end } = placeOf(node);
    if (source[end] === '{') look(source.slice(end, end + MAX_LIST), end, 'after');
  };
  const lookInHtml = (html: string, start: number) => {
    const blankInside = (whole: string, open = '', _name = '', close = '') =>
      open + blank(whole.slice(open.length, whole.length - close.length)) + close;
    const shown = html.replace(LITERAL, blankInside);
    look(shown, start, 'tag');
    look(shown.replace(TAG, blank), start);
  };
  return {
    needsPlaces: true,
    markdown: {
      text(node) {
        const { start, end } = placeOf(node);
        look(source.slice(start, end + 1), start);
      },
      html: (node) => lookInHtml(node.value, placeOf(node).start),
      link(node) {
        address(node);
        after(node);
      },
      linkReference: after,
      inlineCode: after,
      emphasis: after,
      strong: after,
      definition: address,
      image(node) {
        address(node);
        lookInValue(node.alt ?? '', node, 'description');
        const written = sourceOf(node, source);
        if (embedsText(written)) look(written, placeOf(node).start, 'embed');
      },
      code: (node) => lookInValue(node.value, node, 'code'),
    },
    // A body in HTML has no Markdown tree.
    ...(options.format === 'html' && { afterMarkdown: () => lookInHtml(source, 0) }),
  };
};

function isEscaped(written: string, at: number): boolean {
  let start = at;
  while (written[start - 1] === '\\') start--;
  return (at - start) % 2 === 1;
}

function describe(sign: SignRow, shown: string, written: string, at: number): Fault {
  const { hint, seen = 'it as written' } = sign;
  const isTranslated = TRANSLATED_SIGNS.includes(sign);
  return {
    code: 'markup-foreign',
    message: `\`${shown}\` is another program's syntax, so readers see ${seen}`,
    hint: isTranslated ? `\`blog fix\` translates most of these. By hand: ${hint}` : hint,
    at,
    written,
    subject: shown,
    isShared: true,
  };
}
