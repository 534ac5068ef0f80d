/**
 * Redirects of the site, from essays' aliases and `redirects` of site.yaml, and the rule that no two
 * outputs take the same path. Pure.
 *
 * Each redirect becomes a small page for hosts that do not know redirects, and a line of `_redirects` for
 * those that do. A page made from a pattern gives way to anything else published at its path.
 */
import type { StatedRedirect } from '../content/config.ts';
import { calendarDay } from '../content/dates.ts';
import { isExternalUrl, stripSiteUrl } from '../content/html.ts';
import { isPublic, listFoldersAbove } from '../content/paths.ts';
import type { Stated } from '../content/text.ts';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems.ts';
import type { SluggedEssay } from './slugs.ts';
import { essayPath, trimPath } from './urls.ts';

/** An old path that leads elsewhere, and the place in the author's files that states it. */
export interface RedirectRule {
  /** Starts with "/"; may hold placeholders. */
  readonly from: string;
  /** A site path or an external URL; may hold the placeholders of `from`. */
  readonly to: string;
  /** True for a rule whose `:words` are placeholders; an alias may hold a colon of its own. */
  readonly isPattern: boolean;
  readonly place: Place;
}

/** A file of out/ that comes from something the author wrote. */
export interface SiteOutput {
  readonly outputPath: string;
  /** The file it is made from, relative to the site's root. */
  readonly source: string;
  /** The place in the source that asks for it; null for the source as a whole. */
  readonly place: Place | null;
  /** False for an output that gives way to others without a problem. */
  readonly isStated: boolean;
}

/** One page that redirects. */
export interface Redirect extends SiteOutput {
  /** Site path, with placeholders filled in. */
  readonly from: string;
  /** Site path or external URL of the final target, behind any further redirects. */
  readonly to: string;
  readonly rule: RedirectRule;
}

/** One line of `_redirects`, in site paths; may hold placeholders. */
export type RedirectLine = Pick<RedirectRule, 'from' | 'to'>;

/** Matches text in the old path of a line that hosts read as a placeholder. */
export const HOST_PLACEHOLDER = /\*|:[A-Za-z]/;

const PLACEHOLDER = /:[A-Za-z]+/g;

/** The placeholders of a redirect's old path, and what each of them matches. */
const PLACEHOLDERS: ReadonlyMap<string, string> = new Map([
  [':slug', '[^/]+'],
  [':year', '\\d{4}'],
  [':month', '\\d{1,2}'],
  [':day', '\\d{1,2}'],
]);

/** Gathers the rules: those of site.yaml, then the essays' aliases. */
export function gatherRules(
  stated: readonly StatedRedirect[],
  essays: readonly SluggedEssay[],
  siteUrl: string,
): { value: RedirectRule[]; problems: Problem[] } {
  const rules = [
    ...stated.map((redirect) => readRule(redirect, siteUrl)),
    ...essays.flatMap(({ aliases, slug }) => {
      return aliases.map((alias) => readAlias(alias, essayPath(slug), siteUrl));
    }),
  ];
  return {
    value: rules.filter((rule) => 'from' in rule),
    problems: rules.filter((rule) => 'code' in rule),
  };
}

/**
 * Expands rules into pages; a pattern makes one for each essay. `resolve` tells where a site path leads
 * (`readLink`).
 */
export function expandRules(
  rules: readonly RedirectRule[],
  essays: readonly SluggedEssay[],
  timeZone: string,
  resolve: (path: string) => { readonly kind: string; readonly address: string },
): { value: Redirect[]; problems: Problem[] } {
  const value: Redirect[] = [];
  const problems: Problem[] = [];
  const published = essays.filter(({ slug }) => slug !== '');
  for (const rule of rules) {
    const { isPattern, place } = rule;
    let count = 0;
    for (const values of isPattern ? published.map((each) => listValues(each, timeZone)) : [{}]) {
      const from = fillPlaceholders(rule.from, values);
      const goal = fillPlaceholders(rule.to, values);
      const { kind, address: to } = isExternalUrl(goal)
        ? { kind: 'found', address: goal }
        : resolve(goal);
      if (kind !== 'found' && kind !== 'open') {
        if (!isPattern) problems.push(targetMissing(place, goal, kind === 'loop'));
        // Hosts serve other forms of a page's own address, such as /blog/x/, without a redirect.
      } else if (trimPath(from) !== trimPath(to)) {
        count++;
        const outputPath = redirectOutput(from);
        const source = place.file;
        value.push({ from, to, rule, outputPath, source, place, isStated: !isPattern });
      }
    }
    if (isPattern && count === 0 && published.length > 0) {
      problems.push(targetMissing(place, rule.to, trimPath(rule.from) === trimPath(rule.to)));
    }
  }
  return { value, problems };
}

/**
 * The lines of `_redirects`: exact ones first, because some hosts count every line after the first
 * pattern as a pattern. Some hosts apply a line even where a file exists, so a pattern that also matches
 * a page (`/:slug`), as `matchesPage` tells, is written as exact lines.
 */
export function listRedirectLines(
  redirects: readonly Redirect[],
  matchesPage: (pattern: string) => boolean,
): RedirectLine[] {
  const rules = new Set(redirects.map(({ rule }) => rule));
  const patterns = [...rules].filter((rule) => rule.isPattern && !matchesPage(rule.from));
  // An alias may hold text that hosts read as a placeholder; only its page redirects.
  const exact = redirects.filter(({ rule, from }) => {
    return !patterns.includes(rule) && !HOST_PLACEHOLDER.test(from);
  });
  return [...exact, ...patterns].map(({ from, to }) => ({
    from: from.replace(/(.)\/$/, '$1'),
    to,
  }));
}

/** Compiles an old path into an expression with a group for each placeholder. */
export function toRegExp(from: string): RegExp {
  const escaped = trimPath(from).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = escaped.replace(PLACEHOLDER, (placeholder) => {
    return `(?<${placeholder.slice(1)}>${PLACEHOLDERS.get(placeholder) ?? '[^/]+'})`;
  });
  return new RegExp(`^${pattern}$`);
}

/** Replaces the placeholders of a path by their values; one without a value stays. */
export function fillPlaceholders(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(PLACEHOLDER, (placeholder) => {
    const name = placeholder.slice(1);
    return Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder;
  });
}

/**
 * Decides which outputs are written, and returns a problem for each pair of stated ones that collide.
 * Paths that differ only in case collide: many file systems, and some hosts, take them for one. An
 * output that is not stated gives way to one that is; equal outputs of one source count once.
 */
export function settleOutputs(outputs: readonly SiteOutput[]): {
  standing: ReadonlySet<SiteOutput>;
  problems: Problem[];
} {
  const owners = new Map<string, SiteOutput>();
  const problems: Problem[] = [];
  const collide = ({ outputPath, source, place }: SiteOutput, what: string) => {
    const message = `out/${outputPath} ${what}`;
    const hint = 'Change the slug, the alias or the name of one of the two.';
    problems.push(makeProblem('output-collision', place ?? wholeFile(source), message, hint));
  };
  const statedFirst = [...outputs].sort((a, b) => Number(b.isStated) - Number(a.isStated));
  for (const output of statedFirst) {
    const { outputPath, source, isStated } = output;
    const key = toKey(outputPath);
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, output);
    else if (isStated && (source !== owner.source || outputPath !== owner.outputPath)) {
      const differs = outputPath === owner.outputPath ? '' : ' (only case differs)';
      const isTwice = source === owner.source;
      const other = isTwice ? 'twice from this file' : `from ${owner.source} as well`;
      collide(output, `would be written ${other}${differs}`);
    }
  }
  const standing = new Set(owners.values());
  for (const [key, output] of owners) {
    // At /x, some hosts serve x.html and some serve x/index.html.
    const twin = owners.get(key.replace(/\/index\.html$/, '.html'));
    if (twin !== undefined && twin.source !== output.source) {
      if (!isPublic(twin.source) || !isPublic(output.source)) {
        collide(output, `has the address of out/${twin.outputPath}, from ${twin.source}`);
      }
    }
    const file = listFoldersAbove(key)
      .map((path) => owners.get(path))
      .find(Boolean);
    if (file === undefined) continue;
    if (!output.isStated) standing.delete(output);
    else if (!file.isStated) standing.delete(file);
    else collide(output, `needs a folder where ${file.source} puts a file`);
  }
  return { standing, problems };
}

/** Makes a key that is equal for paths that some file systems take for one. */
function toKey(outputPath: string): string {
  const key = outputPath.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them
  return /^[\u0000-\u007f]*$/.test(key) ? key : key.normalize('NFC');
}

/** The values of the placeholders for one essay: its slug, and its date with leading zeros. */
function listValues({ slug, publishedTimestamp }: SluggedEssay, timeZone: string) {
  const { year, month, day } = calendarDay(publishedTimestamp, timeZone);
  const pad = (number: number) => String(number).padStart(2, '0');
  return { slug, year: String(year), month: pad(month), day: pad(day) };
}

/**
 * The file that a host serves for the old path: a/b.html for `/a/b`, a/b/index.html for `/a/b/`. A path
 * with an extension other than .html becomes a folder, since hosts derive the content type from it.
 */
function redirectOutput(from: string): string {
  const path = (from.includes('%') ? decodeURI(from) : from).slice(1);
  if (path.endsWith('/')) return `${path}index.html`;
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1];
  if (extension === undefined) return `${path}.html`;
  return /^html?$/i.test(extension) ? path : `${path}/index.html`;
}

/** Reads a redirect of site.yaml. */
function readRule({ from, to, place }: StatedRedirect, siteUrl: string): RedirectRule | Problem {
  const path = readOldPath(from, siteUrl);
  const stated: readonly string[] = path?.match(PLACEHOLDER) ?? [];
  const isTwice = new Set(stated).size < stated.length;
  if (path === null || isTwice || stated.some((each) => !PLACEHOLDERS.has(each))) {
    const message = `\`${from}\` is not an old path of this site`;
    const hint =
      'Write a path that begins with "/", without query or fragment; `:slug`, `:year`, `:month` and ' +
      '`:day` may stand for parts of it, each once.';
    return makeProblem('redirect-invalid', place, message, hint);
  }
  if (!/^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(to)) {
    const hint = 'Write a path that begins with "/", or a whole URL.';
    return makeProblem('redirect-invalid', place, `\`${to}\` cannot be redirected to`, hint);
  }
  if (!isExternalUrl(to) && to.match(PLACEHOLDER)?.some((each) => !stated.includes(each))) {
    const message = `The target has a placeholder that the old path \`${from}\` does not`;
    const hint = 'Use it in both, or in neither.';
    return makeProblem('redirect-invalid', place, message, hint);
  }
  return { from: path, to: to.replace(/\s/g, '%20'), isPattern: stated.length > 0, place };
}

/** Reads an alias. As in Hugo, one without a leading slash is relative to the essay's own address. */
function readAlias({ value, place }: Stated, to: string, siteUrl: string): RedirectRule | Problem {
  const isBare = !value.startsWith('/') && !isExternalUrl(value);
  const from = readOldPath(isBare ? `/blog/${value}` : value, siteUrl);
  if (from !== null) return { from, to, isPattern: false, place };
  const message = `The alias \`${value}\` is not an old path of this site`;
  const hint =
    'Write a path such as `/2007/02/old-title`, without query or fragment, and with names that are ' +
    'short enough for files.';
  return makeProblem('alias-invalid', place, message, hint);
}

/**
 * The site path of an old address, which is written as a path or as an absolute URL of this site. Null
 * for the home page, for text that is not a path, and for a path that would leave the output folder.
 */
function readOldPath(text: string, siteUrl: string): string | null {
  const path = stripSiteUrl(text, siteUrl) ?? text;
  if (!/^\/./.test(path) || isExternalUrl(path) || /[\s?#\\]/.test(path)) return null;
  let decoded: string;
  try {
    decoded = decodeURI(path.replace(/%(?:2e|5c)/gi, decodeURIComponent));
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file system allows them in a name
  if (/\/\/|[\\?#\u0000-\u001f]|(^|\/)\.\.?(\/|$)/.test(decoded)) return null;
  const isLong = decoded.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME);
  return isLong || decoded.length > MAX_PATH ? null : path;
}

/** The limits of file systems, less what a name and a path grow by: bytes of a name, characters of a path. */
const [MAX_NAME, MAX_PATH] = [200, 1000];

function targetMissing(place: Place, to: string, isLoop: boolean): Problem {
  const message = isLoop
    ? 'This redirect leads to itself'
    : `This redirect leads to \`${to}\`, which the site does not have`;
  const hint = 'Correct the new path.';
  return makeProblem(isLoop ? 'redirect-invalid' : 'link-broken', place, message, hint);
}
