/**
 * Redirects of the site, from essays' aliases and `redirects` of site.yaml. Pure.
 *
 * Each redirect becomes a small page for hosts that do not know redirects, and a line of `_redirects` for
 * those that do. A page made from a pattern gives way to anything else published at its path.
 */

import { posix } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { ADDRESSES_PATH } from '../essays/paths.ts';
import { isExternalUrl, stripSiteUrl } from '../markdown/url-syntax.ts';
import { replaceFrom, subjectOf } from '../problems/edits.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems/problems.ts';
import { askMeant, decodePercent, joinWords, type Stated } from '../text/text.ts';
import type { SiteOutput } from './collisions.ts';
import type { Traces } from './memory/traces.ts';
import { fillRule, findPlaceholders, isReadable, PLACEHOLDER_NAMES } from './placeholders.ts';
import type { SluggedEssay } from './slugs.ts';
import * as urls from './urls.ts';
import { trimPath } from './urls.ts';

/** An old path and its target, and the place in the author's files that states them. */
export interface RedirectRule {
  /** Starts with "/"; may hold placeholders. */
  readonly from: string;
  /** A site path or an external URL; may hold placeholders. Equals `from` where the essay is gone. */
  readonly to: string;
  /** True for a rule whose `:words` are placeholders; an alias may hold a colon of its own. */
  readonly isPattern: boolean;
  /** False for a rule whose pages give way to other outputs without a problem. */
  readonly isStated: boolean;
  readonly place: Place;
  /** The old paths that it stands for, those of the oldest essay first. */
  readonly uses: readonly RuleUse[];
}

/** One old path of a rule, and its target; both without placeholders. */
interface RuleUse {
  readonly from: string;
  readonly to: string;
  /** The address of the essay whose old path it is, for a rule that leads to essays by their slugs; it may have another form. */
  readonly address?: string;
}

/** One page that redirects. */
export interface Redirect extends SiteOutput {
  /** Site path, with placeholders filled in. */
  readonly from: string;
  /** Site path or external URL of the final target, after any further redirects. */
  readonly to: string;
  readonly rule: RedirectRule;
  readonly use: RuleUse;
}

/** One line of `_redirects`, in site paths; may hold placeholders. */
export type RedirectLine = Pick<RedirectRule, 'from' | 'to'>;

/** Matches text in the old path of a line that hosts read as a placeholder. */
const HOST_PLACEHOLDER = /\*|:[A-Za-z]/;

type RuleConfig = Pick<SiteConfig, 'redirects' | 'gone' | 'url' | 'timezone'>;

/** The rules that the author states, and the problems of those that can't be read. */
interface GatheredRules {
  readonly value: readonly RedirectRule[];
  readonly problems: readonly Problem[];
}

/** Gathers the rules: `gone` and `redirects` of site.yaml, then aliases and permalinks of essays and pages. */
export function gatherRules(config: RuleConfig, all: readonly SluggedEssay[]): GatheredRules {
  const oldestFirst = all.filter(({ slug, page }) => slug !== '' && page === null).reverse();
  const gone = config.gone.map((each) => readGone(each, config));
  const stated = config.redirects.map((each) => readRule(each, oldestFirst, config));
  const aliases = all.flatMap((essay) => {
    const read = essay.aliases.map((alias) => readAlias(alias, essay, config));
    // The aliases of an unpublished text give way to others.
    return essay.draft ? read.map((each) => ({ ...each, isStated: false })) : read;
  });
  const permalinks = all.flatMap((essay) => {
    const stated = [...essay.permalinks, ...essay.oldPaths];
    return stated.flatMap((permalink) => readPermalink(permalink, essay, config));
  });
  const rules = [...gone, ...stated, ...aliases, ...permalinks];
  // A placeholder with two values gives the same problem twice.
  const problems = rules
    .filter((rule) => 'code' in rule)
    .map((problem) => [JSON.stringify(problem), problem] as const);
  return {
    value: rules.filter((rule) => 'from' in rule),
    problems: [...new Map(problems).values()],
  };
}

/** Where a site path leads, or what it was meant to be. */
export interface ResolvedPath {
  readonly kind: string;
  readonly address: string;
  readonly suggestion?: string | null;
}

/** The pages of rules, and the problems of rules that lead nowhere. */
interface ExpandedRules {
  readonly value: readonly Redirect[];
  readonly problems: readonly Problem[];
}

/** Makes the pages of the rules. `resolve` finds where a site path or an external URL leads. */
export function expandRules(
  rules: readonly RedirectRule[],
  resolve: (path: string) => ResolvedPath,
): ExpandedRules {
  const expanded = rules.map((rule) => expandRule(rule, resolve));
  return {
    value: expanded.flatMap(({ value }) => value),
    problems: expanded.flatMap(({ problems }) => problems),
  };
}

function expandRule(rule: RedirectRule, resolve: (path: string) => ResolvedPath): ExpandedRules {
  const { from, to, uses, isPattern, place } = rule;
  if (isGone(rule) && uses.length === 0) {
    return { value: [makeRedirect(rule, { from, to }, to)], problems: [] };
  }
  const value: Redirect[] = [];
  const problems: Problem[] = [];
  for (const use of uses) {
    const found = resolve(use.address ?? use.to);
    if (found.kind !== 'found' && found.kind !== 'open') {
      if (!isPattern) problems.push(targetMissing(place, use.to, found));
      continue;
    }
    // Hosts serve other forms of a page's own address, such as /blog/x/, without a redirect.
    if (trimPath(use.from) !== trimPath(found.address)) {
      value.push(makeRedirect(rule, use, found.address));
    }
  }
  if (isPattern && value.length === 0 && uses.length > 0) {
    const kind = trimPath(from) === trimPath(to) ? 'loop' : 'missing-target';
    problems.push(targetMissing(place, to, { kind }));
  }
  return { value, problems };
}

/** Makes the page of one old path, which leads to a site path or an external URL. */
function makeRedirect(rule: RedirectRule, use: RuleUse, to: string): Redirect {
  const { place, isStated } = rule;
  return {
    outputPath: urls.redirectOutput(use.from),
    source: place.file,
    place,
    isStated,
    from: use.from,
    to,
    rule,
    use,
  };
}

/**
 * The lines of `_redirects`: exact ones first, because some hosts count every line after the first
 * pattern as a pattern. Some hosts apply a line even where a file exists, so a pattern that also matches
 * a page (`/:slug`), according to `matchesPage`, is written as exact lines, as is one that hosts can't fill in.
 * Stated lines come first, since some hosts limit the number.
 */
export function listRedirectLines(
  redirects: readonly Redirect[],
  matchesPage: (pattern: string) => boolean,
): RedirectLine[] {
  const patterns = new Set(redirects.map(({ rule }) => rule).filter(isHostPattern));
  // Hosts only fill in the rule's own target, and follow no further redirects.
  for (const { rule, use, to } of redirects) {
    if (trimPath(use.to) !== trimPath(to)) patterns.delete(rule);
  }
  for (const rule of patterns) if (matchesPage(rule.from)) patterns.delete(rule);
  // An alias may hold text that hosts read as a placeholder; only its page redirects.
  const exact = redirects
    .filter(({ rule, from }) => !patterns.has(rule) && !HOST_PLACEHOLDER.test(from))
    .sort((a, b) => Number(b.isStated) - Number(a.isStated));
  const trim = (path: string) => path.replace(/(.)\/$/, '$1');
  return [...exact, ...patterns].map((each) => {
    const from = trim(each.from);
    return { from, to: isGone(each) ? from : each.to };
  });
}

/** True for a line that marks an address as gone. */
export function isGone({ from, to }: RedirectLine): boolean {
  return from === to;
}

/**
 * Makes the rules that lead to the present addresses of essays, from their former addresses and from the old paths
 * that patterns made of their former slugs.
 */
export function followMoves(
  traces: Traces,
  essays: readonly SluggedEssay[],
  rules: readonly RedirectRule[],
  { timezone }: Pick<SiteConfig, 'timezone'>,
): RedirectRule[] {
  const patterns = rules.filter(({ isPattern }) => isPattern);
  const moved = [...traces.values()].filter(({ essay, page }) => essay !== null && page === null);
  const byPath = new Map(moved.length > 0 ? essays.map((essay) => [essay.path, essay]) : []);
  return moved.flatMap(({ address, essay }) => {
    // A draft that is shown may have a slug that the essay has without drafts.
    const target = byPath.get(essay?.path ?? '');
    if (target === undefined) return [];
    const slug = decodePercent(trimPath(address).split('/').at(-1) ?? '');
    const isRetitled = target.page === null && slug !== target.slug;
    const filled = (isRetitled ? patterns : []).flatMap(({ from, to }) =>
      fillRule(from, to, { ...target, slug }, timezone),
    );
    const former = filled.filter(({ to }) => to === address || isEssayPattern(to));
    return [address, ...former.map(({ from }) => from)].map((from) =>
      makeRule(from, target.address, wholeFile(ADDRESSES_PATH)),
    );
  });
}

/** Netlify reads only a whole path segment as a placeholder; on Cloudflare, one within a segment matches too much. */
function isHostPattern({ from, to, isPattern }: RedirectRule): boolean {
  const isWithin = /[^/]:[A-Za-z]|:[A-Za-z]\w*[^/\w]/.test(from);
  return isPattern && !isWithin && isReadable(from, to);
}

/** True for the target of a rule that names essays by their slugs. */
function isEssayPattern(to: string): boolean {
  return trimPath(to) === urls.ESSAY_PATTERN;
}

/** Reads a redirect of site.yaml; one with placeholders has a use for each essay. */
function readRule(
  { from, to, place }: SiteConfig['redirects'][number],
  essays: readonly SluggedEssay[],
  { url, timezone }: RuleConfig,
): RedirectRule | Problem {
  const path = readOldPath(from, url);
  const stated = findPlaceholders(decodePercent(path ?? ''));
  const isTwice = new Set(stated).size < stated.length;
  const isKnown = (each: string) => PLACEHOLDER_NAMES.includes(each);
  if (path === null || path.includes('*') || isTwice || !stated.every(isKnown)) {
    const names = joinWords(PLACEHOLDER_NAMES, 'or');
    return oldPathInvalid(from, place, `; parts of it may be ${names}, each once`);
  }
  const isPattern = stated.length > 0;
  const isTarget = /^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(to);
  const isFilled =
    isExternalUrl(to) || findPlaceholders(to).every((each) => isPattern && isKnown(each));
  if (!isTarget || !isFilled) {
    const hint =
      'Write a path that begins with "/", or a whole URL; placeholders only if the old path has some.';
    const message = `A redirect can't lead to \`${to}\``;
    const edits = /^\w[^:]*$/.test(to) ? replaceFrom(place, `: ${to}`, `: /${to}`) : [];
    return makeProblem('redirect-invalid', place, message, hint, { edits });
  }
  const rule = makeRule(path, to.replace(/\s/g, '%20'), place, !isPattern);
  if (!isPattern) return rule;
  const leadsToEssays = isEssayPattern(rule.to);
  const uses = essays.flatMap((essay) => {
    return fillRule(path, rule.to, essay, timezone).flatMap(({ from, to }): RuleUse[] => {
      const filled = readOldPath(from, url);
      if (filled === null) return [];
      const use = { from: filled, to };
      return [leadsToEssays ? { ...use, address: essay.address } : use];
    });
  });
  return { ...rule, isPattern, uses };
}

/** Reads an address that `gone` in site.yaml lists. It gives way to any other output at its path. */
function readGone({ value, place }: Stated, { url }: RuleConfig): RedirectRule | Problem {
  const from = readOldPath(value, url);
  if (from === null) return oldPathInvalid(value, place);
  return { ...makeRule(from, from, place), uses: [] };
}

/** Makes a rule for one address. */
function makeRule(from: string, to: string, place: Place, isStated = false): RedirectRule {
  return { from, to, isPattern: false, isStated, place, uses: [{ from, to }] };
}

/**
 * Reads an alias. One without a leading slash is relative to the essay's own address, as in Hugo, or to the root, as in
 * Jekyll. Obsidian's aliases are other titles.
 */
function readAlias(
  { value, place }: Stated,
  essay: SluggedEssay,
  { url }: RuleConfig,
): RedirectRule | Problem {
  const isBare = !value.startsWith('/') && !isExternalUrl(value);
  const isJekyll = essay.path.includes('/_posts/');
  const folder = isJekyll ? '' : posix.dirname(essay.address).replace(/\/$/, '');
  const isTitle = /^[^/]* [^/]*$/.test(value);
  const from = isTitle
    ? null
    : readOldPath(isBare ? `/${posix.join(folder.slice(1), value)}` : value, url);
  if (from !== null) return makeRule(from, essay.address, place, true);
  const message = `The alias \`${value}\` isn't an old path of this site`;
  const hint =
    'Write a path such as `/2007/02/old-title`, without query or fragment, and with names that are ' +
    'short enough for files.';
  if (isTitle) return makeProblem('permalink-unread', place, message, hint);
  // With a comma or a space, it may be several.
  const edits = /[,\s]/.test(value) ? [] : replaceFrom(place, value, value.replace(/[?#].*/s, ''));
  return makeProblem('alias-invalid', place, message, hint, { edits });
}

/**
 * Reads a permalink, in which placeholders stand for the essay's own values; a leading slash may be missing,
 * and `index.html` means its folder. Ignores addresses of other hosts, and the home page.
 */
function readPermalink(
  { value, place }: Stated,
  essay: SluggedEssay,
  config: RuleConfig,
): (RedirectRule | Problem)[] {
  const path = rootPermalink(value, config.url);
  if (path === null) return [];
  return fillRule(path, '', essay, config.timezone).flatMap(({ from: filled }) => {
    if (filled === '/') return [];
    const from = /:[A-Za-z]|[{}<>]/.test(filled) ? null : readOldPath(filled, config.url);
    if (from !== null) return makeRule(from, essay.address, place);
    const message = `The old address \`${value}\` can't be read, so it doesn't lead to this essay`;
    const hint = 'If it was in use, add it to `aliases` as it was: `/2007/02/old-title/`.';
    return makeProblem('permalink-unread', place, message, hint);
  });
}

/** The path of a permalink as it is written, perhaps without a slash or with a host; null for another host. */
export function rootPermalink(value: string, siteUrl: string): string | null {
  const written = stripSiteUrl(value, siteUrl) ?? value;
  if (isExternalUrl(written)) return null;
  const rooted = `/${written}`.replace(/^\/+/, '/').replace(':output_ext', '.html');
  return rooted.replace(/\/index\.html?$/i, '/');
}

function oldPathInvalid(path: string, place: Place, more = ''): Problem {
  const message = `\`${path}\` isn't an old path of this site`;
  const hint = `Write a path that begins with "/", without query or fragment${more}.`;
  return makeProblem('redirect-invalid', place, message, hint);
}

/**
 * The site path of an old address, which is written as a path or as an absolute URL of this site; ASCII, with `%20` for
 * a space. Null
 * for the home page, for text that is not a path, and for a path that would leave the output folder.
 */
export function readOldPath(text: string, siteUrl: string): string | null {
  const path = stripSiteUrl(text, siteUrl) ?? text;
  if (!/^\/./.test(path) || isExternalUrl(path) || /[^\S ]|[?#\\]/.test(path)) return null;
  let decoded: string;
  let encoded: string;
  try {
    decoded = decodeURIComponent(path);
    encoded = path.replace(/[^!-~]/gu, encodeURIComponent);
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file system allows them in a name
  if (/\/\/|[\\?\u0000-\u001f]|(^|\/)\.(\.|git)?(\/|$)/i.test(decoded)) return null;
  const isLong = decoded.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME);
  return isLong || decoded.length > MAX_PATH ? null : encoded;
}

/** The limits of file systems, with room for what is added: bytes of a name, characters of a path. */
const MAX_NAME = 200;
const MAX_PATH = 1000;

function targetMissing(
  place: Place,
  to: string,
  { kind, suggestion }: Omit<ResolvedPath, 'address'>,
): Problem {
  const isLoop = kind === 'loop';
  const message = isLoop
    ? 'This redirect leads to itself'
    : `This redirect leads to \`${to}\`, which the site does not have`;
  const hint = askMeant(suggestion) ?? 'Correct the new path.';
  if (isLoop) return makeProblem('redirect-invalid', place, message, hint);
  const details = { edits: replaceFrom(place, to, suggestion), subject: subjectOf(to) };
  return makeProblem('link-broken', place, message, hint, details);
}
