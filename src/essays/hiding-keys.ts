/**
 * Hiding keys: the front matter keys that hold a text back, in this program or another one. Pure.
 *
 * This is the only table of them; builds and `blog import` read it. When in doubt, a text is held back and its author
 * is told why. Not here, because they don't hide a text: `share`, `sitemap`, `noindex`, `searchHidden`, `comments`.
 */

/**
 * What a key says about a text: it has no page (`draft`, which previews show, and `private`, which they don't), it has
 * a page that is in no list, or it has none before or from a moment on.
 */
export type HidingMeaning = 'draft' | 'private' | 'unlisted' | 'not yet' | 'no longer';

/**
 * The values with which a key hides a text: any that isn't false; any that is; dates; any at all; or words, each with
 * its meaning.
 */
type HidingValues = 'true' | 'false' | 'date' | 'any' | ReadonlyMap<string, HidingMeaning>;

export interface HidingRow {
  /** Folded by `foldName`, separated by spaces. */
  readonly names: string;
  readonly values: HidingValues;
  readonly meaning: HidingMeaning;
  /** Programs in which the key says that a text is unlisted; elsewhere it counts as private, and a warning says so. */
  readonly unlistedIn?: readonly string[];
  /** True for a key that means something else in some programs: a warning tells the author what it does here. */
  readonly isDoubtful?: true;
  /** True for a date that counts only if there is another one, since alone it is the essay's date. */
  readonly isBeside?: true;
  /** True for the rule for unknown names. */
  readonly isRule?: true;
}

const words = (table: Readonly<Record<string, string>>): ReadonlyMap<string, HidingMeaning> =>
  new Map(
    Object.entries(table).flatMap(([meaning, names]) =>
      names.split(' ').map((name) => [name, meaning as HidingMeaning]),
    ),
  );

/** The states of WordPress, Ghost, Pelican, Medium and Substack, and words that authors write for them. */
const STATES = words({
  draft:
    'draft drafts autodraft pending pendingreview inreview future scheduled unfinished wip inprogress todo idea planned',
  private:
    'private hidden secret internal confidential trash trashed deleted unpublished protected password members paid ' +
    'tiers filter onlypaid founding onlyfree membersonly subscribers inactive disabled never no false off none',
  unlisted: 'unlisted',
});

export const HIDING_KEYS: readonly HidingRow[] = [
  // Ours, and those of most programs.
  { names: 'draft', values: 'true', meaning: 'draft' },
  { names: 'private', values: 'true', meaning: 'private' },
  // Docusaurus, Quartz.
  { names: 'unlisted', values: 'true', meaning: 'unlisted' },
  { names: 'listed', values: 'false', meaning: 'unlisted' },
  // Obsidian's Digital Garden.
  { names: 'dghide', values: 'true', meaning: 'unlisted' },
  // Eleventy.
  { names: 'eleventyexcludefromcollections', values: 'true', meaning: 'unlisted' },
  // Unlisted in hexo-hide-posts, jekyll-paginate and themes of both; unpublished in many starters.
  { names: 'hidden hide', values: 'true', meaning: 'private', unlistedIn: ['hexo', 'jekyll'] },
  // Hugo.
  { names: 'headless', values: 'true', meaning: 'private' },
  // Jekyll, Hexo, Bridgetown (`published`); Obsidian Publish, Quartz (`publish`); Logseq (`public`); Zola (`render`).
  {
    names: 'published publish public visible dgpublish render',
    values: 'false',
    meaning: 'private',
  },
  // Eleventy and Lume: no page is written.
  { names: 'permalink url', values: 'false', meaning: 'private' },
  // WordPress, Ghost, Pelican, Medium, Substack, Nikola. Pelican's `hidden` is unlisted.
  {
    names: 'status poststatus publishstatus state visibility access audience',
    values: STATES,
    meaning: 'private',
  },
  // WordPress, hexo-blog-encrypt, Digital Garden.
  {
    names: 'password postpassword passphrase dgpassfrase encrypted encrypt',
    values: 'any',
    meaning: 'private',
    isDoubtful: true,
  },
  { names: 'membersonly subscribersonly', values: 'true', meaning: 'private', isDoubtful: true },
  // Dates before which nothing is published.
  {
    names:
      'scheduled publishat publishon publishafter scheduledat scheduledfor scheduledate schedule embargo embargoed embargountil ' +
      'embargodate notbefore availablefrom golive goliveat releaseat',
    values: 'date',
    meaning: 'not yet',
  },
  // Hugo, Astro's themes.
  {
    names: 'publishdate pubdate pubdatetime publishedat datepublished',
    values: 'date',
    meaning: 'not yet',
    isBeside: true,
  },
  // Hugo's is `expiryDate`.
  {
    names:
      'expires expire expired expiry expirydate expiredate expirationdate expiration expiresat expireson unpublishdate ' +
      'unpublishat unpublishon publishuntil',
    values: 'date',
    meaning: 'no longer',
  },
];

const HIDING =
  'draft|hidden|hide|private|secret|confidential|internal|invisible|offline|unpublished|unpublish|nonpublic|unlisted|' +
  '(?:not|no|dont|donot|never)(?:public|publish|published|visible|show|shown|listed)';
const PUBLISHING = 'published|publish|public|visible|show|shown|display|live|online|released';
const EXPIRING = 'expires|expire|expired|expiry|expirydate|expirationdate';
const onText = (pattern: string) =>
  new RegExp(`^(?:(?:post|page|note|entry)(?:is)?)?(?:${pattern})(?:post|page|note|entry)?$`);

const RULE = { names: '', isDoubtful: true, isRule: true } as const;
/**
 * The rule for names without a row: a word for hiding or publishing, alone or followed by what is hidden, such as
 * `hidePost`. A name with any other ending, such as `hideMeta`, hides nothing.
 */
const RULES: readonly (readonly [name: RegExp, row: HidingRow])[] = [
  [onText(HIDING), { ...RULE, values: 'true', meaning: 'private' }],
  [onText(PUBLISHING), { ...RULE, values: 'false', meaning: 'private' }],
  [onText(EXPIRING), { ...RULE, values: 'date', meaning: 'no longer' }],
];

/** The row of each name. */
const ROWS = new Map(HIDING_KEYS.flatMap((row) => row.names.split(' ').map((name) => [name, row])));

/** Folds a key's name: drops case, `-`, `_` and a leading `is`. */
export function foldName(key: string): string {
  return key
    .toLowerCase()
    .replace(/[-_ ]/g, '')
    .replace(/^is(?=.)/, '');
}

/** Finds the row of a key; null for a key that can't hide a text. */
export function findHidingRow(key: string): HidingRow | null {
  const name = foldName(key);
  return ROWS.get(name) ?? RULES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}
