/**
 * Errors in formulas: Temml's own words, and hints for common mistakes.
 */
import { askMeant, suggestWord } from '../../text/text.ts';

/** A formula that can't be shown. */
export interface TexError {
  /** An offset in the formula. */
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

/** Patterns for the messages of Temml that are frequent. */
const HINTS: readonly [RegExp, string][] = [
  [/(?:sub|super)script|^Expected group/, 'Add braces: `t_{\\max}`, `x^{\\vec{a}}`, `x_{a_b}`.'],
  [/^Unexpected '[_&#^]'/, 'Write `\\_`, `\\&` or `\\#` for the sign itself.'],
  [/end of (?:the formula|input)|^Expected & or/, 'Add the missing `}`, `\\right` or `\\end{…}`.'],
  [/display/, 'Put the formula between `$$` on lines of their own.'],
];

/** A heading, a link or a blank line: what comes between two formulas rather than in one. */
const NO_FORMULA = /^#{1,6} |\]\(|https?:\/\/|\n[ \t]*\n/m;
const MISPAIRED = 'A `$` may be missing. Write `\\$` for a dollar sign.';

/** Explains what Temml threw. `commands` are those that it knows, without the backslash. */
export function describeTexError(
  tex: string,
  { message = '', position }: { readonly message?: string; readonly position?: number },
  toSource: (offset: number) => number,
  commands: readonly string[],
): TexError {
  const at = position === undefined ? 0 : toSource(position);
  if (NO_FORMULA.test(tex))
    return { at: 0, message: "The text between the dollars isn't TeX", hint: MISPAIRED };
  // Its place and an excerpt follow the words.
  const [words = ''] = message.trim().split(/ at (?:position \d|end of input)|: infinite|\n/, 1);
  const text = words
    .replace(/^Expected 'EOF', got/, 'Unexpected')
    .replace(/'?EOF'?/, 'the end of the formula');
  const [, unknown] = /^Unsupported function name: \\([a-zA-Z]+)/.exec(message.trim()) ?? [];
  if (unknown !== undefined) {
    const meant = suggestWord(unknown, commands);
    const hint = askMeant(meant === null ? null : `\\${meant}`);
    return { at, message: `Unknown command \`\\${unknown}\``, hint: hint ?? DEFINE };
  }
  const [, hint = 'Check the TeX around here.'] =
    HINTS.find(([pattern]) => pattern.test(text)) ?? [];
  return { at, message: text, hint };
}

const DEFINE = 'Check its name, or define it: `\\newcommand{\\name}{…}`.';
