/**
 * Property test: after any history of a site, every address that was ever published leads to its essay, or a
 * build has reported it as gone.
 *
 * Runs on the pure stages only. BLOG_HISTORIES sets the number of random histories, BLOG_SEED the seed; a failure
 * names its seed and the shortest history that fails.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ParsedEssay } from '../../../src/essays/essay.ts';
import type { Problem } from '../../../src/problems/problems.ts';
import { formatAddresses, parseAddresses } from '../../../src/site/addresses.ts';
import { deriveSite } from '../../../src/site/site.ts';
import { addressKey } from '../../../src/site/urls.ts';
import { makeParsed, placeIn, readSettings } from '../../support/parsed.ts';
import { NOW } from '../../support/site.ts';

const HISTORIES = Number(process.env.BLOG_HISTORIES ?? 500);
const SEED = Number(process.env.BLOG_SEED ?? 14);

/** One version of an essay; its number stays the same throughout a history. */
interface Written {
  readonly number: number;
  readonly path: string;
  readonly title: string;
  readonly day: number;
  readonly words: readonly string[];
  readonly guid: string | null;
  readonly slug: string | null;
}

/** A state of the author's folder: the essays, `permalink` and content/addresses.txt. */
interface Folder {
  readonly essays: readonly Written[];
  readonly permalink: string;
  readonly addresses: string;
}

const ACTS = [
  ...['write', 'write', 'retitle', 'retitle', 'rename', 'move', 'redate', 'edit', 'edit'],
  ...['rename and retitle', 'swap', 'split', 'delete', 'draft', 'revert', 'branch', 'merge'],
  'reform',
] as const;
const step = fc.record({
  act: fc.constantFrom(...ACTS),
  target: fc.nat(50),
  value: fc.nat(1000),
  /** Builds after this step, so that several may come between two builds. */
  builds: fc.integer({ min: 0, max: 3 }).map((number) => number > 0),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const FORMS = [
  '/blog/:slug',
  '/:year/:slug/',
  '/:slug.html',
  '/essays/:slug',
  '/:file/',
  '/blog/:slug/',
];
const TITLES = ['One', 'Two', 'Same', 'Other', 'On the way', 'Three'];
const COMMON = Array.from({ length: 30 }, (_, index) => `word${index}`);
const DAY_MS = 86_400_000;

const pick = <Value>(values: readonly Value[], number: number): Value =>
  values[number % values.length] as Value;

/** A site's history, with at most one unmerged branch. */
class History {
  folder: Folder = { essays: [], permalink: '/blog/:slug', addresses: '' };
  branch: Folder | null = null;
  base: Folder = this.folder;
  readonly past: Folder[] = [this.folder];
  /** `address number`: which essay was published where, and which of these a build reported as gone. */
  readonly seen = new Set<string>();
  readonly reported = new Set<string>();
  private count = 0;

  act({ act, target, value }: Step): void {
    const { essays } = this.folder;
    const essay = pick(essays, target);
    if (act === 'revert') this.folder = { ...this.folder, essays: pick(this.past, value).essays };
    else if (act === 'branch') [this.branch, this.base] = [this.folder, this.folder];
    else if (act === 'merge') this.merge();
    else if (act === 'reform') this.folder = { ...this.folder, permalink: pick(FORMS, value) };
    else if (act === 'write') this.change(null, [this.write(target, value)]);
    else if (essay === undefined) return;
    else if (act === 'delete') this.change(essay, []);
    else if (act === 'draft')
      this.change(essay, [{ ...essay, day: essay.day > 0 ? 0 : value + 1 }]);
    else if (act === 'retitle') this.change(essay, [{ ...essay, title: pick(TITLES, value) }]);
    else if (act === 'redate') this.change(essay, [{ ...essay, day: 1 + value }]);
    else if (act === 'rename') this.change(essay, [{ ...essay, path: this.makePath(value) }]);
    else if (act === 'move') this.change(essay, [{ ...essay, path: moveFile(essay.path, value) }]);
    else if (act === 'rename and retitle') {
      this.change(essay, [{ ...essay, path: this.makePath(value), title: pick(TITLES, value) }]);
    } else if (act === 'edit') {
      const words = essay.words.map((word, index) =>
        (index + value) % 20 === 0 ? `new${this.count++}` : word,
      );
      this.change(essay, [{ ...essay, words }]);
    } else if (act === 'swap') {
      // A file that was never published and gets another essay's words counts as that essay, renamed.
      const twin = pick(essays, value);
      if (!this.isSeen(essay) || !this.isSeen(twin)) return;
      this.folder = {
        ...this.folder,
        essays: essays.map((each) => {
          const other = each === essay ? twin : each === twin ? essay : each;
          return { ...each, path: other.path };
        }),
      };
    } else {
      const half = essay.words.length / 2;
      const parts = [essay.words.slice(0, half), essay.words.slice(half)];
      const made = parts.map((words) => ({ ...this.write(target, value), words }));
      this.change(essay, made);
    }
  }

  /** Builds, and resolves the reported problems until the build succeeds. */
  build(): void {
    for (let tries = 0; tries < 20; tries++) {
      const built = derive(this.folder, false);
      const taken = built.problems.find(({ code }) => code === 'address-taken');
      if (taken !== undefined) this.settle(taken);
      else if (built.problems.some(({ code }) => code === 'addresses-many-gone')) {
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
        this.publish(built);
        return;
      }
    }
    throw new Error('The problems never end');
  }

  /** Gives the essay another slug or, if that does not help, gives up the old essay's address. */
  private settle({ file, message }: Problem): void {
    const essay = this.folder.essays.find(({ path }) => path === file);
    const [, address, owner] = /^(\S+) leads to this essay, and (\S+) /.exec(message) ?? [];
    if (essay === undefined) throw new Error(message);
    if (essay.slug === null) {
      this.change(essay, [{ ...essay, slug: `own-${this.count++}` }]);
      return;
    }
    const isOther = (line: string) => !line.startsWith(`${address} ${owner} `);
    const addresses = this.folder.addresses.split('\n').filter(isOther).join('\n');
    expect(addresses, message).not.toBe(this.folder.addresses);
    this.folder = { ...this.folder, addresses };
    const number = this.folder.essays.find(({ path }) => path === owner)?.number;
    this.reported.add(`${address} ${number}`);
  }

  private publish(built: ReturnType<typeof derive>): void {
    const { pages, leads, problems, text } = built;
    const before = parseAddresses(fileOf(this.folder.addresses)).value;
    for (const [address, number] of pages) this.seen.add(`${address} ${number}`);
    for (const { code, line } of problems.filter((each) => each.code === 'address-gone')) {
      const address = before.find(({ number }) => number === line)?.address;
      expect(address, code).toBeDefined();
      const unanswered = [...this.seen].filter((each) => {
        const [at, number] = each.split(' ');
        return at === address && String(leads.get(addressKey(at ?? ''))) !== number;
      });
      expect(unanswered, `${address} was reported, and still answers`).not.toEqual([]);
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
    expect(next.problems.filter(({ code }) => code !== 'address-gone')).toEqual([]);
    this.folder = { ...this.folder, addresses: text };
    this.past.push(this.folder);
  }

  private isSeen({ number }: Written): boolean {
    return [...this.seen].some((each) => each.endsWith(` ${number}`));
  }

  private write(target: number, value: number): Written {
    const number = this.count++;
    const own = Array.from({ length: 30 }, (_, index) => `own${number}x${index}`);
    return {
      number,
      path: this.makePath(value),
      title: pick(TITLES, target),
      day: 1 + value,
      words: [...COMMON, ...own],
      guid: value % 5 === 0 ? `https://old.example/${number}` : null,
      slug: null,
    };
  }

  private makePath(value: number): string {
    return `content/essays/${pick(['', '2020/', 'deep/er/'], value)}essay-${this.count++}.md`;
  }

  private change(essay: Written | null, parts: readonly Written[]): void {
    const rest = this.folder.essays.filter((each) => each !== essay);
    this.folder = { ...this.folder, essays: [...rest, ...parts] };
  }

  /** Merges the branch: changes of either side, ours if both changed; the lines of both addresses.txt. */
  private merge(): void {
    const { branch, base, folder } = this;
    this.branch = null;
    if (branch === null) return;
    const sides = [folder, branch, base].map(({ essays }) => {
      return new Map(essays.map((each) => [each.number, each]));
    });
    const [ours = new Map(), theirs = new Map(), old = new Map()] = sides;
    const numbers = new Set([...ours.keys(), ...theirs.keys()]);
    const merged = [...numbers].flatMap((number) => {
      const is = ours.get(number) === old.get(number) ? theirs.get(number) : ours.get(number);
      return is === undefined ? [] : [is];
    });
    const paths = new Set(merged.map(({ path }) => path));
    // Two essays at the same path are a merge conflict, which this test leaves out.
    if (paths.size < merged.length) return;
    const addresses = folder.addresses + branch.addresses;
    this.folder = { ...folder, essays: merged, addresses };
  }
}

/** Moves a file to another folder, under the same name. */
function moveFile(path: string, value: number): string {
  return `content/essays/${pick(['a', 'b', 'c/d'], value)}/${path.split('/').at(-1)}`;
}

const fileOf = (text: string) => ({ path: 'content/addresses.txt', bytes: Buffer.from(text) });

/** The same lines in reverse order, two of them duplicated. */
function shuffle(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  return [...lines.toReversed(), ...lines.slice(0, 2)].join('\n');
}

const config = readSettings();

const words = {
  intro: { text: '', html: '', links: [], faults: [] },
  callToAction: null,
  footer: null,
};

/** Derives the site. `pages` maps the addresses of pages to essay numbers; `leads` adds the redirects. */
function derive({ essays, permalink, addresses }: Folder, forgets: boolean) {
  const parsed = essays.map(toParsed);
  const lines = parseAddresses(fileOf(addresses));
  expect(lines.problems).toEqual([]);
  const { value: site, ...derived } = deriveSite(
    {
      config: { ...config, permalink: { value: permalink, place: placeIn('content/site.yaml') } },
      words,
      otherSettings: [],
      branding: { logo: null, darkLogo: null, favicon: null },
      essays: parsed,
      pageTemplates: [],
      linkable: { files: new Map(), publicFiles: [], neighbours: [], services: [] },
      addressFile: fileOf(addresses),
    },
    { showDrafts: false, previewUrl: null, now: NOW },
    { remembers: 'all', forgets, now: NOW, settings: '' },
    {},
  );
  const numbers = new Map(essays.map(({ path, number }) => [path, number]));
  const pages = new Map(site.essays.map(({ address, source }) => [address, numbers.get(source)]));
  // Hosts answer at every form of an address.
  const leads = new Map(Array.from(pages, ([address, number]) => [addressKey(address), number]));
  for (const { from, to } of site.redirects) {
    expect(pages.has(to), `${from} leads to a page, not to a redirect`).toBe(true);
    leads.set(addressKey(from), pages.get(to));
  }
  const text = formatAddresses(derived.addresses);
  return { pages, leads, problems: derived.problems, text };
}

function toParsed({ path, title, day, words, guid, slug }: Written): ParsedEssay {
  const facts = {
    title,
    plainTitle: title,
    guid,
    draft: day === 0,
    statedSlug: slug === null ? null : { value: slug, place: placeIn(path) },
  };
  return makeParsed(path, NOW - (day + 1) * DAY_MS, facts, words.join(' '));
}

test(`after each of ${HISTORIES} histories, every address leads to its essay or was reported`, () => {
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
    { numRuns: HISTORIES, seed: SEED },
  );
}, 120_000);
