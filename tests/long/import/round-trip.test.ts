/**
 * `blog import out/feed.json`: the resulting site has the texts, dates, tags and addresses of the original one. The
 * corpus of twenty years of posts is not part of the repository.
 */
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Essay } from '../../../src/site/resolved-essay.ts';
import { straighten } from '../../../src/text/text.ts';
import { CORPUS, everyNth, POSTS } from '../../support/audited-sites.ts';
import { importFiles } from '../../support/import.ts';
import { type BuiltSite, buildIn, makeSite, packageRoot, SITE_YAML } from '../../support/site.ts';

const EVERY = process.env.BLOG_AUDIT === 'all' ? 1 : 12;
const settings = `${SITE_YAML}feedItems: 1000\nslugs: file\n`;

const ESSAYS = 'content/essays';
const copySample = (to: string) => cpSync(join(packageRoot, ESSAYS), to, { recursive: true });
function copyPosts(to: string): void {
  for (const name of everyNth(readdirSync(POSTS).sort(), EVERY)) {
    cpSync(join(POSTS, name), join(to, name));
  }
}

/** The text of an essay on its page, without what the build adds. */
function bodyText(site: BuiltSite, slug: string, title: string): string {
  const $ = site.page(`blog/${slug}.html`);
  const body = $('main > article > :last-child');
  body.find('.heading-link, script, style').remove();
  // The build drops a first heading that repeats the title; the next one may repeat it, too.
  body
    .find('h1, h2, h3')
    .filter((_, each) => $(each).text() === title)
    .remove();
  body.find('p, li, pre, h1, h2, h3, h4, td, th, br, div, figure, blockquote, dt, dd').before(' ');
  return straighten(body.text()).replace(/\s+/g, ' ').trim();
}

const factsOf =
  (site: BuiltSite) =>
  ({ slug, title, tags, publishedTimestamp, language }: Essay) => ({
    ...{ slug, tags, publishedTimestamp, language },
    title: straighten(title),
    text: bodyText(site, slug, title),
  });

describe.each([
  ['the sample', copySample, false],
  [CORPUS.name, copyPosts, CORPUS.isAbsent],
])('a feed of %s', (_, copyTo, isAbsent) => {
  test.skipIf(isAbsent)(
    'gives the same essays under the same addresses',
    async () => {
      const former = makeSite({ 'content/site.yaml': settings });
      copyTo(join(former, ESSAYS));
      const old = await buildIn(former);
      const files = { 'content/site.yaml': settings, 'feed.json': old.text('feed.json') };
      const { code, out, build } = await importFiles(files, ['feed.json']);
      expect([code, out]).toEqual([0, expect.stringContaining(`${old.site?.essays.length} ess`)]);
      const site = await build();
      expect(site.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
      const [before = [], after = []] = [old, site].map((each) =>
        each.site?.essays.map(factsOf(each)),
      );
      const bySlug = new Map(after.map((each) => [each.slug, each]));
      const wrong = before.filter((each) => !isDeepStrictEqual(each, bySlug.get(each.slug)));
      expect(wrong.slice(0, 3).map(({ slug }) => bySlug.get(slug))).toEqual(wrong.slice(0, 3));
      expect(after.length).toBe(before.length);
      // To feed readers, the items are the same.
      const ids = ({ text }: BuiltSite) =>
        JSON.parse(text('feed.json')).items.map(({ id }: { id: string }) => id);
      expect(ids(site).sort()).toEqual(ids(old).sort());
    },
    300_000,
  );
});
