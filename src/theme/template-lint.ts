/**
 * Lints a site's templates: finds mistakes that compile, yet don't do what their author expects.
 *
 * It searches the source text, without comments, since neither a dropped event handler nor a read of the clock can be
 * seen in the rendered HTML.
 */

import { fingerprint } from '../files/fingerprint.ts';
import {
  makeProblem,
  type Problem,
  type ProblemCode,
  placeAt,
  wholeFile,
} from '../problems/problems.ts';
import { type Stated, suggestWord } from '../text/text.ts';
import type { TemplateFiles } from './template-files.ts';

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;

/** Replaces comments by spaces. */
export function blankComments(text: string): string {
  return text.replace(COMMENT, (comment) => comment.replace(/[^\n]/g, ' '));
}

/** A mistake in a component, found by a pattern. */
interface LintRule {
  readonly code: ProblemCode;
  readonly pattern: RegExp;
  /** What follows the text that the pattern found. */
  readonly message: string;
  readonly hint: string;
}

const LINT_RULES: readonly LintRule[] = [
  {
    code: 'handler-ignored',
    pattern: /(?<=\s)on[A-Z]\w*(?==\{)/,
    message: "has no effect, because React doesn't run in the browser",
    hint: 'Add the listener in a client script and load it here: `<Script src="./menu.client.ts" />`, from `templates/Script.tsx`.',
  },
  {
    code: 'template-impure',
    pattern:
      /\bnew Date\(\)|\b(?:Date\.now|Math\.random|performance\.now|fetch)(?=\()|(?<=\bfrom\s?['"])(?:node:)?(?:fs|fs\/promises|os|https?|child_process)(?=['"])/,
    message:
      'depends on more than the props, and a page is rendered again only when its props change',
    hint: 'Use the props, or `usePage()`, which has the `year`, or move this into a client script.',
  },
  {
    code: 'script-moved',
    pattern: /(?<=<script\s(?:[^<>]*\s)?)async(?=[\s/>=])(?<!<head[\s>][\s\S]*)/,
    message: 'makes React move this script into the head',
    hint: "Use `defer` instead; it doesn't block the page either.",
  },
];

const ROOT_PATH = /(?<=\b(?:href|src|poster)=\{?["'`])\/(?!\/)[^"'`$\s]*(?=["'`])/g;

/** Lists the root paths that components state in attributes. A path that is computed is not among them. */
export function listRootPaths(
  components: readonly string[],
  templates: Pick<TemplateFiles, 'read' | 'show'>,
): Stated[] {
  return components.flatMap((name) => {
    const text = String(templates.read(name));
    const found = blankComments(text).matchAll(ROOT_PATH);
    return Array.from(found, ({ 0: value, index }) => {
      return { value, place: placeAt(templates.show(name), text, index) };
    });
  });
}

/** The note at the top of an ejected template: the package and version of the original, and its fingerprint. */
export const writeOrigin = (origin: string, fingerprint: string) =>
  `Copied by \`blog eject\` from ${origin} (${fingerprint})`;
const ORIGIN = /Copied by `blog eject` from (\S+(?: \S+)?) \(([0-9a-f]+)\)/;

/** Files that a template could use. */
const USABLE = /^templates\/(?!.*\.(?:d|test|stories)\.)[^.].*\.([cm]?[jt]sx?|css|s[ac]ss|less)$/;

/**
 * Lints the site's `own` templates that are in use, and reports its files that are not among the `sources` in use.
 */
export function lintTemplates(
  own: readonly string[],
  sources: readonly string[],
  templates: TemplateFiles,
): Problem[] {
  const usable = templates.names.filter((name) => USABLE.test(name));
  const shipped = usable.filter((name) => templates.locateOriginal(name) !== null);
  const unused = usable.filter((name) => ![...shipped, ...sources].includes(name));
  const mistakes = own.flatMap((name) => {
    const text = String(templates.read(name));
    const isComponent = /(?<!\.client)\.[jt]sx$/.test(name);
    const inComponent = isComponent ? lintComponent(name, text) : [];
    return [...inComponent, ...findOutdated(name, text, templates)];
  });
  return [...mistakes, ...unused.map((name) => fileUnused(name, shipped))];
}

function lintComponent(name: string, text: string): Problem[] {
  const plain = blankComments(text);
  return LINT_RULES.flatMap(({ code, pattern, message, hint }) => {
    const found = pattern.exec(plain);
    if (found === null) return [];
    const place = placeAt(name, text, found.index);
    return [makeProblem(code, place, `\`${found[0]}\` ${message}`, hint)];
  });
}

function findOutdated(name: string, text: string, templates: TemplateFiles): Problem[] {
  const origin = ORIGIN.exec(text);
  const original = templates.readOriginal(name);
  if (origin === null || original === null) return [];
  const current = fingerprint(original);
  if (origin[2] === current) return [];
  const message = `The original of this copy has changed since ${origin[1]}`;
  const hint = `Compare it with ${originalOf(name, templates)}, then change the fingerprint in this line to (${current}).`;
  return [makeProblem('template-outdated', placeAt(name, text, origin.index), message, hint)];
}

/** The path of the file that a site's template replaces; the program itself is in node_modules. */
function originalOf(name: string, templates: TemplateFiles): string {
  return templates.showOriginal(name).replace(/^(?=essay-blog\/)/, 'node_modules/');
}

function fileUnused(name: string, shipped: readonly string[]): Problem {
  const meant = suggestWord(name, shipped);
  const rest = name.endsWith('.css')
    ? `Put its rules into templates/site.css, or import it there: \`@import "./${name.replace(/^templates\//, '')}";\`.`
    : 'Import it in a template, load it with `<Script>` if it is a client script, or remove it.';
  const hint = meant ? `Did you mean ${meant}?` : rest;
  return makeProblem('file-unused', wholeFile(name), 'No template uses this file', hint);
}
