/**
 * Real input: builds the 697 posts of a blog, 2006 to 2026, unchanged, and compares the site with an independent
 * reading of the posts.
 *
 * The posts are in ../shared/corpus, beside the repository and not part of it; if they are absent, these
 * tests are skipped and say so.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { decode } from 'he';
import { load as parseYaml } from 'js-yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import { cutLine, type Problem } from '../../src/problems/problems.ts';
import type { Essay } from '../../src/site/resolved-essay.ts';
import { straighten } from '../../src/text/text.ts';
import { type AuditedSite, CORPUS, POSTS, shareAudited } from '../support/audited-sites.ts';
import { statesOf } from '../support/site.ts';

/** A post as read independently of the program. */
type FrontMatter = Readonly<Record<string, unknown>>;
type Post = Readonly<{ name: string; frontMatter: FrontMatter }>;

describe.skipIf(CORPUS.isAbsent)(CORPUS.name, () => {
  const share = shareAudited(CORPUS);
  let site: AuditedSite;
  let published: Post[];
  let essays: Map<string, Essay>;

  beforeAll(() => {
    site = share();
    published = readdirSync(POSTS)
      .map(readPost)
      .filter(({ frontMatter }) => frontMatter.draft !== true);
    essays = new Map(site.site?.essays.map((essay) => [toName(essay.source), essay]));
  });

  test('become 680 essays, newest first, without the 17 drafts', () => {
    expect([published.length, essays.size, statesOf(site.site)]).toEqual([
      680,
      680,
      Array(17).fill('draft'),
    ]);
    const home = site.page('index.html');
    expect(home('main ol article').length).toBe(680);
    expect(home('body > header + main + footer').length).toBe(1);
    expect(home.html()).not.toMatch(/&amp;(#\d+|#x[\da-f]+|amp|lt|gt|quot|nbsp);/i);
    const stamps = [...essays.values()].map(({ publishedTimestamp }) => publishedTimestamp);
    expect(stamps).toEqual([...stamps].sort((a, b) => b - a));
  });

  const day = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  type Expect = (frontMatter: FrontMatter, name: string) => unknown;
  const kept: readonly [field: string, read: (essay: Essay) => unknown, expected: Expect][] = [
    ['slugs', ({ slug }) => slug, ({ slug }, name) => slug ?? name],
    ['timestamps', ({ publishedTimestamp }) => publishedTimestamp, ({ date }) => +toUtc(date)],
    [
      'dates, by year or, in the year of the build, by day',
      ({ formattedDate }) => formattedDate,
      ({ date }) => {
        const utc = toUtc(date);
        const year = utc.getUTCFullYear();
        return year === 2026 ? utc.toLocaleDateString('en-US', day) : String(year);
      },
    ],
    [
      'titles, decoded, ignoring the shape of quotes and dashes',
      ({ title }) => straighten(title),
      ({ title }) => straighten(fold(decode(String(title)))),
    ],
    ['tags, in their order', ({ tags }) => tags, ({ tags }) => toTags(tags)],
    [
      'summaries, as excerpts',
      ({ excerpt }) => straighten(excerpt),
      ({ summary }) => (summary ? straighten(fold(decode(String(summary)))) : expect.any(String)),
    ],
  ];
  test.each(kept)('keep their %s', (_, read, expected) => {
    for (const { name, frontMatter } of published) {
      expect([name, read(essays.get(name) as Essay)]).toEqual([name, expected(frontMatter, name)]);
    }
  });

  test('have problems of these kinds only, none of them an error', () => {
    const kinds =
      'alt-missing anchor-broken code-language-unknown fence-unclosed heading-space ' +
      'image-missing link-broken link-empty link-scheme-missing markup-foreign script-url tag-similar';
    expect([...new Set(site.codes)].sort().join(' ')).toBe(kinds);
    expect(site.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('have problems whose excerpt is the line of their place', () => {
    const isMisplaced = (problem: Problem) =>
      !problem.excerpt || cutLine(readLine(problem), problem.column ?? 0) !== problem.excerpt;
    expect(site.problems.filter(isMisplaced)).toEqual([]);
  });

  /** The line of the source at which a problem points. */
  function readLine({ file, line }: Problem): string {
    const lines = readFileSync(join(site.root, file ?? ''), 'utf8').split(/\r?\n/);
    return lines[(line ?? 0) - 1] ?? '';
  }
});

function readPost(fileName: string): Post {
  const text = readFileSync(join(POSTS, fileName), 'utf8').replaceAll('\r\n', '\n');
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
  return { name: toName(fileName), frontMatter: parseYaml(frontMatter) as FrontMatter };
}

/** `content/essays/2007-moments.md` → `2007-moments` */
function toName(path: string): string {
  return basename(path, '.md');
}

/** Parses `2007-12-31 17:02:06`, without a zone, as UTC. */
function toUtc(date: unknown): Date {
  const [day = '', time = '00:00:00'] = String(date).split(/[ T]/);
  return new Date(`${day}T${time}Z`);
}

function toTags(tags: unknown): string[] {
  const list = Array.isArray(tags) ? tags.map(String) : String(tags ?? '').split(',');
  return [...new Set(list.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
