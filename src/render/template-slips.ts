/**
 * Finds mistakes in a site's templates that compile, yet do not do what their author expects. Pure.
 *
 * It searches the source text, without comments: rendered output shows neither dropped event handlers nor a read of
 * the clock.
 */
import { suggestWord } from '../content/text.ts';
import { makeProblem, type Problem, placeAt, wholeFile } from '../problems.ts';

/** A template of the site that is in use. */
export interface OwnTemplate {
  /** Relative to the site's root. */
  readonly name: string;
  readonly text: string;
  /** The fingerprint of the package's template of that name; null if there is none. */
  readonly original: string | null;
}

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Replaces comments by spaces. */
export function blankComments(text: string): string {
  return text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** Patterns that a component must not contain, each with its code, message and hint. */
const SLIPS = [
  [
    'handler-ignored',
    /(?<=\s)on[A-Z]\w*(?==\{)/,
    'has no effect, because React does not run in the browser',
    'Add the listener in a client script, and load that here: `<Script src="./menu.client.ts" />`.',
  ],
  [
    'template-impure',
    /\bnew Date\(\)|\b(?:Date\.now|Math\.random|performance\.now|fetch)(?=\()|(?<=\bfrom\s?['"])(?:node:)?(?:fs|fs\/promises|os|https?|child_process)(?=['"])/,
    'reads what is not in the props, and a page is made again only when those change',
    'Use the props, such as `year`, or read it in a client script.',
  ],
  [
    'template-invalid',
    /(?:=>|\bfunction\s*\w*\([^()]*\))\s*\{(?=\s*<[A-Za-z>])/,
    'begins with an element that is not returned, so nothing is shown',
    'Write `return` before the element, or parentheses in place of the braces.',
  ],
] as const;

/** The note at the top of an ejected template, with the fingerprint of the original. */
export const writeOrigin = (version: string, fingerprint: string) =>
  `Copied by \`blog eject\` from essay-blog ${version} (${fingerprint})`;
const ORIGIN = /Copied by `blog eject` from essay-blog (\S+) \(([0-9a-f]+)\)/;

/** Reports slips in templates in use, and the `unused` files; `shipped` are the names of the package's templates. */
export function findSlips(
  templates: readonly OwnTemplate[],
  unused: readonly string[],
  shipped: readonly string[],
): Problem[] {
  return [
    ...templates.flatMap(({ name, text, original }) => [
      ...(/(?<!\.client)\.[jt]sx$/.test(name) ? findInComponent(name, text) : []),
      ...findOutdated(name, text, original),
    ]),
    ...unused.map((name) => fileUnused(name, shipped)),
  ];
}

function findInComponent(name: string, text: string): Problem[] {
  const code = blankComments(text);
  return SLIPS.flatMap(([problem, pattern, message, hint]) => {
    const found = pattern.exec(code);
    if (found === null) return [];
    const place = placeAt(name, text, found.index);
    return [makeProblem(problem, place, `\`${found[0]}\` ${message}`, hint)];
  });
}

function findOutdated(name: string, text: string, original: string | null): Problem[] {
  const origin = ORIGIN.exec(text);
  if (origin === null || original === null || origin[2] === original) return [];
  const message = `The original of this copy has changed since essay-blog ${origin[1]}`;
  const hint = `Compare it with node_modules/essay-blog/${name}, then write (${original}) in this line.`;
  return [makeProblem('template-outdated', placeAt(name, text, origin.index), message, hint)];
}

function fileUnused(name: string, shipped: readonly string[]): Problem {
  const meant = suggestWord(name, shipped);
  const hint = meant
    ? `Did you mean ${meant}?`
    : 'Import it in a template, load it with `<Script>` if it is a client script, or remove it.';
  return makeProblem('file-unused', wholeFile(name), 'No template uses this file', hint);
}
