/**
 * content/site.yaml → SiteConfig: read once, validated whole, every problem with its line.
 */
import type { Place, Problem } from '../problems.ts';
import { CONFIG_PATH } from './paths.ts';
import { decodeSource, type SourceFile } from './text.ts';
import type { Reader, Table, ValuesOf } from './values.ts';
import * as values from './values.ts';

/** One line of `redirects`: an old path of this site and where it leads. */
export interface StatedRedirect {
  readonly from: string;
  readonly to: string;
  readonly place: Place;
}

const redirects: Reader<StatedRedirect[]> = (value) => {
  const source = values.readMap(value, 'Write one `/old/path: /new/path` to a line below it.');
  if (source === null) return null;
  return [...source.entries].flatMap(([from, entry]) => {
    const to = values.text({ name: from, node: entry.value, source });
    return to === null ? [] : [{ from, to, place: values.placeIn(source, entry.keyOffset) }];
  });
};

const ANALYTICS_KEYS = {
  outbound: { read: values.url, doc: 'a URL that is told of clicks on outbound links' },
} as const satisfies Table;

const analytics: Reader<ValuesOf<typeof ANALYTICS_KEYS>> = (value) => {
  const source = values.readMap(value, 'Write `outbound: URL` indented below it.');
  if (source === null) return null;
  values.reportUnknownKeys(values.listNames(ANALYTICS_KEYS), source);
  return values.readTable(ANALYTICS_KEYS, source);
};

/** Everything an author says of the site as a whole. */
export const CONFIG_KEYS = {
  name: { read: values.prose, isRequired: true, default: 'Your Name', doc: 'the author' },
  url: {
    read: values.siteUrl,
    isRequired: true,
    default: 'https://example.com',
    doc: 'where the site will be, with its base path: `https://me.github.io/blog`',
  },
  title: { read: values.prose, default: 'Essays', doc: 'the heading of the home page' },
  intro: { read: values.prose, default: '', doc: 'the introduction below it' },
  description: {
    read: values.prose,
    default: '',
    doc: 'what the blog is about: a paragraph of the about page, and for search engines',
  },
  email: { read: values.email, doc: 'an address to write to', without: 'no link' },
  substack: { read: values.url, doc: 'the URL of a profile on Substack', without: 'no link' },
  x: { read: values.url, doc: 'the URL of a profile on X', without: 'no link' },
  language: { read: values.language, default: 'en', doc: 'of the pages: `en`, `pt-BR`' },
  timezone: {
    read: values.timeZone,
    default: 'UTC',
    doc: 'an IANA name, for dates without a zone',
  },
  slugs: {
    read: values.oneOf('title', 'file'),
    default: 'title',
    doc: "`title`, or `file`: slugs from the files' names, as other generators make them",
  },
  redirects: {
    read: redirects,
    default: [],
    doc: "`/old/path: /new/path`; `:slug`, `:year`, `:month` and `:day` stand for an essay's own",
  },
  analytics: {
    read: analytics,
    default: { outbound: null },
    doc: `\`outbound\`: ${ANALYTICS_KEYS.outbound.doc}`,
  },
  wordsPerMinute: { read: values.count, default: 200, doc: 'for the read time' },
  readTagQuery: {
    read: values.boolean,
    default: false,
    doc: '`true`: `/?tag=x` opens the home page filtered',
  },
  publishFuture: {
    read: values.boolean,
    default: true,
    doc: '`false`: essays dated in the future wait for their day',
  },
  feedItems: {
    read: values.count,
    default: 20,
    doc: 'how many essays the feeds hold, the newest ones',
  },
  socialImages: {
    read: values.boolean,
    default: true,
    doc: '`false`: essays without an image get no card for links to them',
  },
} as const satisfies Table;

/**
 * The values of `CONFIG_KEYS`. Texts are decoded; `url` has no slash at its end. `outboundEndpoint` is
 * where clicks on outbound links are reported, or null.
 */
export type SiteConfig = Omit<ValuesOf<typeof CONFIG_KEYS>, 'analytics'> & {
  readonly outboundEndpoint: string | null;
};

/**
 * Reads site.yaml; null stands for a file that is missing, which `read.ts` has reported. A value that
 * is missing or wrong is an error and has a stand-in, so that the essays are checked all the same.
 */
export function parseConfig(file: SourceFile | null): { value: SiteConfig; problems: Problem[] } {
  const { text, problems } = file === null ? { text: '', problems: [] } : decodeSource(file);
  const start = { path: CONFIG_PATH, text, yamlOffset: 0, problems };
  const yaml = problems.length > 0 ? '' : text;
  const entries = values.parseEntries(yaml, start, 'This file', 'value-invalid');
  // Of a file that cannot be read, no key is missing.
  const isRead = file !== null && problems.length === 0;
  const source = { ...start, entries, problems: isRead ? problems : [] };
  values.reportUnknownKeys(values.listNames(CONFIG_KEYS), source);
  const { analytics, ...others } = values.readTable(CONFIG_KEYS, source);
  return { value: { ...others, outboundEndpoint: analytics.outbound }, problems };
}
