/**
 * Errors in formulas, in plain words: Temml's messages, and what the author probably meant.
 */

import { askMeant, suggestWord } from '../text/text.ts';
import { readGroup } from './tex-edits.ts';

/** A formula that can't be shown. */
export interface TexError {
  /** An offset in the formula. */
  readonly at: number;
  readonly message: string;
  readonly hint: string;
}

export function texError(at: number, message: string, hint: string): TexError {
  return { at, message, hint };
}

type Words = readonly [message: string, hint: string];

/** A pattern for one of Temml's messages, and our words for it. `at` is the place in the formula. */
const MESSAGES: readonly [
  pattern: RegExp,
  describe: (match: readonly string[], tex: string, at: number) => Words,
][] = [
  [/^No such environment: (\S+)/, ([, name = '']) => describeEnvironment(name)],
  [
    /^Got function '(\S+)' with no arguments as (sub|super)script/,
    ([, name = '', kind], tex, at) => describeBare(name, kind === 'sub' ? '_' : '^', tex, at),
  ],
  [
    /^Got function '(\S+)' with no arguments as argument to '(\S+)'/,
    ([, name, outer]) => [`\`${outer}\` needs braces around \`${name}\``, BRACES],
  ],
  [
    /^Double (sub|super)script/,
    ([, kind]) => {
      const sign = kind === 'sub' ? '_' : '^';
      const hint = `Add braces to show what belongs together: \`x${sign}{a${sign}b}\` or \`{x${sign}a}${sign}b\`.`;
      return [`A second \`${sign}\` follows the first`, hint];
    },
  ],
  [
    /(?<!Expected )'EOF'|\bEOF\b(?!')|^Unexpected end of input|^Expected & or/,
    (_, tex) => describeEnd(tex),
  ],
  [/^Expected 'EOF', got '(.+)'/, ([, sign = ''], tex, at) => describeStray(sign, tex, at)],
  [/^Expected '(.+?)', got '(.+)'/, ([, wanted, got]) => expected(`\`${wanted}\``, `\`${got}\``)],
  [
    /^Expected group (?:after|as argument to) '?([^'\s]+)/,
    ([, sign]) => [`Nothing follows \`${sign}\``, BRACES],
  ],
  [/^Function "(\S+)" is not trusted/, ([, name = '']) => describeMarkup(name)],
  [/ can be used only in display mode/, () => [DISPLAY_ONLY, OWN_LINES]],
  [/^Too many expansions|^Too many math in a row/, () => ENDLESS],
  [
    /^Can't use function '(\S+)' in (text|math) mode/,
    ([, name, mode], tex, at) => {
      if (name === '$') return DOLLAR;
      if (mode === 'text') return describeText(tex, at);
      return [`\`${name}\` works only in \`\\text{…}\``, IN_TEXT];
    },
  ],
];

const BRACES = 'Add the missing part in braces: `{…}`.';
const LEFT_RIGHT = 'Every `\\left` needs a `\\right`; for no bracket, write `\\right.`.';
const IN_TEXT = 'Put it in `\\text{…}`.';
export const OWN_LINES = 'Put the formula between `$$` on lines of their own.';
const DISPLAY_ONLY = 'This environment works only in a formula on lines of its own';
const DOLLAR: Words = ['There is a `$` inside the formula', 'Write `\\$` for a dollar sign.'];
const ENDLESS: Words = [
  'A macro in the formula expands forever',
  "Don't use the macro in its own definition.",
];

function expected(wanted: string, got: string): Words {
  return [`Expected ${wanted} here, but found ${got}`, `Add ${wanted}, or remove ${got}.`];
}

/**
 * Explains what Temml threw, in plain words. `at` is null if Temml gives no place; `commands` are the commands that it
 * knows, without the backslash.
 */
export function describeTexError(
  tex: string,
  thrown: string,
  at: number | null,
  commands: readonly string[],
): TexError {
  const place = at ?? 0;
  const paired = describePairing(tex);
  if (paired !== null) return texError(0, ...paired);
  // Underlined excerpts follow the words.
  const words = thrown.split(/ at (?:position \d+|end of input)[:\s]|\n/, 1)[0]?.trim() ?? '';
  const [, unknown] = /^Unsupported function name: (\S+)/.exec(words) ?? [];
  if (unknown !== undefined) return texError(place, ...describeUnknown(unknown, commands));
  for (const [pattern, describe] of MESSAGES) {
    const match = pattern.exec(thrown.trim().split('\n', 1)[0] ?? '');
    if (match !== null) return texError(place, ...describe(match, tex, place));
  }
  if (/call stack|timed out|array length|memory/i.test(thrown)) return texError(place, ...ENDLESS);
  const bare = /[_^]\s*(?:[}&]|$)/.exec(tex);
  if (bare !== null) return texError(bare.index, `Nothing follows \`${bare[0][0]}\``, BRACES);
  const isInternal = words === '' || /^Cannot read|\bundefined\b|\bnull\b/.test(words);
  const plain = words
    .replaceAll(/'([^']+)'|"([^"]+)"|(\\[a-zA-Z]+)/g, '`$1$2$3`')
    .replace(/\.$/, '');
  const message = isInternal ? "The formula can't be read" : plain;
  return texError(place, message, 'Check the TeX around here.');
}

/** What no formula contains: the start of a heading, the middle of a link, a template's tag, a URL, a blank line. */
const NO_FORMULA = /^#{1,6} |\]\(|\{%|%\}|\{\{[<%]|https?:\/\/|```/m;

function describePairing(tex: string): Words | null {
  if (!NO_FORMULA.test(tex) && !/\n[ \t]*\n/.test(tex.trim())) return null;
  const hint = "Add the missing `$`. Write `\\$` for a dollar sign that doesn't start a formula.";
  return ['A `$` is missing or wrongly paired: the formula seems to begin here', hint];
}

function describeEnd(tex: string): Words {
  const open: string[] = [];
  for (const [token, , name] of tex.matchAll(
    /\\(begin|end)\s*\{([^{}]*)\}|\\(?:left|right)(?![a-zA-Z])|\\[\s\S]|[{}]/g,
  )) {
    if (token === '{' || token === '\\left' || token.startsWith('\\begin'))
      open.push(name ?? token);
    else if (token === '}' || token === '\\right' || token.startsWith('\\end')) open.pop();
  }
  const last = open.at(-1);
  const close = last === '{' ? '}' : last === '\\left' ? '\\right' : `\\end{${last}}`;
  if (last === undefined) return ['The formula ends too early', 'Add what is missing at its end.'];
  return [`The formula ends before \`${close}\``, `Add \`${close}\`.`];
}

/** The commands whose argument is text. */
const TEXT = /\\(?:text\w*|mbox|hbox|fbox)\s*$/;

function isInText(tex: string, at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0; i -= 1) {
    if (tex[i - 1] === '\\') continue;
    if (tex[i] === '}') depth += 1;
    else if (tex[i] === '{') depth -= 1;
    if (depth < 0) return TEXT.test(tex.slice(0, i));
  }
  return false;
}

function describeText(tex: string, at: number): Words {
  const sign = tex[at] ?? '';
  return [`\`${sign}\` isn't text`, `Write \`\\${sign}\` in \`\\text{…}\`.`];
}

/** For `t_\max` and `Q^\vec{\mu}`, which need braces. */
function describeBare(name: string, sign: string, tex: string, at: number): Words {
  const argument = readGroup(tex, at + name.length);
  const whole = argument === null ? name : `${name}{${argument.content}}`;
  return [`\`${name}\` needs braces after \`${sign}\``, `Write \`${sign}{${whole}}\`.`];
}

function describeStray(sign: string, tex: string, at: number): Words {
  if (/^[_^&#%$~]$/.test(sign) && isInText(tex, at)) return describeText(tex, at);
  const lines = 'Write `\\&` to show it, or put the lines in `\\begin{aligned}…\\end{aligned}`.';
  if (sign === '&') return ['`&` is outside an alignment', lines];
  if (sign === '#') return ['`#` has a special meaning in TeX', 'Write `\\#` to show it.'];
  if (sign === '}')
    return ['This `}` has no matching `{`', 'Remove it, or write `\\}` to show it.'];
  if (sign === '\\right') return ['This `\\right` has no `\\left`', LEFT_RIGHT];
  if (sign === '\\end')
    return ['This `\\end` has no `\\begin`', 'Remove it, or add the `\\begin`.'];
  if (sign === '$') return DOLLAR;
  return [`\`${sign}\` isn't allowed here`, 'Remove it, or check what comes before it.'];
}

/** The environments that Temml knows. */
const ENVIRONMENTS = (
  'aligned align alignat alignedat gathered gather multline equation eqnarray flalign split cases ' +
  'dcases rcases array matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix subarray darray CD'
).split(' ');

function describeEnvironment(name: string): Words {
  const hint =
    askMeant(suggestWord(name, ENVIRONMENTS)) ?? 'Use `aligned`, `cases` or `matrix`, for example.';
  return [`Unknown environment \`${name}\``, hint];
}

/** Commands of MathJax and KaTeX that write HTML. */
const MARKUP = /^\\(?:href|url|cssId|html\w+)$/;

function describeUnknown(name: string, commands: readonly string[]): Words {
  if (MARKUP.test(name)) return describeMarkup(name);
  const meant = suggestWord(name.slice(1), commands);
  const hint = askMeant(meant === null ? null : `\\${meant}`);
  const define = 'Check its name, or define it: `\\newcommand{\\name}{…}`.';
  return [`Unknown command \`${name}\``, hint ?? define];
}

function describeMarkup(name: string): Words {
  const message = `\`${name}\` isn't allowed in a formula`;
  return [message, "Remove it: formulas can't contain links, styles or pictures."];
}
