/**
 * Configuration: content/site.yaml → SiteConfig. All problems are reported at once, each with its line.
 *
 * A new key needs a row in `CONFIG_KEYS` and a row in docs/settings.md.
 */
import { hasErrors, type Problem, placeAt } from '../problems/problems.ts';
import { decodeSource, type SourceFile, typeset } from '../text/text.ts';
import { ENGLISH_TEXTS, fillText, findTexts, type Text, type Texts } from '../text/texts.ts';
import { CONFIG_PATH } from './paths.ts';
import * as values from './values.ts';

/** Each line of `redirects`: an old path of this site, its target, and the place of the line. */
const redirects = values.convert(
  values.map('Write one `/old/path: /new/path` to a line below it.', {}),
  (source) =>
    [...source.entries].flatMap(([from, { keyOffset, value: node }]) => {
      const to = values.text({ name: from, node, source });
      const place = placeAt(source.path, source.text, keyOffset);
      return to === null ? [] : [{ from, to, place }];
    }),
);

/** `outbound`: the URL that receives clicks on outbound links. */
const ANALYTICS_KEYS = { outbound: { read: values.url } } as const satisfies values.Table;

/** Makes a reader of maps with the keys of a table. */
const tableOf = <Rows extends values.Table>(keys: Rows, hint: string) =>
  values.convert(values.map(hint, values.describeTable(keys)), (source) => {
    values.reportUnknownKeys(keys, source);
    return values.readTable(keys, source);
  });

const analytics = tableOf(ANALYTICS_KEYS, 'Write `outbound: URL` indented below it.');

const INVITATION_KEYS = { title: { read: values.prose }, text: { read: values.prose } } as const;
const INVITATION = { title: null, text: null };

/** The texts of the invitation below an essay; false omits it, true uses the template's own texts. */
const callToAction: values.Reader<values.ValuesOf<typeof INVITATION_KEYS> | false> = (value) => {
  if (value.node.kind === 'map') return tableOf(INVITATION_KEYS, '')(value);
  const isShown = values.boolean(value);
  return isShown === true ? INVITATION : isShown;
};

const FOOTER_KEYS = { text: { read: values.prose }, links: { read: values.links } } as const;

/** The text of the footer, and its links. */
const footer: values.Reader<values.ValuesOf<typeof FOOTER_KEYS>> = (value) => {
  if (value.node.kind === 'text') return { text: values.prose(value), links: null };
  return tableOf(FOOTER_KEYS, 'Write `text` and `links` indented below it.')(value);
};

const form = { read: values.text };
/** The plural categories of languages (CLDR). */
const FORM_KEYS = {
  ...{ zero: form, one: form, two: form, few: form, many: form },
  other: { read: values.text, isRequired: true, default: '…' },
} as const satisfies values.Table;

/** A text of the pages, or its plural forms. */
const pageText = values.accept<Text>({ type: ['string', 'object', 'null'] }, (value) => {
  const text = value.node.kind === 'map' ? tableOf(FORM_KEYS, '')(value) : values.text(value);
  const original = ENGLISH_TEXTS[value.name as keyof Texts];
  const named = JSON.stringify(text).match(/\{\w+\}/g) ?? [];
  const unknown = named.find((each) => !original.includes(each));
  const message = `\`${value.name}\` has a placeholder ${unknown}, which stands for nothing`;
  const hint = `The original is \`${original}\`.`;
  if (unknown) values.report(value.source, value.node.offset, 'value-invalid', message, hint);
  return text;
});

const TEXT_NAMES = Object.keys(ENGLISH_TEXTS) as (keyof Texts)[];
const TEXT_KEYS = Object.fromEntries(TEXT_NAMES.map((name) => [name, { read: pageText }]));

const pageTexts = values.convert(
  tableOf(TEXT_KEYS, 'Write one `name: text` to a line below it.'),
  (texts) => {
    const stated = Object.entries(texts).filter(([, text]) => text !== null);
    return Object.fromEntries(stated) as Partial<Texts>;
  },
);

export const CONFIG_KEYS = {
  /** The author. */
  name: { read: values.prose, isRequired: true, default: 'Your Name' },
  /** The site's URL with its base path, without a slash at its end. */
  url: { read: values.siteUrl, isRequired: true, default: 'https://example.com' },
  /** The URL that the site had first: feed ids are made from it, so that they survive a new one. */
  formerUrl: { read: values.siteUrl },
  /** The heading of the home page. */
  title: { read: values.prose, default: 'Essays' },
  /** The introduction below that heading. */
  intro: { read: values.prose, default: '' },
  /** For the about page and search engines. */
  description: { read: values.prose, default: '' },
  email: { read: values.email },
  /** The URL of a Substack profile. */
  substack: { read: values.url },
  /** The URL of an X profile. */
  x: { read: values.url },
  /** Other profiles. */
  profiles: { read: values.profiles, default: [] },
  /** The links in the header. Default: those of the template. */
  nav: { read: values.links },
  footer: { read: footer, default: { text: null, links: null } },
  callToAction: { read: callToAction, default: INVITATION },
  /** Values for templates. */
  data: { read: values.data, default: {} },
  /** True: every tag has a page and a feed. */
  tagPages: { read: values.boolean, default: false },
  /** The number of essays on the home page. If set, an archive page lists all essays, and tags have pages. */
  homeEssays: { read: values.count },
  language: { read: values.language, default: 'en' },
  /** Replacements for texts in templates/texts/. */
  texts: { read: pageTexts, default: {} },
  /** For dates without a zone. */
  timezone: { read: values.timeZone, default: 'UTC' },
  /** The source of slugs that the front matter does not state. */
  slugs: { read: values.oneOf('title', 'file'), default: 'title' },
  redirects: { read: redirects, default: [] },
  /** Addresses of essays that were removed for good. */
  gone: { read: values.statedTexts, default: [] },
  /** Paths on the same host that another server handles. */
  elsewhere: { read: values.paths, default: [] },
  /** Links, as written, that are never reported; `*` matches any text. */
  ignoreLinks: { read: values.texts, default: [] },
  analytics: { read: analytics, default: { outbound: null } },
  /** For the read time. */
  wordsPerMinute: { read: values.count, default: 200 },
  /** True: `/?tag=x` opens the home page filtered. */
  readTagQuery: { read: values.boolean, default: false },
  /** False: essays dated in the future are held back until their day. */
  publishFuture: { read: values.boolean, default: true },
  /** The number of essays in a feed. */
  feedItems: { read: values.count, default: 20 },
  /** True: symbolic links in content/ are followed even if they lead out of it. */
  followLinks: { read: values.boolean, default: false },
  /** False: essays without an image get no social card. */
  socialImages: { read: values.boolean, default: true },
  /** True: pictures are published byte for byte, with their metadata. */
  originals: { read: values.boolean, default: false },
} as const satisfies values.Table;
export type SiteConfig = Omit<values.ValuesOf<typeof CONFIG_KEYS>, 'texts'> & {
  readonly texts: Texts;
};

/** The domains reserved for examples (RFC 2606). */
const PLACEHOLDER = /^https?:\/\/(?:[\w-]+\.)*example\.(?:com|net|org)(?=[:/]|$)/i;

/**
 * Parses site.yaml; null stands for a missing file, which `site-root.ts` reports. A missing or invalid value is
 * an error and gets a stand-in, so that the essays are still checked.
 */
export function parseConfig(file: SourceFile | null): { value: SiteConfig; problems: Problem[] } {
  const { text, problems } = file === null ? { text: '', problems: [] } : decodeSource(file);
  const start = { path: CONFIG_PATH, text, problems };
  const yaml = problems.length > 0 ? '' : text;
  const entries = values.parseEntries(yaml, start, 'This file', 'value-invalid');
  // Does not report missing keys if the file could not be read.
  const isRead = file !== null && !hasErrors(problems);
  const source = { ...start, entries, problems: isRead ? problems : [] };
  values.reportUnknownKeys(CONFIG_KEYS, source);
  const value = values.readTable(CONFIG_KEYS, source);
  const url = values.findValue(source, ['url']);
  if (url?.node.kind === 'text' && PLACEHOLDER.test(url.node.value)) {
    const message = `\`${value.url}\` stands for an address: feeds and previews of links would lead there`;
    values.report(source, url.node.offset, 'url-placeholder', message, 'Write the real one.');
  }
  const { language, callToAction: invitation, footer } = value;
  const shipped = findTexts(language);
  const texts = { ...(shipped ?? ENGLISH_TEXTS), ...value.texts };
  const missing = TEXT_NAMES.filter((name) => !(name in (shipped ?? value.texts)));
  if (missing.length > 0) {
    const message = `Pages have no texts in the language \`${language}\`, so ${missing.length} are English`;
    const hint = `Write below \`texts:\` here: ${missing.join(', ')}.`;
    const offset = entries.get('language')?.keyOffset ?? null;
    values.report(source, offset, 'texts-missing', message, hint);
  }
  const set = <Words extends string | null>(words: Words) => words && typeset(words, language);
  const hasTitle = values.findValue(source, ['title']) !== null;
  const title = hasTitle ? set(value.title) : fillText(texts.essays);
  const own = { title, intro: set(value.intro), description: set(value.description), texts };
  const callToAction = invitation && { title: set(invitation.title), text: set(invitation.text) };
  const menus = { callToAction, footer: { ...footer, text: set(footer.text) } };
  return { value: { ...value, ...own, ...menus }, problems };
}
