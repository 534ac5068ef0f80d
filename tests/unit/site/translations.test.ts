/** Editions: the cost of sites in several languages. Their pages are tested in tests/site/languages.test.ts. */
import { expect, test } from 'vitest';
import { listEditions, placeEssay } from '../../../src/essays/editions.ts';
import { listFeeds } from '../../../src/render/feeds.ts';
import { makeSitemap } from '../../../src/render/sitemap.ts';
import { deriveSite } from '../../../src/site/site.ts';
import { expectCheap } from '../../support/cost.ts';
import { makeParsed, readSettings } from '../../support/parsed.ts';
import { NOW } from '../../support/site.ts';

const config = readSettings('tagPages: true\nuntranslated: show\nlanguages: { de: {}, ar: {} }\n');
const words = {
  intro: { text: '', parts: [], links: [], faults: [] },
  callToAction: null,
  footer: null,
};

/** Derives a site of essays in these files, all with one key. */
function derive(paths: readonly string[], translationKey: string | null) {
  const essays = paths.map((path, index) => {
    const { edition, stem, name } = placeEssay(path, null, listEditions(config));
    return makeParsed(path, NOW - 1000 * (index + 1), {
      title: name.name,
      plainTitle: name.name,
      fileName: name.name,
      edition: edition?.language ?? 'en',
      stem,
      tags: [`tag${index % 100}`],
      translationKey,
    });
  });
  return deriveSite(
    {
      config,
      words,
      otherSettings: config.languages.map((each) => ({ config: each, words })),
      branding: { logo: null, darkLogo: null, favicon: null },
      essays,
      pageTemplates: [],
      linkable: { files: new Map(), publicFiles: [], neighbours: [], services: [] },
      addressFile: null,
    },
    { showDrafts: false, showPrivate: false, previewUrl: null, now: NOW },
    { remembers: 'all', forgets: false, now: NOW, settings: '' },
    {},
  );
}

const COUNT = 2000;
const each = (tags: readonly string[], nameOf: (index: number) => string) =>
  tags.flatMap((tag) => {
    return Array.from({ length: COUNT }, (_, i) => `content/essays/${nameOf(i)}.${tag}.md`);
  });

test('the cost of translations grows linearly with their number', async () => {
  const paths = each(['en', 'de', 'ar'], (index) => `essay-${index}`);
  await expectCheap(() => {
    const { value: site, problems } = derive(paths, null);
    expect(problems).toEqual([]);
    expect(site.alternates.get('/de/blog/essay-7')).toHaveLength(3);
    expect(listFeeds(site)).toHaveLength(3 * (3 + 100));
    makeSitemap(site);
  });
});

test('the cost of second translations grows linearly with their number', async () => {
  const paths = each(['de', 'ar'], (index) => `folder-${index}/walk`);
  await expectCheap(() => {
    const { problems } = derive(paths, 'walk');
    expect(problems.map(({ code }) => code)).toContain('translation-duplicate');
  });
});
