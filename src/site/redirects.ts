/**
 * Aliases, `redirects` and the old shape of addresses → the redirects that the site publishes.
 *
 * Each becomes a small page for hosts that know nothing of redirects, and all of them together lines
 * of `_redirects` for those that do.
 */
import type { StatedRedirect } from '../content/config.ts';
import type { ParsedEssay } from '../content/essay.ts';
import { isExternalUrl } from '../content/link-urls.ts';
import type { Stated } from '../content/values.ts';
import { makeProblem, type Place, type Problem } from '../problems.ts';
import type { Claim } from './collisions.ts';
import {
  listPlaceholders,
  makeFiller,
  PLACEHOLDERS,
  type RedirectRule,
  readSitePath,
  trimPath,
} from './redirect-rules.ts';
import type { SiteMap } from './site-map.ts';
import { essayPath, oldEssayPath } from './urls.ts';

/** One page that redirects. */
export interface Redirect extends Claim {
  /** Site path, as the author wrote it or as the rule makes it. */
  readonly from: string;
  /** Site path or external URL: where it ends, redirects of the target followed. */
  readonly to: string;
  /** The rule that makes it. */
  readonly rule: RedirectRule;
}

/** A rule and the place in the author's files that states it. */
interface PlacedRule extends RedirectRule {
  readonly place: Place | null;
  readonly source: string;
}

/** The old shape of an essay's address, which the specification's essays use among themselves. */
const OLD_SHAPE = { from: oldEssayPath(':slug'), to: essayPath(':slug'), isPattern: true };

/** Gathers the rules: what site.yaml states, the essays' aliases, and the old shape, in this order. */
export function gatherRules(
  stated: readonly StatedRedirect[],
  essays: readonly ParsedEssay[],
  slugOf: (essay: ParsedEssay) => string,
  siteUrl: string,
): { value: PlacedRule[]; problems: Problem[] } {
  const value: PlacedRule[] = [];
  const problems: Problem[] = [];
  for (const { from, to, place } of stated) {
    const path = readSitePath(from, siteUrl);
    const placeholders = listPlaceholders(path ?? '');
    const isUnknown = (name: string) => !PLACEHOLDERS.has(name);
    const isTwice = new Set(placeholders).size < placeholders.length;
    if (path === null || path === '/' || placeholders.some(isUnknown) || isTwice) {
      problems.push(redirectInvalid(place, from));
    } else if (!/^(?:https?:\/\/|mailto:|\/(?!\/))/i.test(to)) {
      problems.push(targetInvalid(place, to));
    } else if (!isExternalUrl(to) && listPlaceholders(to).some((n) => !placeholders.includes(n))) {
      problems.push(placeholderMissing(place, from));
    } else {
      const isPattern = placeholders.length > 0;
      value.push({ from: path, to, isPattern, place, source: place.file });
    }
  }
  for (const essay of essays) {
    const to = essayPath(slugOf(essay));
    for (const alias of essay.aliases) {
      const path = readAlias(alias, siteUrl);
      if (path === null) problems.push(aliasInvalid(alias));
      else {
        const { place } = alias;
        value.push({ from: path, to, isPattern: false, place, source: essay.path });
      }
    }
  }
  value.push({ ...OLD_SHAPE, place: null, source: 'the old shape of addresses' });
  return { value, problems };
}

/** What placeholders stand for, for one essay: its slug, and its date with leading zeros. */
export type EssayAddress = Readonly<Record<'slug' | 'year' | 'month' | 'day', string>>;

/** Expands rules into pages; a rule with placeholders makes one for each essay. */
export function expandRules(
  rules: readonly PlacedRule[],
  essays: readonly EssayAddress[],
  map: SiteMap,
): { value: Redirect[]; problems: Problem[] } {
  const value: Redirect[] = [];
  const problems: Problem[] = [];
  const origin = { sitePath: '/', source: '', ids: new Set<string>() };
  const next = new Map(rules.map(({ from, to }) => [trimPath(from), trimPath(to)]));
  for (const rule of rules) {
    const { isPattern, source, place } = rule;
    const [fillFrom, fillTo] = [makeFiller(rule.from), makeFiller(rule.to)];
    let count = 0;
    for (const values of isPattern ? essays : [{}]) {
      const from = isPattern ? fillFrom(values) : rule.from;
      const goal = isPattern ? fillTo(values) : rule.to;
      const reading = isExternalUrl(goal) ? null : map.read(goal, origin);
      if (reading === null || reading.kind === 'found') {
        const isStated = place !== null;
        const outputPath = redirectOutput(from);
        const to = reading?.address ?? goal;
        // Another form of the page's own address, such as /blog/x/: hosts serve it anyway.
        if (trimPath(from) === trimPath(to)) continue;
        count++;
        value.push({ from, to, rule, outputPath, source, place, isStated });
      } else if (place !== null && !isPattern) {
        problems.push(targetMissing(place, goal, isLoop(trimPath(from), next)));
      }
    }
    if (isPattern && place !== null && count === 0 && essays.length > 0) {
      problems.push(targetMissing(place, rule.to, trimPath(rule.from) === trimPath(rule.to)));
    }
  }
  return { value, problems };
}

/** One line of `_redirects`, in site paths; may hold placeholders. */
export interface RedirectLine {
  readonly from: string;
  readonly to: string;
}

/**
 * The lines of `_redirects`: one for each rule whose redirects stand. Some hosts follow these lines
 * even where a file exists, so a pattern that also matches a page (`/:slug`) is written out instead.
 */
export function listRedirectLines(
  rules: readonly RedirectRule[],
  standing: readonly Redirect[],
  map: SiteMap,
): RedirectLine[] {
  const byRule = new Map<RedirectRule, Redirect[]>();
  for (const redirect of standing) {
    const others = byRule.get(redirect.rule);
    if (others === undefined) byRule.set(redirect.rule, [redirect]);
    else others.push(redirect);
  }
  return rules.flatMap((rule): RedirectLine[] => {
    const redirects = byRule.get(rule) ?? [];
    if (redirects.length > 0 && rule.isPattern && !map.hasPathLike(rule.from)) {
      return [{ from: trimEnd(rule.from), to: rule.to.replace(/\s/g, '%20') }];
    }
    // A part that begins with a colon would be taken for a placeholder.
    return redirects
      .filter(({ from }) => !from.includes('/:'))
      .map(({ from, to }) => ({ from: trimEnd(from), to }));
  });
}

function trimEnd(path: string): string {
  return path.replace(/(.)\/$/, '$1');
}

/** True when following the redirects from a path leads back to it. */
function isLoop(from: string, next: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let path = next.get(from); path !== undefined; path = next.get(path)) {
    if (path === from) return true;
    if (seen.has(path)) return false;
    seen.add(path);
  }
  return false;
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

function redirectInvalid(place: Place, from: string): Problem {
  const message = `\`${from}\` is not an old path of this site`;
  const hint =
    'Write a path that begins with "/", without query or fragment; `:slug`, `:year`, `:month` and ' +
    '`:day` may stand for parts of it, each once.';
  return makeProblem('redirect-invalid', place, message, hint);
}

function targetInvalid(place: Place, to: string): Problem {
  const hint = 'Write a path that begins with "/", or a whole URL.';
  return makeProblem('redirect-invalid', place, `\`${to}\` is not a place to lead to`, hint);
}

function placeholderMissing(place: Place, from: string): Problem {
  const message = `The target holds a placeholder that the old path \`${from}\` does not`;
  return makeProblem('redirect-invalid', place, message, 'Put it into both, or into neither.');
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
