/**
 * content/site.yaml → SiteConfig: read once, validated whole, every problem with its line.
 */
import { makeProblem, type Place, type Problem, placeAt, wholeFile } from '../problems.ts';
import { CONFIG_PATH } from './paths.ts';
import { suggestWord } from './suggest.ts';
import { decodeSource, type SourceFile } from './text.ts';
import { type NamedValue, ValueReader } from './values.ts';
import { parseYaml, type YamlMap } from './yaml.ts';

/** Everything an author says of the site as a whole. Texts are decoded; absent ones are null. */
export interface SiteConfig {
  readonly name: string;
  readonly email: string | null;
  /** Absolute, with the base path if there is one, without a slash at the end. */
  readonly url: string;
  readonly title: string;
  readonly intro: string;
  readonly description: string;
  /** BCP 47. */
  readonly language: string;
  /** IANA name. */
  readonly timezone: string;
  /** What a slug is derived from where an essay states none. */
  readonly slugs: 'title' | 'file';
  readonly substack: string | null;
  readonly x: string | null;
  readonly redirects: readonly StatedRedirect[];
  /** Where clicks on outbound links are reported, or null. */
  readonly outboundEndpoint: string | null;
  readonly wordsPerMinute: number;
  readonly readTagQuery: boolean;
  readonly publishFuture: boolean;
  /** How many essays the feeds hold, the newest ones. */
  readonly feedItems: number;
  /** True where essays without an image of their own get a card for links to them. */
  readonly socialImages: boolean;
}

/** One line of `redirects`: an old path of this site and where it leads. */
export interface StatedRedirect {
  readonly from: string;
  readonly to: string;
  readonly place: Place;
}

const KEYS = [
  'name',
  'email',
  'url',
  'title',
  'intro',
  'description',
  'language',
  'timezone',
  'slugs',
  'substack',
  'x',
  'redirects',
  'analytics',
  'wordsPerMinute',
  'readTagQuery',
  'publishFuture',
  'feedItems',
  'socialImages',
] as const;

const EMPTY_MAP: YamlMap = { kind: 'map', entries: new Map(), offset: 0 };

/**
 * Reads site.yaml; null stands for a file that is missing, which `read.ts` has reported. A value that
 * is missing or wrong is an error and has a stand-in, so that the essays are checked all the same.
 */
export function parseConfig(file: SourceFile | null): { value: SiteConfig; problems: Problem[] } {
  const { text, problems } = file === null ? { text: '', problems: [] } : decodeSource(file);
  const at = (offset: number) => placeAt(CONFIG_PATH, text, offset);
  const yaml = parseYaml(text) ?? EMPTY_MAP;
  const readMap = (map: YamlMap) => new ConfigReader(map, at).read();
  if (file === null || problems.length > 0) return { value: readMap(EMPTY_MAP).value, problems };
  if (yaml.kind === 'map') return readMap(yaml);
  const message = `This file is a ${yaml.kind}, not keys with values`;
  const hint = 'Write one `key: value` to a line, first `name: Your Name`.';
  const problem =
    yaml.kind === 'fault'
      ? makeProblem('yaml-invalid', at(yaml.offset), yaml.message, yaml.hint)
      : makeProblem('value-invalid', at(yaml.offset), message, hint);
  return { value: readMap(EMPTY_MAP).value, problems: [problem] };
}

class ConfigReader {
  private readonly values = new ValueReader();
  private readonly problems: Problem[] = [];

  constructor(
    private readonly yaml: YamlMap,
    private readonly at: (offset: number) => Place,
  ) {}

  read(): { value: SiteConfig; problems: Problem[] } {
    const { values } = this;
    this.findUnknownKeys(this.yaml, KEYS);
    const name = this.required(values.prose(this.find('name')), 'name', 'name: Your Name');
    const urlExample = 'url: https://example.com';
    const url = this.required(values.siteUrl(this.find('url')), 'url', urlExample);
    const value = {
      name: name ?? 'Your Name',
      email: values.email(this.find('email')),
      url: url ?? 'https://example.com',
      title: values.prose(this.find('title')) ?? 'Essays',
      intro: values.prose(this.find('intro')) ?? '',
      description: values.prose(this.find('description')) ?? '',
      language: values.language(this.find('language')) ?? 'en',
      timezone: values.timeZone(this.find('timezone')) ?? 'UTC',
      slugs: values.oneOf(this.find('slugs'), ['title', 'file'] as const) ?? ('title' as const),
      substack: values.url(this.find('substack')),
      x: values.url(this.find('x')),
      redirects: this.readRedirects(),
      outboundEndpoint: this.readOutbound(),
      wordsPerMinute: values.count(this.find('wordsPerMinute')) ?? 200,
      readTagQuery: values.boolean(this.find('readTagQuery')) ?? false,
      publishFuture: values.boolean(this.find('publishFuture')) ?? true,
      feedItems: values.count(this.find('feedItems')) ?? 20,
      socialImages: values.boolean(this.find('socialImages')) ?? true,
    } satisfies SiteConfig;
    return { value, problems: [...this.problems, ...values.problems] };
  }

  private find(name: string, map: YamlMap = this.yaml): NamedValue | null {
    const node = map.entries.get(name)?.value;
    if (node === undefined || (node.kind === 'text' && node.value.trim() === '')) return null;
    return { name, node, place: this.at(node.offset) };
  }

  private required(value: string | null, name: string, example: string): string | null {
    if (value !== null || this.find(name) !== null) return value;
    const entry = this.yaml.entries.get(name);
    const place = entry ? this.at(entry.keyOffset) : wholeFile(CONFIG_PATH);
    const message = `\`${name}\` is missing`;
    this.problems.push(makeProblem('key-missing', place, message, `Add a line \`${example}\`.`));
    return null;
  }

  private readOutbound(): string | null {
    const value = this.find('analytics');
    if (value === null) return null;
    if (value.node.kind !== 'map') {
      return this.values.refuse(value, 'a map', 'Write `outbound: URL` indented below it.');
    }
    this.findUnknownKeys(value.node, ['outbound']);
    return this.values.url(this.find('outbound', value.node));
  }

  private readRedirects(): StatedRedirect[] {
    const value = this.find('redirects');
    if (value === null) return [];
    if (value.node.kind !== 'map') {
      this.values.refuse(value, 'a map', 'Write one `/old/path: /new/path` to a line below it.');
      return [];
    }
    const redirects: StatedRedirect[] = [];
    for (const [from, entry] of value.node.entries) {
      const place = this.at(entry.keyOffset);
      const to = this.values.text({
        name: from,
        node: entry.value,
        place: this.at(entry.value.offset),
      });
      if (to !== null) redirects.push({ from, to, place });
    }
    return redirects;
  }

  private findUnknownKeys(map: YamlMap, known: readonly string[]): void {
    for (const [name, entry] of map.entries) {
      if (known.includes(name)) continue;
      const meant = suggestWord(name, known);
      const hint =
        meant === null ? `The keys are ${known.join(', ')}.` : `Did you mean \`${meant}\`?`;
      const message = `The key \`${name}\` is not known, so its value is not used`;
      this.problems.push(makeProblem('key-unknown', this.at(entry.keyOffset), message, hint));
    }
  }
}
