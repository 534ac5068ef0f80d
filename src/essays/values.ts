/**
 * Readers of values in front matter and site.yaml: texts, lists, numbers, URLs, links and so on.
 *
 * `readers.ts` makes new readers from these.
 */
import type { Toc } from '../markdown/rule.ts';
import { isScriptUrl } from '../markdown/url-syntax.ts';
import { makeProblem, placeAt } from '../problems/problems.ts';
import { readLanguage } from '../text/language-tags.ts';
import { decodeEntities, foldSpace, joinWords, type Stated, suggestWord } from '../text/text.ts';
import { isColour, listNamedColours } from './colours.ts';
import { calendarDay, suggestZone } from './dates.ts';
import type { HeadItem } from './head-tags.ts';
import {
  describeTable,
  type KeyTable,
  listKeyNames,
  type NamedValue,
  type Reader,
  readTable,
  reportUnknownKeys,
  type Schema,
  type ValuesOf,
} from './key-table.ts';
import { convert, placeOf, refine, refuseValue } from './readers.ts';
import type { YamlEntries, YamlNode } from './yaml.ts';
import type { YamlSource } from './yaml-source.ts';

/** In YAML, any of these is a text: only readers turn a text into a number or a date. */
const TEXT = { type: ['string', 'number', 'boolean', 'null'] };

/** One line of text; HTML entities aren't decoded. */
export const text: Reader<string> = {
  schema: TEXT,
  read: (value) => {
    if (value.node.kind === 'text') return foldSpace(value.node.value);
    const [only] = value.node.kind === 'list' ? value.node.items : [];
    const words = only?.kind === 'text' ? only.value : 'some words';
    return refuseValue(value, {
      wanted: 'text',
      hint: `Write it as \`${value.name}: ${words}\`.`,
    });
  },
};

/** A text with its place. */
export const stated = convert(text, (value, { node, source }): Stated => {
  return { value, place: placeAt(source.path, source.text, node.offset) };
});

/** A list of texts; a single text counts as a list of one. */
export const texts: Reader<string[]> = {
  schema: { anyOf: [TEXT, { type: 'array', items: TEXT }] },
  read: (value) => {
    const { node } = value;
    const words: string[] = [];
    for (const item of itemsOf(node)) {
      if (item.kind !== 'text') {
        const found = `${item === node ? 'is' : 'holds'} a ${item.kind}`;
        const hint = 'Write one per line.';
        return refuseValue(value, { wanted: 'a list of words', found, hint });
      }
      if (item.value.trim() !== '') words.push(foldSpace(item.value));
    }
    return words;
  },
};

/** The items of a list; a single value counts as a list of one. */
function itemsOf(node: YamlNode): readonly YamlNode[] {
  return node.kind === 'list' ? node.items : [node];
}

/** A list of paths from the site's root. */
export const paths = convert(texts, (all, value) => {
  const wrong = all.find((path) => !/^\/(?!\/)[^?#]*$/.test(path));
  if (wrong === undefined) return all;
  return refuseValue(value, {
    wanted: 'a list of paths',
    found: `has \`${wrong}\``,
    hint: 'Begin each with "/".',
  });
});

/** A list of texts, each with its place. */
export const statedTexts = convert(texts, (_, { name, node, source }) => {
  return itemsOf(node).flatMap((item) => orNone(stated.read({ name, node: item, source })));
});

/** A link with a label (`Label: /path`) or, if `to` is null, only the name or address of a page. */
export type StatedLink = Stated & { readonly to: string | null };

/** A path, or a URL that browsers can read, with its place. */
export const address = convert(stated, (given, value) => {
  if (URL.canParse(given.value, 'https://host') && !isScriptUrl(given.value)) return given;
  const hint = 'Correct the URL, or write the path of a file.';
  return refuseValue(value, { wanted: 'a path or a URL', hint });
});

/** `Label: address` in quotes; the label may contain a colon. */
const LABELLED = /^(.+): ((?:\/|[a-z][\w+.-]*:)\S+)$/i;

/** A list of links, or a map of labels and addresses. */
export const links: Reader<StatedLink[]> = {
  read: ({ name, node, source }) => {
    return itemsOf(node).flatMap((item) => {
      if (item.kind === 'map') return readLinkMap(item.entries, source);
      return orNone(readLinkText({ name, node: item, source }));
    });
  },
};

function orNone<Value>(value: Value | null): Value[] {
  return value === null ? [] : [value];
}

/** Reads a link from one text; a text without an address is only a name. */
function readLinkText(value: NamedValue): StatedLink | null {
  const given = stated.read(value);
  if (given === null) return null;
  const [, label, url] = LABELLED.exec(given.value) ?? [];
  if (label === undefined || url === undefined) return { ...given, to: null };
  const node: YamlNode = { kind: 'text', value: url, offset: value.node.offset };
  return readLink(label, node, value.source);
}

/** Reads a map of labels and addresses, or one with the keys `name` and `url`. */
function readLinkMap(entries: YamlEntries, source: YamlSource): StatedLink[] {
  const label = entries.get('name')?.value;
  const url = entries.get('url')?.value;
  if (label?.kind === 'text' && url !== undefined) {
    return orNone(readLink(label.value, url, source));
  }
  return [...entries].flatMap(([name, { value }]) => orNone(readLink(name, value, source)));
}

function readLink(label: string, node: YamlNode, source: YamlSource): StatedLink | null {
  const to = address.read({ name: label, node, source });
  return to && { value: foldSpace(label), to: to.value, place: to.place };
}

/** Links that must be absolute. */
export const profiles: Reader<{ readonly name: string; readonly url: string }[]> = convert(
  links,
  (all, { source }) => {
    return all.flatMap(({ value: name, to, place }) => {
      if (to !== null && /^https?:/i.test(to) && !name.includes('://')) return [{ name, url: to }];
      const message = `A profile is a name and an absolute URL, not \`${to ?? name}\``;
      const hint = 'Write `Mastodon: https://…` on a line of its own.';
      source.problems.push(makeProblem('value-invalid', place, message, hint));
      return [];
    });
  },
);

/** Pieces of HTML or names of files, as they are written. */
export const headItems: Reader<HeadItem[]> = {
  schema: { type: ['string', 'array', 'null'], items: { type: 'string' } },
  read: (value) => {
    const items = itemsOf(value.node);
    const written = items.flatMap((item) => {
      return item.kind === 'text' ? [{ text: item.value, offset: item.offset }] : [];
    });
    if (written.length === items.length) return written;
    return refuseValue(value, {
      wanted: 'HTML tags or the name of a file',
      hint: 'Write `head: |`, and the tags indented below it.',
    });
  },
};

/** Makes a reader that takes a map as a source of its own; for any other value, the hint says what to write. */
export function map(hint: string, schema: Schema): Reader<YamlSource> {
  return {
    schema: { ...schema, type: ['object', 'null'] },
    read: (value) => {
      const { node, source } = value;
      if (node.kind !== 'map') return refuseValue(value, { wanted: 'a map', hint });
      return { ...source, entries: node.entries };
    },
  };
}

/** Makes a reader of maps with the keys of a table. */
export function tableOf<Rows extends KeyTable>(keys: Rows, hint: string): Reader<ValuesOf<Rows>> {
  return convert(map(hint, describeTable(keys)), (source) => {
    reportUnknownKeys(listKeyNames(keys), source);
    return readTable(keys, source);
  });
}

/** Makes a reader of a map with the keys of a table, or of a single text, which is the value of the first key. */
export function tableOrFirst<Rows extends KeyTable>(
  keys: Rows,
  hint: string,
): Reader<ValuesOf<Rows>> {
  const table = tableOf(keys, hint);
  const [first = ''] = Object.keys(keys);
  return {
    read: ({ node, source, ...value }) => {
      if (node.kind !== 'text') return table.read({ node, source, ...value });
      const entries = new Map([[first, { keyOffset: node.offset, value: node }]]);
      return readTable(keys, { ...source, entries });
    },
  };
}

/** Any YAML, for templates. Unquoted numbers, `true`, `false` and `null` get their types; dates stay texts. */
export const data: Reader<unknown> = {
  read: ({ node, source }) => toData(node, source.text),
};

/** Converts a tree of YAML to the values that templates get. */
export function toData(node: YamlNode, text: string): unknown {
  if (node.kind === 'list') return node.items.map((item) => toData(item, text));
  if (node.kind === 'map') {
    const entries = [...node.entries].map(([key, { value }]) => [key, toData(value, text)]);
    return Object.fromEntries(entries);
  }
  const { value, offset } = node;
  if (/["']/.test(text[offset - 1] ?? '')) return value;
  if (/^(?:true|false|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)$/.test(value)) return JSON.parse(value);
  return value === '' ? null : value;
}

/** A title or an excerpt: one line of text with its HTML entities decoded, once. */
export const prose = convert(text, (words) => foldSpace(decodeEntities(words)));

export const boolean = refine(text, {
  wanted: 'true or false',
  hint: 'Write true or false.',
  make: toBoolean,
  schema: { enum: [true, false, null, 'true', 'false', 'yes', 'no', 'on', 'off'] },
});

/** Converts a text; null if it is neither true nor false. */
export function toBoolean(word: string): boolean | null {
  if (/^(true|yes|on)$/i.test(word)) return true;
  return /^(false|no|off)$/i.test(word) ? false : null;
}

/** True, false, or the level of the lowest headings in a table of contents. */
export const toc = refine(text, {
  wanted: 'true, false or a heading level from 1 to 6',
  hint: 'Write true, or 2 for a list without subheadings.',
  make: (word): Toc | null => toBoolean(word) ?? (/^[1-6]$/.test(word) ? Number(word) : null),
  schema: {
    enum: [true, false, null, 'true', 'false', 'yes', 'no', 'on', 'off', 1, 2, 3, 4, 5, 6],
  },
});

/** A colour in any notation of CSS, with its place. */
export const colour: Reader<Stated> = convert(
  refine(text, {
    wanted: 'a CSS colour',
    hint: 'Write a name such as navy, "#1f3fd1" in quotes, or oklch(45% 0.2 265).',
    make: (written) => (isColour(written) ? written : null),
    suggest: (written) => suggestWord(written, listNamedColours()),
  }),
  (value, given) => ({ value, place: placeOf(given) }),
);

/** A whole number of at least 1. */
export const wholeNumber = refine(text, {
  wanted: 'a whole number of 1 or more',
  hint: 'Use digits.',
  make: (digits) => {
    const isCount = /^\d+$/.test(digits) && Number(digits) >= 1 && Number(digits) < 1e9;
    return isCount ? Number(digits) : null;
  },
  schema: { type: ['integer', 'string', 'null'], minimum: 1, pattern: '^\\s*\\d+\\s*$' },
});

/** Milliseconds since the epoch, in the range of a Date. */
export const timestamp = refine(text, {
  wanted: 'milliseconds since 1970',
  hint: 'Write a whole number, or use `published`.',
  make: (digits) => {
    const isMoment = /^-?\d+$/.test(digits) && Math.abs(Number(digits)) <= 8.64e15;
    return isMoment ? Number(digits) : null;
  },
});

/** One of several words; case is ignored. */
export function oneOf<Word extends string>(...words: readonly Word[]): Reader<Word> {
  return refine(text, {
    wanted: joinWords(words, 'or') ?? '',
    hint: 'Write one of these words.',
    make: (written) => words.find((each) => each === written.toLowerCase()) ?? null,
    suggest: (written) => suggestWord(written, words),
    schema: { enum: [...words, null] },
  });
}

/** An absolute http(s) URL, as written. */
export const url = refine(text, {
  wanted: 'an absolute URL',
  hint: 'Start it with https:// (or http://) and a host name.',
  make: (written) => {
    return URL.canParse(written) && /^https?:\/\//i.test(written) ? written : null;
  },
  schema: { type: ['string', 'null'], pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:' },
});

/** The first item of a list; any other value as it is. */
export function firstOf({ node, ...value }: NamedValue): NamedValue {
  const [first = node] = itemsOf(node);
  return { ...value, node: first };
}

/** The URL of a whole site, returned without a trailing slash. */
export const siteUrl = refine(url, {
  wanted: 'a URL without user, query or fragment',
  hint: 'Remove that part.',
  make: (written) => {
    const { origin, pathname, search, hash, username, password } = new URL(written);
    if (search + hash + username + password !== '') return null;
    // A path with two leading slashes would name another host.
    return origin + pathname.replace(/\/+/g, '/').replace(/\/$/, '');
  },
});

export const email = refine(text, {
  wanted: 'an email address',
  hint: 'Write it as name@example.com.',
  make: (written) => (/^[^\s@<>:]+@[^\s@<>]+$/.test(written) ? written : null),
});

/** A BCP 47 tag, returned in its canonical form; `pt_BR` is accepted. */
export const language = refine(text, {
  wanted: 'a language tag',
  hint: 'Write it as en, en-GB or pt-BR.',
  make: readLanguage,
});

/** A language tag in front matter, where `language` may also be a programming language, which is ignored. */
export const essayLanguage: Reader<string> = {
  read: (value) => {
    const { name, node } = value;
    if (name !== 'language' || node.kind !== 'text') return language.read(value);
    return readLanguage(node.value);
  },
};

export const timeZone = refine(text, {
  wanted: 'an IANA time zone',
  hint: 'Write it as America/New_York, Europe/Berlin or UTC.',
  make: (name) => {
    try {
      return calendarDay(0, name) && name;
    } catch {
      return null; // Intl doesn't know it.
    }
  },
  suggest: suggestZone,
});
