/**
 * Runs `blog list`: the essays of a site, newest first, with date, state, words, address and tags.
 */
import { readWholeSite } from '../build/record-address.ts';
import type { BuildRequest } from '../build/request.ts';
import { formatMoment } from '../essays/dates.ts';
import { hasErrors, showControls } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { decodePercent } from '../text/text.ts';
import { tellNoSite } from './site.ts';

/** The essays to list; all if nothing is stated. */
export interface ListOptions {
  readonly tag?: string;
  /** True for drafts and scheduled essays. */
  readonly drafts?: boolean;
  /** True for essays that aren't drafts, but that no list of the site shows. */
  readonly hidden?: boolean;
  readonly json?: boolean;
}

/** An essay in the list. */
interface ListedEssay {
  readonly file: string;
  readonly title: string;
  /** `2020-12-03`, or null. */
  readonly date: string | null;
  readonly state: 'published' | 'unlisted' | 'draft' | 'scheduled' | 'private' | 'expired';
  readonly tags: readonly string[];
  readonly words: number;
  /** Null for an expired essay, and for one with an error. */
  readonly address: string | null;
}

const STATES = {
  draft: 'draft',
  private: 'private',
  'not yet': 'scheduled',
  'no longer': 'expired',
} as const;

/** Returns the exit code: 1 if there is no site, or an essay has an error. */
export async function runList(
  request: BuildRequest,
  { tag, drafts, hidden, json }: ListOptions,
  terminal: report.Terminal,
): Promise<0 | 1> {
  if (tellNoSite(request.root, terminal)) return 1;
  const mode = { ...request.mode, showDrafts: true, showPrivate: true };
  const { parsed, derived } = await readWholeSite({ ...request, mode });
  const errors = parsed.essayProblems.filter((problem) => hasErrors([problem]));
  if (errors.length > 0) report.tellProblems(errors, terminal);
  const essays = listAll(parsed, derived).filter(({ state, tags }) => {
    const isDraft = state === 'draft' || state === 'scheduled';
    const isAsked = !drafts && !hidden;
    const isHidden = !isDraft && state !== 'published';
    return (isAsked || (drafts && isDraft) || (hidden && isHidden)) && (!tag || tags.includes(tag));
  });
  if (json) terminal.write(showControls(report.formatJson({ essays })));
  else terminal.write(formatList(essays, terminal.paint));
  return errors.length > 0 ? 1 : 0;
}

type WholeSite = Awaited<ReturnType<typeof readWholeSite>>;

/** Lists all essays, newest first; those without a date come first. */
function listAll(
  { essays }: WholeSite['parsed'],
  { site: { value: site } }: WholeSite['derived'],
): ListedEssay[] {
  const addresses = new Map(site.essays.map(({ source, address }) => [source, address]));
  return Object.values(essays)
    .map(({ essay }) => essay)
    .filter(({ page }) => page === null)
    .sort((a, b) => momentOf(b) - momentOf(a) || (a.path < b.path ? -1 : 1))
    .map((essay): ListedEssay => {
      const { path, title, tags, wordCount, isUndated, publishedTimestamp, unlisted } = essay;
      const held = site.heldBack.get(path);
      const address = addresses.get(path);
      return {
        file: path,
        title,
        date: isUndated
          ? null
          : formatMoment(publishedTimestamp, site.config.timezone).slice(0, 10),
        state: held ? STATES[held.state] : unlisted ? 'unlisted' : 'published',
        tags,
        words: wordCount,
        address: address ? decodePercent(address) : null,
      };
    });
}

const momentOf = (essay: { readonly isUndated: boolean; readonly publishedTimestamp: number }) =>
  essay.isUndated ? Number.MAX_VALUE : essay.publishedTimestamp;

/** Formats essays in columns, and their number. */
function formatList(essays: readonly ListedEssay[], paint: report.Paint): string {
  const rows = essays.map(({ date, state, words, address, file, tags }) => [
    (date ?? '').padEnd(10),
    state.padEnd(9),
    report.count(words, 'word').padStart(12),
    paint('cyan', showControls(address ?? file)),
    paint('dim', showControls(tags.map((tag) => `#${tag}`).join(' '))),
  ]);
  const lines = rows.map((row) => row.join('  ').trimEnd());
  const words = essays.reduce((sum, each) => sum + each.words, 0);
  const total = `${report.count(essays.length, 'essay')}, ${report.count(words, 'word')}`;
  return `${[...lines, paint('bold', total)].join('\n')}\n`;
}
