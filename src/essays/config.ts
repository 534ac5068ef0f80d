/**
 * Settings: content/site.yaml → SiteConfig. All problems are reported at once, each at its line.
 *
 * A new key needs a row in `CONFIG_KEYS` and a row in docs/settings.md.
 */
import type { MarkSettings } from '../markdown/rule.ts';
import { hasErrors, type Problem, placeAt } from '../problems/problems.ts';
import { decodeSource, type SourceFile, type Stated } from '../text/text.ts';
import type { Texts } from '../text/texts.ts';
import type { ColourName, StatedColour, StatedColours } from './colours.ts';
import { type ReadAuthorFile, readHeadTags } from './head-tags.ts';
import {
  findValue,
  type KeyRow,
  type KeyTable,
  listKeyNames,
  type Reader,
  readTable,
  reportUnknownKeys,
  type ValuesOf,
} from './key-table.ts';
import * as perLanguage from './language-settings.ts';
import { math, NO_MATH } from './math-setting.ts';
import { OTHER_SETTINGS } from './other-settings.ts';
import { CONFIG_PATH } from './paths.ts';
import { convert } from './readers.ts';
import * as values from './values.ts';
import { parseEntries, report, YAML_FILE } from './yaml-source.ts';

/** Each line of `redirects`: an old path of this site, its target, and the place of the line. */
const redirects = convert(
  values.map('Write one `/old/path: /new/path` to a line below it.', {}),
  (source) =>
    [...source.entries].flatMap(([from, { keyOffset, value: node }]) => {
      const to = values.text.read({ name: from, node, source });
      const place = placeAt(source.path, source.text, keyOffset);
      return to === null ? [] : [{ from, to, place }];
    }),
);

/** `outbound`: the URL that receives clicks on outbound links. */
const ANALYTICS_KEYS = { outbound: { reader: values.url } } as const satisfies KeyTable;

const analytics = values.tableOf(ANALYTICS_KEYS, 'Write `outbound: URL` indented below it.');

const colour = { reader: values.colour };
const COLOUR_KEYS = {
  paper: colour,
  ink: colour,
  soft: colour,
  rule: colour,
  tint: colour,
  accent: colour,
  mark: colour,
} as const satisfies Record<ColourName, KeyRow>;
const COLOURS_HINT = 'Write `accent: navy`, or other colours, indented below it.';
const scheme = values.tableOf(COLOUR_KEYS, COLOURS_HINT);

const NO_COLOURS: StatedColours = { light: [], dark: [] };

/** Colours of both schemes; those of the dark one are below `dark`. */
const colours: Reader<StatedColours> = convert(
  values.tableOf({ ...COLOUR_KEYS, dark: { reader: scheme } }, COLOURS_HINT),
  ({ dark, ...light }) => {
    return { light: listColours(light), dark: dark === null ? [] : listColours(dark) };
  },
);

function listColours(stated: ValuesOf<typeof COLOUR_KEYS>): StatedColour[] {
  return Object.entries(stated).flatMap(([name, colour]) => {
    return colour === null ? [] : [{ ...colour, name: name as ColourName }];
  });
}

const FACE_KEYS = {
  normal: { reader: values.stated },
  italic: { reader: values.stated },
  bold: { reader: values.stated },
} as const satisfies KeyTable;

/** The font files of one typeface, by style; a single one is the normal style. */
const faces = values.tableOrFirst(
  FACE_KEYS,
  'Write the path of a file, or `normal`, `italic` and `bold` indented below it.',
);

const FONT_KEYS = {
  text: { reader: faces },
  titles: { reader: faces },
  code: { reader: faces },
} as const satisfies KeyTable;

/** The author's own typefaces; a single file is that of the text. */
const font = values.tableOrFirst(
  FONT_KEYS,
  'Write the path of a file, or `text`, `titles` and `code` indented below it.',
);

const LOGO_KEYS = {
  light: { reader: values.stated },
  dark: { reader: values.stated },
} as const satisfies KeyTable;

/** The logo's file, and the one for a dark page. */
const logo = values.tableOrFirst(
  LOGO_KEYS,
  'Write the path of a file, or `light` and `dark` indented below it.',
);

const COVER_KEYS = {
  image: { reader: values.address },
  alt: { reader: values.prose, default: '' },
} as const satisfies KeyTable;

/** The picture above the title of the home page, and its description. */
const cover = values.tableOrFirst(
  COVER_KEYS,
  'Write the path of a picture, or `image` and `alt` indented below it.',
);

/** The marks that are read; all are off unless they are turned on, since an old text may mean something else. */
const MARK_KEYS = {
  mark: { reader: values.boolean, default: false },
  subscript: { also: ['sub'], reader: values.boolean, default: false },
  superscript: { also: ['sup'], reader: values.boolean, default: false },
} as const satisfies Record<keyof MarkSettings, KeyRow>;
const NO_MARKS: MarkSettings = {
  mark: false,
  subscript: false,
  superscript: false,
};
const marks: Reader<MarkSettings> = values.tableOf(
  MARK_KEYS,
  'Write `mark: true`, or other marks, indented below it.',
);

export const CONFIG_KEYS = {
  /** The author. */
  name: { reader: values.prose, isRequired: true, default: 'Your Name' },
  /** The site's URL with its base path, without a slash at its end. */
  url: { reader: values.siteUrl, isRequired: true, default: 'https://example.com' },
  /** The URL that the site had first: feed ids are made from it, so that they survive a new one. */
  formerUrl: { reader: values.siteUrl },
  /** The heading of the home page. */
  title: { reader: values.prose, default: 'Essays' },
  /** The introduction below that heading. */
  intro: { reader: values.prose, default: '' },
  /** The picture above the home page's title. */
  cover: { reader: cover },
  /** For the about page and search engines. */
  description: { reader: values.prose, default: '' },
  email: { reader: values.email },
  /** The URL of a Substack profile. */
  substack: { reader: values.url },
  /** The URL of an X profile. */
  x: { reader: values.url },
  /** Other profiles. */
  profiles: { reader: values.profiles, default: [] },
  /** The links in the header. Default: those of the template. */
  nav: { reader: values.links },
  /** Colours in place of the theme's. */
  colors: { reader: colours, default: NO_COLOURS },
  /** `light` or `dark`: one scheme for all readers, whatever they prefer. */
  colorScheme: { reader: values.oneOf('auto', 'light', 'dark'), default: 'auto' },
  /** Tags for the head of every page, or the names of files in templates/ that have them. */
  head: { reader: values.headItems, default: [] },
  footer: { reader: perLanguage.footer, default: perLanguage.NO_FOOTER },
  callToAction: { reader: perLanguage.callToAction, default: perLanguage.INVITATION },
  /** A theme of the program, a folder such as `./my-theme`, or a package; the room `theme/` finds it. */
  theme: { reader: values.stated },
  /** A picture in place of the name in the header. */
  logo: { reader: logo },
  /** A picture in place of the icon that the program draws. */
  favicon: { reader: values.stated },
  /** The typefaces of the text, the titles and code, as files. */
  font: { reader: font },
  /** Values for templates. */
  data: { reader: values.data, default: {} },
  /** True: every tag has a page and a feed. */
  tagPages: { reader: values.boolean, default: false },
  /** Full: the home page shows the newest essays with their whole text. */
  home: { reader: values.oneOf('list', 'full'), default: 'list' },
  /** The number of essays on the home page. If set, an archive page lists all essays, and tags have pages. */
  homeEssays: { reader: values.wholeNumber },
  /** The number of cards on the home page; older essays are one line each. */
  homeCards: { reader: values.wholeNumber },
  language: { reader: values.language, default: 'en' },
  /** The site's other languages, each with its own settings. */
  languages: { reader: perLanguage.languages, default: [] },
  /** Whether an essay without a translation is listed in its own language only, or in all languages. */
  untranslated: { reader: values.oneOf('hide', 'show'), default: 'hide' },
  /** Replacements for texts in templates/texts/. */
  texts: { reader: perLanguage.pageTexts, default: {} },
  /** The small marks that are read in Markdown, such as `==mark==`. */
  markdown: { reader: marks, default: NO_MARKS },
  /** For dates without a zone. */
  timezone: { reader: values.timeZone, default: 'UTC' },
  /** The form of dates on essays and cards. */
  dates: { reader: perLanguage.dates, default: 'year' },
  /** The source of slugs that the front matter doesn't state; `ascii` writes them in Latin letters. */
  slugs: { reader: values.oneOf('title', 'ascii', 'file', 'file-ascii'), default: 'title' },
  /** The form of essays' addresses, with placeholders; the room `site/` reads it. */
  permalink: { reader: values.stated },
  redirects: { reader: redirects, default: [] },
  /** Addresses of essays that were removed for good. */
  gone: { reader: values.statedTexts, default: [] },
  /** Paths on the same host that another server handles. */
  elsewhere: { reader: values.paths, default: [] },
  /** Links, as written, that are never reported; `*` matches any text. */
  ignoreLinks: { reader: values.texts, default: [] },
  analytics: { reader: analytics, default: { outbound: null } },
  /** For the read time. */
  wordsPerMinute: { reader: values.wholeNumber, default: 200 },
  /** Whether essays have a table of contents, or its depth. Default: the long ones, beside the text. */
  toc: { reader: values.toc },
  /** True: `/?tag=x` opens the home page filtered. */
  readTagQuery: { reader: values.boolean, default: false },
  /** False: essays dated in the future are held back until their day. */
  publishFuture: { reader: values.boolean, default: true },
  /** The number of essays in a feed. */
  feedItems: { reader: values.wholeNumber, default: 20 },
  /** True: symbolic links in content/ are followed even if they lead out of it. */
  followLinks: { reader: values.boolean, default: false },
  /** False: essays without an image get no social card. */
  socialImages: { reader: values.boolean, default: true },
  /** True: `$…$` is a formula; or a map with `macros`. */
  math: { reader: math, default: NO_MATH },
  /** True: pictures are published byte for byte, with their metadata. */
  originals: { reader: values.boolean, default: false },
} as const satisfies KeyTable;
export type SiteConfig = Omit<ValuesOf<typeof CONFIG_KEYS>, 'texts' | 'head' | 'languages'> & {
  readonly texts: Texts;
  /** What addresses in this language begin with: `/de`; empty for the main language. */
  readonly prefix: string;
  /** The settings in each of the site's other languages, in the author's order; empty in those settings. */
  readonly languages: readonly SiteConfig[];
  /** HTML for the end of every head; its root paths are without the base path. */
  readonly head: string;
  /** Those root paths. */
  readonly headPaths: readonly Stated[];
};

/** The number of essays on a home page with whole texts, unless the settings state another number. */
const FULL_ESSAYS = 5;

/** The domains reserved for examples (RFC 2606). */
const EXAMPLE_URL = /^https?:\/\/(?:[\w-]+\.)*example\.(?:com|net|org)(?=[:/]|$)/i;

/**
 * Parses site.yaml; null stands for a missing file, which `site-root.ts` reports. A missing or invalid value is
 * an error and gets a stand-in, so that the essays are still checked. `readFile` reads the files that `head` names;
 * without it, those files count as empty.
 */
export function parseConfig(
  file: SourceFile | null,
  readFile: ReadAuthorFile = (path) => ({ path, bytes: new Uint8Array() }),
): { value: SiteConfig; problems: Problem[] } {
  const { text, problems } = file === null ? { text: '', problems: [] } : decodeSource(file);
  const start = { path: CONFIG_PATH, text, problems };
  const yaml = problems.length > 0 ? '' : text;
  const entries = parseEntries(yaml, start, YAML_FILE);
  // Doesn't report missing keys if the file could not be read.
  const isRead = file !== null && !hasErrors(problems);
  const source = { ...start, entries, problems: isRead ? problems : [] };
  reportUnknownKeys(listKeyNames(CONFIG_KEYS), source, undefined, OTHER_SETTINGS);
  const value = readTable(CONFIG_KEYS, source);
  const url = findValue(source, ['url']);
  if (url?.node.kind === 'text' && EXAMPLE_URL.test(url.node.value)) {
    const message = `\`url\` is still the placeholder \`${value.url}\`, so feeds and link previews lead there`;
    const hint = 'Write the address of your site.';
    report(source, url.node.offset, { code: 'url-placeholder', message, hint });
  }
  perLanguage.reportMissingTexts(value, entries.get('language')?.keyOffset ?? null, source);
  const others = perLanguage.keepDistinct(value.languages, value.language, source);
  for (const each of others) perLanguage.reportMissingTexts(each, each.keyOffset, source);
  const title = findValue(source, ['title']) === null ? null : value.title;
  const head = readHeadTags(value.head, source, readFile);
  const main: SiteConfig = {
    ...value,
    ...perLanguage.finishWords({ ...value, title }),
    prefix: '',
    languages: [],
    head: head.html,
    headPaths: head.paths,
    homeEssays: value.homeEssays ?? (value.home === 'full' ? FULL_ESSAYS : null),
  };
  return { value: { ...main, languages: others.map((each) => inLanguage(main, each)) }, problems };
}

/** The settings in another language. It doesn't inherit the main language's words, only its other settings. */
function inLanguage(main: SiteConfig, settings: perLanguage.LanguageSettings): SiteConfig {
  const invitation = main.callToAction === false ? false : perLanguage.INVITATION;
  return {
    ...main,
    ...perLanguage.finishWords({ ...settings, callToAction: settings.callToAction ?? invitation }),
    prefix: perLanguage.prefixOf(settings.language),
    name: settings.name ?? main.name,
    nav: settings.nav,
    permalink: settings.permalink ?? main.permalink,
    dates: settings.dates ?? main.dates,
  };
}
