/**
 * The sites that the audits check: the repository's sample site, and real posts of twenty years, each at the
 * root of its host and below a base path.
 *
 * The posts are in ../shared/corpus, beside the repository and not part of it; if they are absent, their
 * audits are skipped and say so.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import { makeSiteUrls, type SiteUrls } from '../../src/site/urls.ts';
import { type BuiltSite, buildIn, essay, type Files, packageRoot, writeFiles } from './site.ts';

export interface AuditedSite extends BuiltSite {
  readonly urls: SiteUrls;
}

interface Audited {
  readonly name: string;
  readonly of: 'sample' | 'corpus';
  readonly url: string;
  readonly isAbsent: boolean;
  /** The site has every nth post. */
  readonly every: number;
  /** The value of `theme` in site.yaml, if it states one. */
  readonly theme?: string;
  /** Essays in other languages, by their paths. */
  readonly translations?: Files;
}

export const POSTS = join(packageRoot, '../shared/corpus/remysharp/posts');
const isAbsent = !existsSync(POSTS);
const absence = isAbsent ? ' (skipped: ../shared/corpus is not there)' : '';

const ROOT = 'https://example.com';
const BELOW = 'https://me.github.io/blog';

const sample = { of: 'sample', isAbsent: false, every: 1 } as const;
const corpus = { of: 'corpus', isAbsent, every: 1 } as const;
const posts = `the posts of twenty years${absence}`;

export const SAMPLE: Audited = { ...sample, name: 'the sample site', url: ROOT };
export const SAMPLE_BELOW: Audited = { ...sample, name: 'the sample below a path', url: BELOW };
export const CORPUS: Audited = { ...corpus, name: posts, url: 'https://remysharp.com' };
/** The sample site, with an essay in German and one in Arabic. */
export const SAMPLE_IN_THREE: Audited = {
  ...sample,
  name: 'the sample site in three languages',
  url: ROOT,
  translations: {
    'content/essays/de/2012/florence.md': essay(
      'title: Florenz\npublished: 2020-02-01\ntags: [Städte]',
      'Der Fluss.[^1]\n\n[^1]: Der Arno.\n\n- Brücken\n- Türme\n',
    ),
    'content/essays/ar/2012/florence.md': essay(
      'title: فلورنسا\npublished: 2020-02-02\ntags: [مدن]',
      'النهر.[^1]\n\n[^1]: نهر Arno.\n\n| أ | ب |\n| - | - |\n| ج | د |\n',
    ),
  },
};
/** A part is enough for base paths and for slow audits; BLOG_AUDIT=all includes every post. */
const everyOf = (part: number) => (process.env.BLOG_AUDIT === 'all' ? 1 : part);
export const CORPUS_BELOW: Audited = {
  ...corpus,
  name: `${posts} below a path`,
  url: BELOW,
  every: everyOf(5),
};
export const CORPUS_PART: Audited = { ...CORPUS, every: everyOf(20) };

/** Every setting that adds to pages, but no social images: those of so many essays would take long. */
const CORPUS_SETTINGS = `name: Remy Sharp
description: What was written in twenty years.
email: me@example.com
substack: https://example.substack.com
x: https://x.com/example
slugs: file
analytics:
  outbound: https://stats.example.com/outbound
redirects:
  /blog/post/:slug: /blog/:slug
socialImages: false
feedItems: 200
`;

/** The sites already built in this process, which test files share and do not change. */
const built = new Map<string, Promise<AuditedSite>>();

/** Builds a site for all tests of a describe block; returns how to get it. */
export function shareAudited(audited: Audited): () => AuditedSite {
  let site: AuditedSite | undefined;
  beforeAll(async () => {
    if (audited.isAbsent) return;
    const name = `${audited.name}, ${audited.every}, ${audited.theme}`;
    const building = built.get(name) ?? buildAudited(audited);
    built.set(name, building);
    site = await building;
  });
  return () => {
    if (site === undefined) throw new Error(`${audited.name} is not built yet`);
    return site;
  };
}

async function buildAudited(audited: Audited): Promise<AuditedSite> {
  const root = mkdtempSync(join(tmpdir(), 'site-'));
  layOut(root, audited);
  return { ...(await buildIn(root)), urls: makeSiteUrls(audited.url) };
}

function layOut(root: string, { of, url, every, theme, translations }: Audited): void {
  const languages = translations === undefined ? '' : 'languages: { de: {}, ar: {} }\n';
  const line = `url: ${url}\n${theme === undefined ? '' : `theme: ${theme}\n`}${languages}`;
  writeFiles(root, translations ?? {});
  if (of === 'sample') {
    cpSync(join(packageRoot, 'content'), join(root, 'content'), { recursive: true });
    const settings = readFileSync(join(root, 'content/site.yaml'), 'utf8');
    writeFiles(root, { 'content/site.yaml': settings.replace(/^url: .*\n/m, line) });
  } else {
    const essays = join(root, 'content/essays');
    mkdirSync(essays, { recursive: true });
    for (const name of everyNth(readdirSync(POSTS).sort(), every)) {
      cpSync(join(POSTS, name), join(essays, name));
    }
    writeFiles(root, { 'content/site.yaml': CORPUS_SETTINGS + line });
  }
}

/** Every nth item of a list: a sample that is the same in every run. */
export function everyNth<Item>(items: readonly Item[], n: number): Item[] {
  return items.filter((_, index) => index % n === 0);
}
