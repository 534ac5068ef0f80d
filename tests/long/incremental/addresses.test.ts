/**
 * Property test: after any history of a site, in one language or several, every address that was ever published leads
 * to its essay, or a build has reported it as gone; and no feed repeats an item.
 *
 * Runs on the pure stages only. BLOG_HISTORIES sets the number of random histories of each seed, BLOG_SEED a single
 * seed; a failure names its seed and the shortest history that fails.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SiteConfig } from '../../../src/essays/config.ts';
import { listEditions, placeEssay } from '../../../src/essays/editions.ts';
import type { ParsedEssay } from '../../../src/essays/essay.ts';
import type { Problem } from '../../../src/problems/problems.ts';
import { listFeeds, writeFeed } from '../../../src/render/feeds.ts';
import { formatAddresses, parseAddresses } from '../../../src/site/memory/lines.ts';
import type { Essay } from '../../../src/site/resolved-essay.ts';
import { deriveSite, type Site } from '../../../src/site/site.ts';
import { addressKey } from '../../../src/site/urls.ts';
import { decodePercent } from '../../../src/text/text.ts';
import { makeParsed, placeIn, readSettings } from '../../support/parsed.ts';
import { NOW } from '../../support/site.ts';
import {
  applyAct,
  EMPTY,
  type Folder,
  mergeFolders,
  replace,
  type Settings,
  type Step,
  step,
  type Written,
} from './histories.ts';

const { BLOG_HISTORIES: HISTORIES = '150', BLOG_SEED: SEED } = process.env;
const SEEDS = SEED === undefined ? [14, 21, 35, 77] : [Number(SEED)];

const DAY_MS = 86_400_000;
const configs = new Map<string, SiteConfig>();

/** The settings that change, in site.yaml. */
function configure({ permalink, slugs, languages, untranslated }: Settings): SiteConfig {
  const others = languages.map(([tag, own]) => `  ${tag}: { permalink: ${own ?? ''} }\n`);
  const lines = [
    `tagPages: true\nslugs: ${slugs}\npermalink: ${permalink ?? ''}\n`,
    others.length === 0 ? '' : `languages:\n${others.join('')}untranslated: ${untranslated}\n`,
  ].join('');
  const config = configs.get(lines) ?? readSettings(lines);
  configs.set(lines, config);
  return config;
}

/** A site's history, with at most one unmerged branch. */
class History {
  folder: Folder = EMPTY;
  branch: Folder | null = null;
  base: Folder = this.folder;
  readonly past: Folder[] = [this.folder];
  /** `address number`: which essay was published where, and which of these a build reported as gone. */
  readonly seen = new Set<string>();
  readonly reported = new Set<string>();
  /** The ids of feed items, and what each is made from. */
  readonly ids = new Map<string, string>();
  readonly origins = new Map<string, string>();
  private counted = 0;

  act({ act, target, value }: Step): void {
    const { folder, past } = this;
    const essay = folder.essays[target % folder.essays.length] ?? null;
    if (act === 'branch') [this.branch, this.base] = [folder, folder];
    else if (act === 'merge') {
      this.folder = (this.branch && mergeFolders(folder, this.branch, this.base)) ?? folder;
      this.branch = null;
    } else {
      const count = () => this.counted++;
      const scene = { folder, past, target, value, essay, count };
      this.folder = applyAct(act, scene);
    }
  }

  /** Builds, and resolves the reported problems until the build succeeds. */
  build(): void {
    for (let tries = 0; tries < 40; tries++) {
      const built = derive(this.folder, false);
      const errors = built.problems.filter(({ severity }) => severity === 'error');
      const taken = errors.find(({ code }) => code === 'address-taken');
      const duplicate = errors.find(({ code }) => code === 'slug-duplicate');
      if (duplicate !== undefined) this.change(this.essayAt(duplicate), { permalink: null });
      else if (taken !== undefined) this.settle(taken);
      else if (errors.some(({ code }) => code === 'addresses-many-gone')) {
        const forgetful = derive(this.folder, true);
        // The error has told the author, who forgets them on purpose.
        for (const each of this.seen) {
          const [address = '', number] = each.split(' ');
          const isGone = String(forgetful.leads.get(addressKey(address))) !== number;
          if (isGone) this.reported.add(each);
        }
        this.publish(forgetful);
        return;
      } else {
        expect(errors).toEqual([]);
        this.publish(built);
        return;
      }
    }
    throw new Error('The problems never end');
  }

  /** Gives the essay another slug or, if that does not help, gives up the old essay's address. */
  private settle(problem: Problem): void {
    const essay = this.essayAt(problem);
    const { message } = problem;
    const [, address, owner] = /^(\S+) leads to this essay, and (\S+) /.exec(message) ?? [];
    if (essay.permalink !== null) {
      this.change(essay, { permalink: null });
      return;
    }
    if (essay.slug === null) {
      this.change(essay, { slug: `own-${this.counted++}` });
      return;
    }
    const files = this.folder.essays.map(({ path }) => path);
    const lines = this.folder.addresses.split('\n');
    const named = lines.filter((line) => line.startsWith(`${address} ${owner} `));
    // The line of an essay that has been renamed since names a file that is gone.
    const renamed = lines.filter((line) => {
      return line.startsWith(`${address} `) && !files.some((file) => line.includes(` ${file} `));
    });
    const others = named.length > 0 ? named : renamed;
    const addresses = lines.filter((line) => !others.includes(line)).join('\n');
    expect(addresses, message).not.toBe(this.folder.addresses);
    this.folder = { ...this.folder, addresses };
    const number = this.folder.essays.find(({ path }) => path === owner)?.number;
    this.reported.add(`${encodeURI(address ?? '')} ${number}`);
  }

  private essayAt({ file, message }: Problem): Written {
    const essay = this.folder.essays.find(({ path }) => path === file);
    if (essay === undefined) throw new Error(message);
    return essay;
  }

  private change(essay: Written, facts: Partial<Written>): void {
    this.folder = replace(this.folder, essay, [{ ...essay, ...facts }]);
  }

  private publish(built: ReturnType<typeof derive>): void {
    const { pages, leads, problems, text } = built;
    const before = parseAddresses(fileOf(this.folder.addresses)).value;
    for (const [address, number] of pages) this.seen.add(`${address} ${number}`);
    const reports = problems.filter(({ code }) => code === 'address-gone');
    const gone = reports.flatMap(({ line, message }) => {
      const named = before.filter(({ address }) => namesGone(message, address));
      expect(named.map(({ number }) => number)).toContain(line);
      return named.map(({ address }) => ({ address, message }));
    });
    for (const { address, message } of gone) {
      const unanswered = [...this.seen].filter((each) => {
        const [at = '', number] = each.split(' ');
        // Hosts answer at every form of an address.
        const key = addressKey(at);
        return key === addressKey(address) && String(leads.get(key)) !== number;
      });
      // An essay that is renamed and redated counts as another one, which has its address.
      const isTaken = message.endsWith('has its address');
      expect(isTaken || unanswered.length > 0, `${address} still answers`).toBe(true);
      for (const each of unanswered) this.reported.add(each);
    }
    const lost = [...this.seen].filter((each) => {
      const [address = '', number] = each.split(' ');
      return String(leads.get(addressKey(address))) !== number && !this.reported.has(each);
    });
    expect(lost, 'addresses that lead elsewhere, and were not reported').toEqual([]);
    // The next build yields the same addresses, and reports only those that are gone.
    const next = derive({ ...this.folder, addresses: shuffle(text) }, false);
    expect(next.text).toBe(text);
    expect([...next.leads]).toEqual([...leads]);
    const isOther = ({ code }: Problem) => !/^(address-gone|translation-.*)$/.test(code);
    expect(next.problems.filter(isOther)).toEqual([]);
    this.checkFeeds(built.site);
    this.folder = { ...this.folder, addresses: text };
    this.past.push(this.folder);
  }

  /** Each item has one id, in all feeds and builds, while the essay keeps its file's name, its year and its language. */
  private checkFeeds(site: Site): void {
    const origins = nameOrigins(site.essays, site.config.language);
    const changed: string[] = [];
    for (const feed of listFeeds(site).filter(({ path }) => path.endsWith('.xml'))) {
      if (/(^|\/)rss\.xml$/.test(feed.path)) continue;
      const contents = feed.essays.map(() => '');
      const xml = writeFeed(site, feed, contents, '/feed.css');
      const ids = Array.from(xml.matchAll(/<entry.*\n<id>(.*)<\/id>/g), ([, id = '']) => id);
      expect(ids).toHaveLength(feed.essays.length);
      for (const [index, { source }] of feed.essays.entries()) {
        const id = ids[index] ?? '';
        const origin = origins.get(source) ?? '';
        const [lastId = id, lastOrigin = origin] = [this.ids.get(origin), this.origins.get(id)];
        if (lastId !== id) changed.push(`${origin}: ${lastId} → ${id}`);
        if (lastOrigin !== origin) changed.push(`${id}: ${lastOrigin} → ${origin}`);
        this.ids.set(origin, id);
        this.origins.set(id, origin);
      }
    }
    expect(changed).toEqual([]);
  }
}

/** What the manual says that the ids of essays in feeds are made from, by their files. `essays` are newest first. */
function nameOrigins(essays: readonly Essay[], main: string): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const named = essays
    .toReversed()
    .map(({ source, guid, fileName, edition, publishedTimestamp }) => {
      const year = new Date(publishedTimestamp).getUTCFullYear();
      const language = edition === main ? '' : edition;
      const name = guid ?? [language, year, fileName].join(' ');
      if (!owners.has(name)) owners.set(name, source);
      return [source, owners.get(name) === source ? name : source] as const;
    });
  return new Map(named);
}

/** True if a report says that nothing leads from an address to its essay: the report names all addresses of one essay. */
function namesGone(message: string, address: string): boolean {
  const [, all = message.split(' ')[0] ?? ''] =
    / is no longer at (.*?)(?:, and \S+ has its address)?$/.exec(message) ?? [];
  return all.split(/, | and /).includes(decodePercent(address));
}

const momentOf = (day: number) => NOW - (day + 1) * DAY_MS;

const fileOf = (text: string) => ({ path: 'content/addresses.txt', bytes: Buffer.from(text) });

/** The same lines in reverse order, two of them duplicated. */
function shuffle(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  return [...lines.toReversed(), ...lines.slice(0, 2)].join('\n');
}

const words = {
  intro: { text: '', parts: [], links: [], faults: [] },
  callToAction: null,
  footer: null,
};

/** Derives the site. `pages` maps the addresses of pages to essay numbers; `leads` adds the redirects. */
function derive(folder: Folder, forgets: boolean) {
  const { essays, addresses } = folder;
  const config = configure(folder);
  const parsed = essays.map((essay) => toParsed(essay, config));
  const lines = parseAddresses(fileOf(addresses));
  expect(lines.problems).toEqual([]);
  const { value: site, ...derived } = deriveSite(
    {
      config,
      words,
      otherSettings: config.languages.map((each) => ({ config: each, words })),
      branding: { logo: null, darkLogo: null, favicon: null },
      essays: parsed,
      pageTemplates: [],
      linkable: { files: new Map(), publicFiles: [], neighbours: [], services: [] },
      addressFile: fileOf(addresses),
    },
    { showDrafts: false, showPrivate: false, previewUrl: null, now: NOW },
    { remembers: 'all', forgets, now: NOW, settings: '' },
    {},
  );
  const numbers = new Map(essays.map(({ path, number }) => [path, number]));
  const pages = new Map(site.essays.map(({ address, source }) => [address, numbers.get(source)]));
  expect(pages.size, 'each essay has an address of its own').toBe(site.essays.length);
  checkEditions(site, folder);
  // Hosts answer at every form of an address.
  const leads = new Map(Array.from(pages, ([address, number]) => [addressKey(address), number]));
  const astray = site.redirects.filter(({ to }) => !pages.has(to)).map(({ from }) => from);
  expect(astray, 'redirects that lead to another redirect, or to nothing').toEqual([]);
  for (const { from, to } of site.redirects) leads.set(addressKey(from), pages.get(to));
  const text = formatAddresses(derived.addresses);
  return { site, pages, leads, problems: derived.problems, text };
}

/** Each essay is in the list of its language, at an address of that language. */
function checkEditions({ editions, essays }: Site, { languages }: Folder): void {
  const strays = editions.flatMap(({ config, essays: listed }) => {
    const own = essays.filter(({ edition }) => edition === config.language);
    const shown = new Set(listed.map(({ source }) => source));
    const isDefault = !languages.some(([tag, form]) => tag === config.language && form !== null);
    return own.filter(({ source, address, permalinks }) => {
      const isHere = address.startsWith(`${config.prefix}/`);
      return !shown.has(source) || (isDefault && permalinks.length === 0 && !isHere);
    });
  });
  expect(strays.map(({ address }) => address)).toEqual([]);
}

function toParsed(written: Written, config: SiteConfig): ParsedEssay {
  const { number, path, title, day, guid, slug, permalink, lang, translationKey } = written;
  const place = placeIn(path);
  const { edition, stem, name } = placeEssay(path, lang, listEditions(config));
  const facts = {
    title,
    plainTitle: title,
    guid,
    draft: day === 0,
    hidden: day === 0 ? ({ state: 'draft', key: null } as const) : null,
    tags: number % 2 === 0 ? ['walks'] : [],
    statedSlug: slug === null ? null : { value: slug, place },
    permalinks: permalink === null ? [] : [{ value: permalink, place }],
    fileName: name.name,
    edition: edition?.language ?? config.language,
    stem,
    translationKey,
  };
  return makeParsed(path, momentOf(day), facts);
}

test.each(SEEDS)(
  `after each of ${HISTORIES} histories, every address leads to its essay or was reported (seed %i)`,
  (seed) => {
    const history = fc.array(step, { minLength: 4, maxLength: 25 });
    fc.assert(
      fc.property(history, (steps) => {
        const site = new History();
        for (const each of steps) {
          site.act(each);
          if (each.builds) site.build();
        }
        site.build();
      }),
      { numRuns: Number(HISTORIES), seed },
    );
  },
);
