/**
 * Edits of a formula before the engine gets it. Offsets in the changed TeX map back to the author's formula, so that
 * errors have their places there.
 */

/** A part of a formula, and the TeX that replaces it. */
export interface TexEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A formula of an essay. */
export interface Formula {
  readonly tex: string;
  /** On lines of its own, centred. */
  readonly isDisplay: boolean;
}

/** A formula with edits. */
export interface EditedTex {
  readonly text: string;
  /** The offset in the author's formula of an offset in `text`. */
  readonly toSource: (offset: number) => number;
}

/** By place; an insertion comes before a replacement of what follows it. */
function compareEdits(a: TexEdit, b: TexEdit): number {
  return a.start - b.start || a.end - b.end;
}

/** Applies edits to a formula. An edit inside another one is ignored. */
export function editTex(tex: string, edits: readonly TexEdit[]): EditedTex {
  /** The pieces that stay: where each is in `text`, and where in `tex`. */
  const pieces: { at: number; start: number; end: number }[] = [];
  let text = '';
  let done = 0;
  const keep = (end: number) => {
    pieces.push({ at: text.length, start: done, end });
    text += tex.slice(done, end);
  };
  for (const edit of edits.toSorted(compareEdits)) {
    if (edit.start < done) continue;
    keep(edit.start);
    text += edit.text;
    done = edit.end;
  }
  keep(tex.length);
  const toSource = (offset: number) => {
    const piece = pieces.findLast(({ at }) => at <= offset);
    return piece === undefined ? 0 : Math.min(piece.start + offset - piece.at, piece.end);
  };
  return { text, toSource };
}

/** Finds TeX, and writes what replaces it from the groups of its pattern. */
type Rewrite = readonly [pattern: RegExp, write: (...groups: string[]) => string];

/** What LaTeX and MathJax understand, and Temml (0.13) doesn't, or not in the same way. */
const REWRITES: readonly Rewrite[] = [
  // A definition holds for the formulas after it, too, and may replace a command.
  [
    /\\(?:newcommand|renewcommand|providecommand)\*?\s*\{?\s*(\\(?:[a-zA-Z]+|.))\s*\}?\s*(?:\[(\d)\])?(?=\s*\{)/g,
    (name, count = '0') => `\\gdef${name}${'#1#2#3#4#5#6#7#8#9'.slice(0, 2 * Number(count))}`,
  ],
  [/\\def(?![a-zA-Z])/g, () => '\\gdef'],
  // The engine numbers each of its rows; a label gives it one number.
  [/\\(begin|end)\{multline\}/g, (side) => `\\${side}{multline*}`],
  // The colour ends after the braces; the engine's green is too bright for text.
  [
    /\\color\s*\{([^{}]*)\}(?=\s*\{)/g,
    (colour) => `\\textcolor{${colour.trim() === 'green' ? '#008000' : colour}}`,
  ],
  // The name of an operator, its application and a space are three elements where MathML expects one.
  [/\{(\s*\\operatorname\*?\s*\{[^{}]*\}\s*)\}/g, (operator) => `{{${operator}}}`],
  // The bracket of `a\big(x)` would pair with the plain one.
  [/(\\[bB]igg?[lm]?)\s*([([]|\\\{)/g, (size, bracket) => `${size}{${bracket}}`],
];

/** Lists the edits that make a formula Temml's. */
export function rewriteTex({ tex, isDisplay }: Formula): TexEdit[] {
  if (!tex.includes('\\')) return [];
  const edits = REWRITES.flatMap(([pattern, write]) =>
    Array.from(tex.matchAll(pattern), ({ 0: written, 1: first = '', 2: second, index: start }) => {
      const text = second === undefined ? write(first) : write(first, second);
      return { start, end: start + written.length, text };
    }),
  );
  return isDisplay ? [...edits, ...wrapLines(tex)] : edits;
}

const STRUCTURE = /\\(?:begin|end)(?![a-zA-Z])|\\[\s\S]|[{}&]|%.*/g;

/** Puts lines into an environment, without which no browser breaks them. */
function wrapLines(tex: string): TexEdit[] {
  let depth = 0;
  const outside = Array.from(tex.matchAll(STRUCTURE), ([token]) => {
    if (token === '{' || token === '\\begin') depth++;
    else if (token === '}' || token === '\\end') depth--;
    return depth === 0 ? token : '';
  });
  if (!outside.includes('\\\\')) return [];
  const name = outside.includes('&') ? 'aligned' : 'gathered';
  return [
    { start: 0, end: 0, text: `\\begin{${name}}` },
    { start: tex.length, end: tex.length, text: `\\end{${name}}` },
  ];
}
