/**
 * Aliases and `redirects` of site.yaml → the redirects that the site publishes. Pure.
 *
 * Each becomes a small page for hosts that know nothing of redirects, and all of them together lines
 * of `_redirects` for those that do. Where they lead is for the caller to say, who knows all pages.
 */
import type { StatedRedirect } from '../content/config.ts';
import type { ParsedEssay } from '../content/essay.ts';
import { isExternalUrl, stripSiteUrl } from '../content/html.ts';
import type { Stated } from '../content/text.ts';
import { makeProblem, type Place, type Problem } from '../problems.ts';
import type { SiteOutput } from './collisions.ts';
import { essayPath, trimPath } from './urls.ts';

/** An old path that leads elsewhere, and the place in the author's files that says so. */
export interface RedirectRule {
  /** Starts with "/"; may hold placeholders. */
  readonly from: string;
  /** A site path or an external URL; may hold the placeholders of `from`. */
  readonly to: string;
  /** True for a rule whose `:words` are placeholders; an alias may hold a colon of its own. */
  readonly isPattern: boolean;
  readonly place: Place;
  readonly source: string;
}

/** One page that redirects. */
export interface Redirect extends SiteOutput {
  /** Site path, as the author wrote it or as the rule makes it. */
  readonly from: string;
  /** Site path or external URL: where it ends, redirects of the target followed. */
  readonly to: string;
  /** The rule that makes it. */
  readonly rule: RedirectRule;
}

/** One line of `_redirects`, in site paths; may hold placeholders. */
export interface RedirectLine {
  readonly from: string;
  readonly to: string;
}

/** The values of placeholders for one essay: its slug, and its date with leading zeros. */
export type EssayAddress = Readonly<Record<'slug' | 'year' | 'month' | 'day', string>>;

/** What hosts take for a placeholder in the old path of a line. */
export const HOST_PLACEHOLDER = /\*|:[A-Za-z]/;

/** The placeholders of a redirect's old path, and what each of them matches. */
const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  ['slug', '[^/]+'],
  ['year', '\\d{4}'],
  ['month', '\\d{1,2}'],
  ['day', '\\d{1,2}'],
]);

/** Gathers the rules: those of site.yaml, then the essays' aliases. */
export function gatherRules(
  stated: readonly StatedRedirect[],
  essays: readonly ParsedEssay[],
  slugs: ReadonlyMap<string, string>,
  siteUrl: string,
): { value: RedirectRule[]; problems: Problem[] } {
  const value: RedirectRule[] = [];
  const problems: Problem[] = [];
  for (const { from, to, place } of stated) {
    const path = readSitePath(from, siteUrl);
    const names = listPlaceholders(path ?? '');
    const fault = findFault(path, names, { from, to });
    if (fault !== null) {
      problems.push(makeProblem('redirect-invalid', place, ...fault));
    } else {
      value.push({
        from: path ?? from,
        to,
        isPattern: names.length > 0,
        place,
        source: place.file,
      });
    }
  }
  for (const { path: source, aliases } of essays) {
    const to = essayPath(slugs.get(source) ?? '');
    for (const alias of aliases) {
      const from = readAlias(alias, siteUrl);
      if (from === null) problems.push(aliasInvalid(alias));
      else value.push({ from, to, isPattern: false, place: alias.place, source });
    }
  }
  return { value, problems };
}

/**
 * Expands rules into pages. A rule with placeholders makes one for each essay, which gives way to
 * whatever else is published there. `resolve` says where a site path leads (`readLink`).
 */
export function expandRules(
  rules: readonly RedirectRule[],
  essays: readonly EssayAddress[],
  resolve: (path: string) => { readonly kind: string; readonly address: string },
): { value: Redirect[]; problems: Problem[] } {
  const value: Redirect[] = [];
  const problems: Problem[] = [];
  for (const rule of rules) {
    const { isPattern, source, place } = rule;
    let count = 0;
    for (const values of isPattern ? essays : [{}]) {
      const from = isPattern ? fillPlaceholders(rule.from, values) : rule.from;
      const goal = isPattern ? fillPlaceholders(rule.to, values) : rule.to;
      const { kind, address: to } = isExternalUrl(goal)
        ? { kind: 'found', address: goal }
        : resolve(goal);
      if (kind !== 'found' && kind !== 'open') {
        if (!isPattern) problems.push(targetMissing(place, goal, kind === 'loop'));
        // Another form of the page's own address, such as /blog/x/: hosts serve it anyway.
      } else if (trimPath(from) !== trimPath(to)) {
        count++;
        const outputPath = redirectOutput(from);
        value.push({ from, to, rule, outputPath, source, place, isStated: !isPattern });
      }
    }
    if (isPattern && count === 0 && essays.length > 0) {
      problems.push(targetMissing(place, rule.to, trimPath(rule.from) === trimPath(rule.to)));
    }
  }
  return { value, problems };
}

/**
 * The lines of `_redirects`: exact ones first, since some hosts count every line after the first pattern
 * as one. Some follow these lines even where a file exists, so a pattern that also matches a page
 * (`/:slug`), as `matchesPage` says, is written out instead.
 */
export function listRedirectLines(
  redirects: readonly Redirect[],
  matchesPage: (pattern: string) => boolean,
): RedirectLine[] {
  const rules = new Set(redirects.map(({ rule }) => rule));
  const patterns = [...rules].filter((rule) => rule.isPattern && !matchesPage(rule.from));
  const kept = new Set(patterns);
  // An alias may hold what would be taken for a placeholder: its page has to do.
  const exact = redirects.filter(({ rule, from }) => {
    return !kept.has(rule) && !HOST_PLACEHOLDER.test(from);
  });
  return [...exact, ...patterns].map(({ from, to }) => ({
    from: from.replace(/(.)\/$/, '$1'),
    to: to.replace(/\s/g, '%20'),
  }));
}

/** An old path as an expression with a group for each placeholder. */
export function toRegExp(from: string): RegExp {
  const escaped = trimPath(from).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = escaped.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    return `(?<${name}>${PLACEHOLDERS.get(name) ?? '[^/]+'})`;
  });
  return new RegExp(`^${pattern}$`);
}

/** Puts values in place of the placeholders of a path; one without a value stays. */
export function fillPlaceholders(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(/:([A-Za-z]+)/g, (placeholder, name: string) => {
    return Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder;
  });
}

/** The placeholders in a path, without their colons. */
function listPlaceholders(path: string): string[] {
  return [...path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1] ?? '');
}

/**
 * The file that a host serves for the old path: `/a/b` is a/b.html, `/a/b/` a/b/index.html. Another
 * ending than .html would be served as something else than a page, so it becomes a folder.
 */
function redirectOutput(from: string): string {
  const path = (from.includes('%') ? decodeURI(from) : from).slice(1);
  if (path.endsWith('/')) return `${path}index.html`;
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1];
  if (extension === undefined) return `${path}.html`;
  return /^html?$/i.test(extension) ? path : `${path}/index.html`;
}

/** An alias without a slash at its head is relative to the essay's own address, as in Hugo. */
function readAlias({ value }: Stated, siteUrl: string): string | null {
  const isBare = !value.startsWith('/') && !isExternalUrl(value);
  const path = readSitePath(isBare ? `/blog/${value}` : value, siteUrl);
  return path === '/' ? null : path;
}

/**
 * The site path that an author states as an old address of this site: it begins with "/", or is an
 * absolute URL of the site. Null for what is no path, or would lead out of the output folder.
 */
function readSitePath(text: string, siteUrl: string): string | null {
  const path = stripSiteUrl(text, siteUrl) ?? text;
  if (!path.startsWith('/') || isExternalUrl(path) || /[\s?#\\]/.test(path)) return null;
  let decoded: string;
  try {
    decoded = decodeURI(path.replace(/%(?:2e|5c)/gi, decodeURIComponent));
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no disk takes them in a name
  if (/\/\/|[\\?#\u0000-\u001f]|(^|\/)\.\.?(\/|$)/.test(decoded)) return null;
  return path;
}

/** Says what is wrong with a stated redirect, and what to do; null for nothing. */
function findFault(
  path: string | null,
  names: readonly string[],
  { from, to }: RedirectLine,
): [message: string, hint: string] | null {
  const isTwice = new Set(names).size < names.length;
  if (path === null || path === '/' || isTwice || names.some((name) => !PLACEHOLDERS.has(name))) {
    const hint =
      'Write a path that begins with "/", without query or fragment; `:slug`, `:year`, `:month` and ' +
      '`:day` may stand for parts of it, each once.';
    return [`\`${from}\` is not an old path of this site`, hint];
  }
  if (!/^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(to)) {
    const hint = 'Write a path that begins with "/", or a whole URL.';
    return [`\`${to}\` is not a place to lead to`, hint];
  }
  if (isExternalUrl(to) || listPlaceholders(to).every((name) => names.includes(name))) return null;
  const message = `The target holds a placeholder that the old path \`${from}\` does not`;
  return [message, 'Put it into both, or into neither.'];
}

function targetMissing(place: Place, to: string, isLoop: boolean): Problem {
  const message = isLoop
    ? 'This redirect leads to itself'
    : `This redirect leads to \`${to}\`, which the site does not have`;
  const hint = 'Correct the new path.';
  return makeProblem(isLoop ? 'redirect-invalid' : 'link-broken', place, message, hint);
}

function aliasInvalid({ value, place }: Stated): Problem {
  const message = `The alias \`${value}\` is not an old path of this site`;
  const hint = 'Write a path such as `/2007/02/old-title`, without query or fragment.';
  return makeProblem('alias-invalid', place, message, hint);
}
