/** Parsed essays and settings for tests of the steps that derive a site. */
import { parseConfig, type SiteConfig } from '../../src/essays/config.ts';
import type { ParsedEssay } from '../../src/essays/essay.ts';
import { kindOf } from '../../src/essays/page-kinds.ts';
import { splitFileName } from '../../src/essays/paths.ts';
import { SITE_YAML } from './site.ts';

/** The settings of the test sites, and further lines of site.yaml. */
export function readSettings(lines = ''): SiteConfig {
  return parseConfig({ path: 'content/site.yaml', bytes: Buffer.from(SITE_YAML + lines) }).value;
}

/** A place in a file, for values that an author states. */
export function placeIn(file: string) {
  return { file, line: 1, column: 1, excerpt: '' };
}

/** A parsed essay of these `words`, published at a moment (ms), with the given facts. */
export function makeParsed(
  path: string,
  publishedTimestamp: number,
  facts: Partial<ParsedEssay> = {},
  words = path,
): ParsedEssay {
  const fileName = splitFileName(path).name;
  return {
    path,
    fileName,
    title: fileName,
    plainTitle: fileName,
    subtitle: null,
    digest: words,
    hidden: null,
    unlisted: false,
    notBefore: null,
    expires: null,
    draft: false,
    scheduled: null,
    pinned: false,
    isUndated: false,
    published: '',
    publishedTimestamp,
    updated: null,
    statedSlug: null,
    statedDate: null,
    statedLanguage: null,
    kind: kindOf(facts.page ?? null),
    edition: 'en',
    stem: path.replace(/\.[^./]*$/, ''),
    translationKey: null,
    statedDirection: null,
    guid: null,
    private: false,
    toc: null,
    math: null,
    author: null,
    authors: [],
    wordCount: 0,
    tags: [],
    categories: [],
    aliases: [],
    permalinks: [],
    oldPaths: [],
    excerpt: '',
    image: null,
    imageAlt: '',
    audio: null,
    hasCover: false,
    readTime: 1,
    format: 'markdown',
    links: [],
    ids: [],
    hasOutboundLinks: false,
    styles: [],
    galleries: [],
    hasComponents: false,
    embedded: [],
    page: null,
    nav: null,
    template: null,
    facts: null,
    series: null,
    data: null,
    ...facts,
  };
}
