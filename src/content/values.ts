/**
 * One YAML value → the kind of value its key wants, or a problem that says what was wanted.
 *
 * Used for front matter and for site.yaml alike.
 */
import { makeProblem, type Place, type Problem } from '../problems.ts';
import { isTimeZone } from './dates.ts';
import { suggestWord } from './suggest.ts';
import { decodeEntities, foldSpace } from './text.ts';
import type { YamlNode } from './yaml.ts';

/** A value, the key it stands under and its place. */
export interface NamedValue {
  readonly name: string;
  readonly node: YamlNode;
  readonly place: Place;
}

/** Reads values, and keeps the problems that it meets. A value that is wrong reads as null. */
export class ValueReader {
  readonly problems: Problem[] = [];

  /** One line of text, entities not decoded. */
  text(value: NamedValue | null): string | null {
    if (value === null) return null;
    if (value.node.kind === 'text') return foldSpace(value.node.value);
    return this.refuse(value, 'a text', `Write it as \`${value.name}: some words\`.`);
  }

  /** A title or an excerpt: one line of text with its HTML entities decoded, once. */
  prose(value: NamedValue | null): string | null {
    const text = this.text(value);
    return text === null ? null : foldSpace(decodeEntities(text));
  }

  boolean(value: NamedValue | null): boolean | null {
    const text = this.text(value);
    if (text === null) return null;
    if (/^(true|yes|on)$/i.test(text)) return true;
    if (/^(false|no|off)$/i.test(text)) return false;
    return this.refuse(value as NamedValue, 'true or false', 'Write true or false.');
  }

  /** A whole number of at least 1. */
  count(value: NamedValue | null): number | null {
    const text = this.text(value);
    if (text === null) return null;
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= 1 && number < 1e9) return number;
    return this.refuse(value as NamedValue, 'a whole number of 1 or more', 'Write it in digits.');
  }

  oneOf<Word extends string>(value: NamedValue | null, words: readonly Word[]): Word | null {
    const text = this.text(value);
    if (text === null) return null;
    const found = words.find((word) => word === text.toLowerCase());
    if (found !== undefined) return found;
    const meant = suggestWord(text, words);
    const hint = meant === null ? 'Write one of these words.' : `Did you mean \`${meant}\`?`;
    return this.refuse(value as NamedValue, words.join(' or '), hint);
  }

  /** An absolute http(s) URL, as written. */
  url(value: NamedValue | null): string | null {
    const text = this.text(value);
    if (value === null || text === null) return null;
    if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
    const hint = 'Begin it with https:// (or http://) and the host name.';
    return this.refuse(value, 'an absolute URL', hint);
  }

  /** A URL that a whole site can lie under; without a slash at its end. */
  siteUrl(value: NamedValue | null): string | null {
    const text = this.url(value);
    if (value === null || text === null) return null;
    const { href, search, hash, username } = new URL(text);
    if (search === '' && hash === '' && username === '') return href.replace(/\/+$/, '');
    return this.refuse(value, 'a URL without user, query or fragment', 'Cut it there.');
  }

  email(value: NamedValue | null): string | null {
    const text = this.text(value);
    if (value === null || text === null || /^[^\s@<>]+@[^\s@<>]+$/.test(text)) return text;
    return this.refuse(value, 'a mail address', 'Write it as name@example.com.');
  }

  /** A BCP 47 tag, in its canonical form. */
  language(value: NamedValue | null): string | null {
    const text = this.text(value);
    if (value === null || text === null) return null;
    try {
      return Intl.getCanonicalLocales(text)[0] ?? null;
    } catch {
      return this.refuse(value, 'a language tag', 'Write it as en, en-GB or pt-BR.');
    }
  }

  timeZone(value: NamedValue | null): string | null {
    const text = this.text(value);
    if (value === null || text === null || isTimeZone(text)) return text;
    const hint = 'Write it as America/New_York, Europe/Berlin or UTC.';
    return this.refuse(value, 'a time zone of the IANA list', hint);
  }

  /** A list of texts; a single text is a list of one. */
  texts(value: NamedValue | null): { text: string; node: YamlNode }[] {
    if (value === null) return [];
    if (value.node.kind === 'text')
      return [{ text: foldSpace(value.node.value), node: value.node }];
    const items: { text: string; node: YamlNode }[] = [];
    const nodes = value.node.kind === 'list' ? value.node.items : [value.node];
    for (const node of nodes) {
      if (node.kind === 'text') {
        const text = foldSpace(node.value);
        if (text !== '') items.push({ text, node });
      } else {
        const holds = node === value.node ? 'is' : 'holds';
        const message = `\`${value.name}\` must be a list of words, and ${holds} a ${node.kind}`;
        const hint = 'Write one to a line.';
        this.problems.push(makeProblem('value-invalid', value.place, message, hint));
        return [];
      }
    }
    return items;
  }

  /** Reports that the value is not what its key wants. */
  refuse(value: NamedValue, wanted: string, hint: string): null {
    const is = value.node.kind === 'text' ? `\`${value.node.value}\`` : `a ${value.node.kind}`;
    const message = `\`${value.name}\` must be ${wanted}, and is ${is}`;
    this.problems.push(makeProblem('value-invalid', value.place, message, hint));
    return null;
  }
}
