/**
 * An essay file's text → its front matter and its body.
 *
 * Knows the keys of design section 4 and the names that Jekyll, Hugo, Eleventy and Astro use for
 * them; every reader below asks for our own key and gets the value under whichever name it stands.
 */
import { makeProblem, type Place, type Problem, placeAt } from '../problems.ts';
import { suggestWord } from './suggest.ts';
import { parseYaml, type YamlMap, type YamlNode } from './yaml.ts';

/** Our keys, each with the other names it is read under, the first present name winning. */
const KEYS = {
  title: ['title'],
  author: ['author', 'authors'],
  tags: ['tags', 'categories'],
  published: ['published', 'date'],
  publishedTimestamp: ['publishedTimestamp'],
  slug: ['slug'],
  excerpt: ['excerpt', 'description', 'summary', 'spoiler'],
  image: ['image', 'cover', 'thumbnail', 'hero'],
  imageAlt: ['imageAlt'],
  readTime: ['readTime'],
  formattedDate: ['formattedDate'],
  draft: ['draft'],
  updated: ['updated', 'modified', 'lastmod'],
  aliases: ['aliases', 'redirect_from', 'alias'],
  format: ['format'],
} as const satisfies Record<string, readonly string[]>;

export type FrontMatterKey = keyof typeof KEYS;

const ALL_NAMES: readonly string[] = Object.values(KEYS).flat();

/** Keys of other generators that lie close to one of ours and mean something else. */
const FOREIGN_NAMES = new Set(['data', 'tag', 'time', 'authored', 'update', 'imageAlign']);

/** One value of the front matter: what it is, and the name it stands under. */
export interface FrontMatterValue {
  readonly name: string;
  readonly node: YamlNode;
  readonly place: Place;
}

export interface EssaySource {
  readonly path: string;
  /** The whole file. */
  readonly text: string;
  readonly body: string;
  /** Where the body begins in `text`. */
  readonly bodyOffset: number;
  /** The value under our key or another name of it; null where there is none or it is empty. */
  get(key: FrontMatterKey): FrontMatterValue | null;
  /** `published: false`, which Jekyll and Hugo's users write for a draft. */
  readonly unpublished: boolean;
}

const OPENING = /^---[ \t]*\n/;
/** Three hyphens, or YAML's own end mark, which Jekyll and Pandoc take as well. */
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/m;

/**
 * Splits a file into front matter and body. Front matter that cannot be read is reported, and
 * counts as empty, so that the rest of the file is still looked at; `sound` is then false.
 */
export function readFrontMatter(
  path: string,
  text: string,
): { source: EssaySource; sound: boolean; problems: Problem[] } {
  const opening = OPENING.exec(text);
  if (opening === null) return withToml(path, text);
  const yamlOffset = opening[0].length;
  const closing = CLOSING.exec(text.slice(yamlOffset));
  if (closing === null) {
    const message = 'The front matter that begins here is never closed';
    const hint = 'Put a line of three hyphens (---) after its last key.';
    const problem = makeProblem('front-matter-unclosed', placeAt(path, text, 0), message, hint);
    return {
      source: makeSource(path, text, text.length, null, 0),
      sound: false,
      problems: [problem],
    };
  }
  const bodyOffset = Math.min(yamlOffset + closing.index + closing[0].length + 1, text.length);
  const yaml = parseYaml(text.slice(yamlOffset, yamlOffset + closing.index));
  if (yaml === null) {
    return { source: makeSource(path, text, bodyOffset, null, 0), sound: true, problems: [] };
  }
  if (yaml.kind !== 'map') {
    const place = placeAt(path, text, yamlOffset + yaml.offset);
    const problem =
      yaml.kind === 'fault'
        ? makeProblem('yaml-invalid', place, yaml.message, yaml.hint)
        : makeProblem(
            'front-matter-invalid',
            place,
            `The front matter is a ${yaml.kind}, not keys with values`,
            'Write one `key: value` to a line.',
          );
    return {
      source: makeSource(path, text, bodyOffset, null, 0),
      sound: false,
      problems: [problem],
    };
  }
  return {
    source: makeSource(path, text, bodyOffset, yaml, yamlOffset),
    sound: true,
    problems: findUnknownKeys(path, text, yaml, yamlOffset),
  };
}

function withToml(
  path: string,
  text: string,
): { source: EssaySource; sound: boolean; problems: Problem[] } {
  const isToml = /^\+\+\+[ \t]*\n[\s\S]*?^\+\+\+[ \t]*$/m.test(text);
  const source = makeSource(path, text, isToml ? text.length : 0, null, 0);
  if (!isToml) return { source, sound: true, problems: [] };
  const message = 'The front matter is TOML (+++), which is not read';
  const hint = 'Write it as YAML: `key: value` lines between lines of three hyphens (---).';
  const place = placeAt(path, text, 0);
  return {
    source,
    sound: false,
    problems: [makeProblem('front-matter-invalid', place, message, hint)],
  };
}

function makeSource(
  path: string,
  text: string,
  bodyOffset: number,
  yaml: YamlMap | null,
  yamlOffset: number,
): EssaySource {
  const find = (name: string): FrontMatterValue | null => {
    const node = yaml?.entries.get(name)?.value;
    if (node === undefined || isEmpty(node)) return null;
    return {
      name,
      node,
      get place() {
        return placeAt(path, text, yamlOffset + node.offset);
      },
    };
  };
  const flag = find('published');
  const publishedIsFlag =
    flag?.node.kind === 'text' && /^(true|false|yes|no)$/i.test(flag.node.value);
  return {
    path,
    text,
    body: text.slice(bodyOffset),
    bodyOffset,
    get(key) {
      for (const name of KEYS[key]) {
        if (name === 'published' && publishedIsFlag) continue;
        const value = find(name);
        if (value !== null) return value;
      }
      return null;
    },
    unpublished:
      publishedIsFlag && flag?.node.kind === 'text' && /^(false|no)$/i.test(flag.node.value),
  };
}

function isEmpty(node: YamlNode): boolean {
  if (node.kind === 'text') return node.value.trim() === '';
  return node.kind === 'list' ? node.items.length === 0 : node.entries.size === 0;
}

/** Reports keys that are a letter or two away from one that we read; all others are left alone. */
function findUnknownKeys(path: string, text: string, yaml: YamlMap, yamlOffset: number): Problem[] {
  const problems: Problem[] = [];
  for (const [name, entry] of yaml.entries) {
    if (ALL_NAMES.includes(name) || FOREIGN_NAMES.has(name)) continue;
    const meant = suggestWord(name, ALL_NAMES);
    if (meant === null || yaml.entries.has(meant)) continue;
    const place = placeAt(path, text, yamlOffset + entry.keyOffset);
    const message = `The key \`${name}\` is not known, so its value is not used`;
    problems.push(makeProblem('key-unknown', place, message, `Did you mean \`${meant}\`?`));
  }
  return problems;
}
