/**
 * The macros that formulas define: `\newcommand`, `\def` and `\DeclareMathOperator`.
 */
import { readGroup, type TexEdit } from './tex-edits.ts';

/** The text of a macro, with `#1` for its arguments, by its name with the backslash. */
export type Macros = Readonly<Record<string, string>>;

const DEFINITION =
  /\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator|[gex]?def)(\*?)\s*(?:\{\s*(\\(?:[a-zA-Z]+|[\s\S]))\s*\}|(\\(?:[a-zA-Z]+|[\s\S])))(?:\s*\[\d\]|(?:#\d)*)(?=\s*\{)/g;

/**
 * Finds the definitions of a formula. As in MathJax, they hold for the formulas after it, so they are removed from the
 * formula itself. Those with optional arguments are left to Temml.
 */
export function collectMacros(tex: string): { macros: Macros; edits: readonly TexEdit[] } {
  const macros: Record<string, string> = {};
  const edits: TexEdit[] = [];
  if (!tex.includes('\\')) return { macros, edits };
  for (const match of tex.matchAll(DEFINITION)) {
    const start = match.index;
    const [head, star, braced, bare] = match;
    const group = readGroup(tex, start + head.length);
    const isInside = edits.some(({ end }) => start < end);
    if (group === null || isInside) continue;
    const isOperator = head.startsWith('\\DeclareMathOperator');
    const body = isOperator ? `\\operatorname${star}{${group.content}}` : group.content;
    macros[(braced ?? bare) as string] = body;
    edits.push({ start, end: group.end, text: '' });
  }
  return { macros, edits };
}
