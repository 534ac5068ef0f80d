/**
 * The form of essays' addresses: `permalink` in site.yaml, with the placeholders of `redirects`, and the address that an
 * essay states itself. Pure.
 */
import type { SiteConfig } from '../essays/config.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import { decodePercent, joinWords, type Stated } from '../text/text.ts';
import {
  fillPlaceholders,
  findPlaceholders,
  listValues,
  PLACEHOLDER_NAMES,
} from './placeholders.ts';
import { rootPermalink } from './redirect-rules.ts';
import { hasInvisible } from './slug-letters.ts';
import { type AddressForm, DEFAULT_FORM, type PlacedEssay } from './slugs.ts';
import { ESSAY_PATTERN, HOME_PATH, isAddress, pagePath, trimPath } from './urls.ts';

/** The placeholders that have exactly one value. */
const NAMES = PLACEHOLDER_NAMES.filter((name) => name !== ':tag');
/** Those that tell the essays apart; numbers such as `-2` are added to the first one that a pattern has. */
const NAMING = [':slug', ':title', ':file'];

/** The form of a site's addresses, and the problem of a `permalink` that can't be used. */
export interface ReadForm {
  readonly form: AddressForm;
  readonly problems: readonly Problem[];
}

/** The settings that essays' addresses depend on. */
export type FormConfig = Pick<
  SiteConfig,
  'permalink' | 'slugs' | 'language' | 'timezone' | 'url'
> & {
  readonly languages: readonly Pick<SiteConfig, 'language' | 'permalink' | 'prefix'>[];
};

/** Reads `permalink` of site.yaml, and those of its languages. */
export function readAddressForm(config: Omit<FormConfig, 'slugs' | 'language'>): ReadForm {
  const { permalink, timezone, url } = config;
  const main = readPattern(permalink, ESSAY_PATTERN);
  const others = config.languages.map(({ language, permalink: stated, prefix }) => {
    // A language without its own pattern would report the main pattern's problems again.
    const { pattern, problem } =
      stated === permalink
        ? { ...main, pattern: prefix + main.pattern, problem: null }
        : readPattern(stated, prefix + main.pattern);
    return { language, form: makeForm(pattern, timezone), problem };
  });
  const isDefault = main.pattern === ESSAY_PATTERN;
  const ofMain = isDefault ? DEFAULT_FORM : makeForm(main.pattern, timezone);
  const form = others.length === 0 ? ofMain : joinForms(ofMain, others);
  const problems = [main, ...others].flatMap(({ problem }) => problem ?? []);
  const statedAddress: AddressForm['statedAddress'] = (essay, slug) => {
    const found = essay.permalinks.flatMap(({ value, place }) => {
      const address = readOwnAddress(value, essay, slug, { timezone, url });
      return address === null ? [] : [{ value: address, place }];
    });
    return found[0] ?? null;
  };
  return { form: { ...form, statedAddress }, problems };
}

/** Reads the pattern of a setting; one that can't be used gives way to `otherwise`. */
function readPattern(
  permalink: Stated | null,
  otherwise: string,
): { readonly pattern: string; readonly problem: Problem | null } {
  if (permalink === null) return { pattern: otherwise, problem: null };
  const pattern = permalink.value.normalize().replace(/\/index\.html$/, '/');
  const problem = findFault(pattern, permalink);
  return { pattern: problem === null ? pattern : otherwise, problem };
}

/** Joins the forms into one that gives each essay the form of its language, or else the main one. */
function joinForms(
  main: AddressForm,
  others: readonly { readonly language: string; readonly form: AddressForm }[],
): AddressForm {
  const forms = new Map(others.map(({ language, form }) => [language, form]));
  const formOf = ({ edition }: Pick<PlacedEssay, 'edition'>) => forms.get(edition) ?? main;
  return {
    pattern: main.pattern,
    isFromFile: (essay) => formOf(essay).isFromFile(essay),
    statedAddress: () => null,
    addressOf: (essay, slug) => formOf(essay).addressOf(essay, slug),
    slugIn: (essay, address) => formOf(essay).slugIn(essay, address),
  };
}

/** The address set in an essay's front matter; null if no page can have it: then it only redirects to the essay. */
function readOwnAddress(
  written: string,
  essay: PlacedEssay,
  slug: string,
  { timezone, url }: Pick<SiteConfig, 'timezone' | 'url'>,
): string | null {
  const path = rootPermalink(written, url);
  if (path === null || path === HOME_PATH || /[{}<>]/.test(path)) return null;
  const filled = makeForm(decodePercent(path), timezone).addressOf(essay, slug);
  const isPage = !/\.(?!html$)[a-z]\w*$/i.test(filled) && findPlaceholders(filled).length === 0;
  if (!isPage || /\s/.test(filled)) return null;
  const address = pagePath(decodePercent(filled).normalize());
  return isPlain(address) ? address : null;
}

/** True for an address that people can read and type, and that Windows doesn't change. */
function isPlain(address: string): boolean {
  return isAddress(address) && !/\.(?:\/|$)/.test(address) && !hasInvisible(decodePercent(address));
}

/** Makes the form of the addresses that follow a pattern, which is decoded. */
export function makeForm(pattern: string, timezone: string): AddressForm {
  const encoded = pagePath(pattern);
  const stated = findPlaceholders(pattern);
  const naming = NAMING.find((name) => stated.includes(name)) ?? '';
  const others = stated.filter((name) => name !== naming && name !== ':title');
  const addressOf = (essay: PlacedEssay, slug: string) => {
    const named = pagePath(slug);
    const [values = {}] = listValues(others, { ...essay, slug }, timezone);
    const names = { title: named, [naming.slice(1)]: named };
    return fillPlaceholders(encoded, { ...values, ...names }).replace(/\/{2,}/g, '/');
  };
  return {
    pattern,
    isFromFile: () => naming === ':file',
    statedAddress: () => null,
    addressOf,
    slugIn(essay, address) {
      const [before = '', after = ''] = trimPath(addressOf(essay, MARK)).split(MARK);
      const path = trimPath(address);
      const isOwn = path.startsWith(before) && path.endsWith(after);
      if (!isOwn) return null;
      return decodePercent(path.slice(before.length, path.length - after.length));
    },
  };
}

/** Placeholder for the slug when an address is taken apart. */
const MARK = '~~~';

/** The problem of a pattern that can't be used for addresses; null for one that can. */
function findFault(pattern: string, { value, place }: Stated): Problem | null {
  const stated = findPlaceholders(pattern);
  const sample = stated.reduce((path, name) => path.replaceAll(name, 'x'), pattern);
  const isPath = isPlain(sample) && !/\s/.test(pattern);
  const isKnown = stated.every((name) => NAMES.includes(name));
  const isNaming = stated.some((name) => NAMING.includes(name));
  if (isPath && isKnown && isNaming && !/\.(?!html$)\w+$/.test(sample)) return null;
  const message = `\`${value}\` can't be the form of the essays' addresses`;
  const hint =
    `Write a path such as \`/:year/:slug/\` or \`/:slug.html\`. It must contain ${joinWords(NAMING, 'or')}; ` +
    `the placeholders are ${joinWords(NAMES, 'and')}.`;
  return makeProblem('value-invalid', place, message, hint);
}
