/**
 * Real input: the 697 posts of somebody's blog, 2006 to 2026, unchanged, read independently here.
 *
 * The posts lie beside the repository, in ../shared/corpus, and are no part of it; where they are
 * absent these tests are skipped, and say so.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { CheerioAPI } from 'cheerio';
import { decode } from 'he';
import { load as parseYaml } from 'js-yaml';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../src/problems.ts';
import type { Essay } from '../src/site/essay.ts';
import { type BuiltSite, buildIn, packageRoot } from './support/site.ts';

const POSTS = join(packageRoot, '../shared/corpus/remysharp/posts');
const isAbsent = !existsSync(POSTS);

/** A post as an independent reader finds it. */
interface Post {
  readonly name: string;
  readonly frontMatter: Readonly<Record<string, unknown>>;
}

const BLOCKS =
  'p, li, ul, ol, pre, div, table, tr, td, th, blockquote, h1, h2, h3, h4, h5, h6, br, option';

describe.skipIf(isAbsent)(
  `the posts of ../shared/corpus${isAbsent ? ' (skipped: they are not there)' : ''}`,
  () => {
    let root: string;
    let site: BuiltSite;
    let posts: Post[];

    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'blog-test-'));
      mkdirSync(join(root, 'content'));
      cpSync(POSTS, join(root, 'content/essays'), { recursive: true });
      writeFileSync(
        join(root, 'content/site.yaml'),
        'name: Remy Sharp\nurl: https://remysharp.com\nslugs: file\n',
      );
      site = await buildIn(root);
      posts = readdirSync(POSTS).map(readPost);
      return () => rmSync(root, { recursive: true, force: true });
    });

    const parsed = new Map<string, CheerioAPI>();

    /** The page of an essay; parsed once for all tests. */
    function pageOf(slug: string): CheerioAPI {
      const page = parsed.get(slug) ?? site.page(`blog/${slug}.html`);
      parsed.set(slug, page);
      return page;
    }

    const published = () => posts.filter(({ frontMatter }) => frontMatter.draft !== true);
    const essays = () => new Map(site.site?.essays.map((essay) => [toName(essay.source), essay]));
    const slugs = () => site.site?.essays.map(({ slug }) => slug) ?? [];

    /** What differs between every essay and what is expected of it, as "slug: got, not expected". */
    function findDifferences(
      read: (essay: Essay) => unknown,
      expected: (post: Post) => unknown,
    ): string[] {
      const found = essays();
      return published().flatMap((post) => {
        const essay = found.get(post.name);
        const got = essay === undefined ? 'nothing' : JSON.stringify(read(essay));
        const wanted = JSON.stringify(expected(post));
        return got === wanted ? [] : [`${post.name}: ${got}, not ${wanted}`];
      });
    }

    test('give 680 essays; the 17 drafts are left out', () => {
      expect(posts.length).toBe(697);
      expect(site.site?.essays.length).toBe(680);
      expect(site.site?.draftCount).toBe(17);
      expect(site.page('index.html')('main ol article').length).toBe(680);
    });

    test("have the files' names as slugs, the one that states its own too", () => {
      expect(slugs().sort()).toEqual(
        published()
          .map(({ name }) => name)
          .sort(),
      );
      const stated = posts.filter(({ frontMatter }) => 'slug' in frontMatter);
      expect(stated.map(({ frontMatter }) => frontMatter.slug)).toEqual(['tof-h-264']);
      expect(site.paths).toContain('blog/tof-h-264.html');
    });

    test('keep their dates', () => {
      const differences = findDifferences(
        ({ publishedTimestamp }) => new Date(publishedTimestamp).toISOString(),
        ({ frontMatter }) => toUtc(String(frontMatter.date)),
      );
      expect(differences).toEqual([]);
    });

    test('are listed newest first', () => {
      const stamps = site.site?.essays.map(({ publishedTimestamp }) => publishedTimestamp) ?? [];
      expect(stamps).toEqual([...stamps].sort((a, b) => b - a));
      expect(new Date(stamps.at(-1) ?? 0).getUTCFullYear()).toBe(2006);
    });

    test('show the year, or month and day in the year of the build', () => {
      const differences = findDifferences(
        ({ formattedDate }) => formattedDate,
        ({ frontMatter }) => {
          const date = new Date(toUtc(String(frontMatter.date)));
          const day = { month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
          const isThisYear = date.getUTCFullYear() === 2026;
          return isThisYear ? date.toLocaleDateString('en-US', day) : `${date.getUTCFullYear()}`;
        },
      );
      expect(differences).toEqual([]);
    });

    test('keep their titles, entities decoded', () => {
      const differences = findDifferences(
        ({ title }) => title,
        ({ frontMatter }) => fold(decode(String(frontMatter.title))),
      );
      expect(differences).toEqual([]);
    });

    test('keep their tags, in their order', () => {
      const differences = findDifferences(
        ({ tags }) => tags,
        ({ frontMatter }) => toTags(frontMatter.tags),
      );
      expect(differences).toEqual([]);
    });

    test('have read times within five percent of an independent count of words', () => {
      const wrong = [...essays().values()].filter(({ slug, readTime }) => {
        const words = readBodyText(pageOf(slug)).split(' ').length;
        const [least, most] = [0.95, 1.05].map((factor) => Math.ceil((words * factor) / 200));
        return readTime < Math.max(least ?? 0, 1) || readTime > Math.max(most ?? 0, 1);
      });
      expect(wrong.map(({ slug, readTime }) => `${slug}: ${readTime}`)).toEqual([]);
    });

    test('have a stated summary as excerpt', () => {
      const withSummary = published().filter(({ frontMatter }) => frontMatter.summary);
      const shown = withSummary.map(({ name }) => essays().get(name)?.excerpt);
      const stated = withSummary.map(({ frontMatter }) =>
        fold(decode(String(frontMatter.summary))),
      );
      expect(withSummary.length).toBeGreaterThan(30);
      expect(shown).toEqual(stated);
    });

    test('have, without a summary, the beginning of their text, at most 180 characters of it', () => {
      const found = essays();
      const wrong = published()
        .filter(({ frontMatter }) => !frontMatter.summary)
        .flatMap(({ name }) => {
          const { excerpt = '', slug = '' } = found.get(name) ?? {};
          const text = readBodyText(pageOf(slug)).replaceAll(' ', '');
          const begins = text.startsWith(excerpt.replace(/…$/, '').replaceAll(' ', ''));
          const isWhole = begins && (excerpt.endsWith('…') || text.length <= 180);
          return isWhole && excerpt !== '' && excerpt.length <= 181 ? [] : [`${name}: ${excerpt}`];
        });
      expect(wrong).toEqual([]);
    });

    test('never show an entity escaped twice on the home page', () => {
      expect(site.text('index.html')).not.toMatch(/&amp;(#\d+|#x[\da-f]+|amp|lt|gt|quot|nbsp);/i);
    });

    test('leave every page whole, whatever their bodies hold', () => {
      const broken = slugs().filter((slug) => {
        const $ = pageOf(slug);
        return (
          $('body > header + main').length !== 1 ||
          $('main').length !== 1 ||
          $('main > article + aside').length !== 1 ||
          $('main > :last-child').text() !== '← Check out more essays'
        );
      });
      expect(broken).toEqual([]);
      expect(site.page('index.html')('body > header + main + footer').length).toBe(1);
    });

    describe('draw problems that are all true', () => {
      const problemsOf = (...codes: string[]) =>
        site.problems.filter(({ code }) => codes.includes(code));

      test('and of five kinds only, none of them an error', () => {
        expect([...new Set(site.codes)].sort()).toEqual([
          'anchor-broken',
          'code-language-unknown',
          'image-missing',
          'link-broken',
          'script-url',
        ]);
        expect(new Set(site.problems.map(({ severity }) => severity))).toEqual(
          new Set(['notice', 'warning']),
        );
      });

      test('at the line that they show', () => {
        const misplaced = site.problems.filter((problem) => {
          const line = readLine(root, problem);
          const shown = problem.excerpt ?? '';
          return shown === '' || (problem.column ?? 0) < 1 || line !== shown;
        });
        expect(misplaced.map(describeProblem)).toEqual([]);
      });

      test('at the column where the address or the name stands', () => {
        const codes = ['code-language-unknown', 'link-broken', 'image-missing'];
        const misplaced = problemsOf(...codes).filter((problem) => {
          const rest = readLine(root, problem).slice((problem.column ?? 0) - 1);
          return !decode(rest).startsWith(quotedIn(problem));
        });
        expect(misplaced.map(describeProblem)).toEqual([]);
      });

      test('of links and pictures: the site has no such file', () => {
        const problems = problemsOf('link-broken', 'image-missing');
        // What answers an unknown address is not a place to link to.
        const paths = new Set(site.paths.filter((path) => path !== '404.html'));
        const untrue = problems.filter((problem) => {
          const address = new URL(quotedIn(problem), 'https://remysharp.com/blog/x');
          const path = decodeURIComponent(address.pathname).replace(/^\/|\/$/g, '');
          return (
            address.hostname !== 'remysharp.com' ||
            [path, `${path}.html`, `${path}/index.html`].some((each) => paths.has(each))
          );
        });
        expect(problems.length).toBeGreaterThan(1000);
        expect(untrue.map(describeProblem)).toEqual([]);
      });

      test('of anchors: the page has no such id', () => {
        const untrue = problemsOf('anchor-broken').filter(({ message }) => {
          const [, path = '', anchor = ''] = /page \/(\S+) has no `#(.*)`/.exec(message) ?? [];
          const $ = site.page(`${path}.html`);
          const ids = $('[id], a[name]').toArray();
          return ids.some((each) => [$(each).attr('id'), $(each).attr('name')].includes(anchor));
        });
        expect(untrue.map(describeProblem)).toEqual([]);
      });

      test('of script addresses: the line holds one, and no page does', () => {
        const problems = problemsOf('script-url');
        expect(problems.filter((each) => !readLine(root, each).includes('javascript:'))).toEqual(
          [],
        );
        const left = slugs().filter((slug) => pageOf(slug)('[href^="javascript:"]').length > 0);
        expect(left).toEqual([]);
      });

      test('of languages: there are no colours for them', () => {
        const names = problemsOf('code-language-unknown').map(quotedIn);
        expect([...new Set(names)].sort()).toEqual(['conf', 'jade', 'jq', 'nextbasic', 'pug']);
      });
    });
  },
);

function readPost(fileName: string): Post {
  const text = readFileSync(join(POSTS, fileName), 'utf8').replaceAll('\r\n', '\n');
  const [, frontMatter = ''] = /^---\n([\s\S]*?)\n---/.exec(text) ?? [];
  return {
    name: toName(fileName),
    frontMatter: parseYaml(frontMatter) as Record<string, unknown>,
  };
}

/** `content/essays/2007-moments.md` → `2007-moments` */
function toName(path: string): string {
  return basename(path, '.md');
}

/** `2007-12-31 17:02:06`, without a zone, as an ISO moment in UTC. */
function toUtc(date: string): string {
  const [day = '', time = '00:00:00'] = date.split(/[ T]/);
  return new Date(`${day}T${time}Z`).toISOString();
}

function toTags(tags: unknown): string[] {
  const list = Array.isArray(tags) ? tags.map(String) : String(tags ?? '').split(',');
  return [...new Set(list.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** The text of an essay's body, as a reader sees it. */
function readBodyText($: CheerioAPI): string {
  const body = $('main > article > :last-child').clone();
  body.find('script, style, template').remove();
  body.find(BLOCKS).before(' ').after(' ');
  return fold(body.text());
}

/** The line of the source at which a problem points. */
function readLine(root: string, problem: Problem): string {
  const lines = readFileSync(join(root, problem.file ?? ''), 'utf8').split(/\r?\n/);
  return lines[(problem.line ?? 0) - 1] ?? '';
}

/** What a message puts between its first backticks. */
function quotedIn({ message }: Problem): string {
  return /`(.*?)`/.exec(message)?.[1] ?? '';
}

function describeProblem({ file, line, column, message }: Problem): string {
  return `${file}:${line}:${column} ${message}`;
}
