/**
 * Likely mistakes in text that the engine leaves as text: footnotes and references without a target, or with two, and
 * links with a space before the address. Doubtful cases are not reported.
 */
import { askMeant, foldWords, suggestFolded } from '../../text/text.ts';
import { placeOf } from '../markdown-nodes.ts';
import type { Fault, Rule } from '../rule.ts';

const SIGN = /\[\^|\]\[(?=[^[\]\n]*\])|\] +\(|^ {0,3}\[[^[\]\n]+\]:/m;
const NOTE = /(?<!\\)\[\^([\w-]+)\](?![:([*+?{\w])/g;
/** Excludes numbers beside numbers, which are citations. */
const REFERENCE = /(?<![\w\\\])`])!?\[(?!\s|\d+\]\[\d)([^[\]\n^]+)\]\[([^[\]\n^]*)\]/g;
const ADDRESS = String.raw`(?:https?:|mailto:|www\.|\.{0,2}\/|#)[^()\s]+`;
const FILE = String.raw`\.(?:md|html?|pdf|png|jpe?g|gif|webp|svg)`;
const SPACED = new RegExp(
  String.raw`(?<![\w\\\])\x60])\[([^[\]\n]+)\]( +)\((${ADDRESS}|[\w-]+${FILE})\)`,
  'g',
);

/** How far from its beginning a link with a space may reach beyond a text: its address can be a link by itself. */
const REACH = 300;

/** A text that may have a mistake: its source, with what is around it. */
interface Place {
  readonly around: string;
  /** The offset of `around`. */
  readonly from: number;
  readonly start: number;
  readonly end: number;
}

export const referenceFaults: Rule = ({ found, source }) => {
  if (!SIGN.test(source)) return null;
  const used = new Set<string>();
  const notes: Target[] = [];
  const targets: Target[] = [];
  const texts: Place[] = [];
  return {
    needsPlaces: true,
    markdown: {
      text(node) {
        const { start, end } = placeOf(node);
        const from = Math.max(0, start - 1);
        const around = source.slice(from, end + REACH);
        if (SIGN.test(around)) texts.push({ around, from, start, end });
      },
      footnoteReference: (node) => void used.add(node.identifier),
      footnoteDefinition: (node) =>
        void notes.push({ name: node.identifier, at: placeOf(node).start, url: '' }),
      definition: (node) =>
        void targets.push({ name: node.identifier, at: placeOf(node).start, url: node.url }),
    },
    afterMarkdown() {
      found.faults.push(...findRepeats(notes, '^'), ...findRepeats(targets, ''));
      for (const note of notes) if (!used.has(note.name)) found.faults.push(noteUnused(note));
      if (texts.length === 0) return;
      const names = foldWords(notes.map(({ name }) => name));
      const addresses = foldWords(targets.map(({ name }) => name));
      for (const each of texts) {
        found.faults.push(...findNotes(each, names));
        found.faults.push(...findReferences(each, addresses));
        found.faults.push(...findSpaces(each));
      }
    },
  };
};

/** Finds what begins in a text. */
function* findIn({ around, from, start, end }: Place, pattern: RegExp) {
  for (const match of around.matchAll(pattern)) {
    const at = from + match.index;
    if (at >= start && at < end) yield { match, at };
  }
}

/** The text of a footnote, or the address of references. */
interface Target {
  readonly name: string;
  readonly at: number;
  /** Empty for a footnote. */
  readonly url: string;
}

/** Finds the targets that no reader gets to, because an earlier one has the same name. */
function* findRepeats(targets: readonly Target[], sign: '^' | ''): Generator<Fault> {
  const first = new Map<string, Target>();
  for (const target of targets) {
    const { name, at, url } = target;
    const known = first.get(name);
    if (known === undefined) first.set(name, target);
    else if (sign === '^' || known.url !== url) {
      const written = `[${sign}${name}]`;
      const lost = sign === '^' ? "this text isn't shown" : 'every link leads to the first address';
      const message = `\`${written}\` is defined twice: ${lost}`;
      const hint = 'Rename it here and where it is used, or remove it.';
      yield { code: 'name-repeated', message, hint, at, written };
    }
  }
}

function noteUnused({ name, at }: { readonly name: string; readonly at: number }): Fault {
  const message = `Nothing refers to the footnote \`[^${name}]\`, so no reader sees it`;
  const hint = `Write \`[^${name}]\` where it belongs, or remove it.`;
  return { code: 'footnote-unused', message, hint, at, written: name };
}

type Names = ReturnType<typeof foldWords>;

function* findNotes(text: Place, names: Names): Generator<Fault> {
  for (const { match, at } of findIn(text, NOTE)) {
    const [, name = ''] = match;
    // `[^a-z]` is more often a regular expression than a footnote.
    if (!/^\d+$/.test(name) && (names.length === 0 || /\w-\w/.test(name))) continue;
    const message = `The footnote \`[^${name}]\` has no text, so readers see it as written`;
    const meant = suggestFolded(name, names);
    const asked = askMeant(meant && `[^${meant}]`);
    const hint = asked ?? `Write \`[^${name}]: …\` on a line of its own.`;
    const edits = meant === null ? [] : [{ at: at + '[^'.length, was: name, is: meant }];
    yield { code: 'footnote-undefined', message, hint, at, written: name, edits };
  }
}

function* findReferences(text: Place, targets: Names): Generator<Fault> {
  for (const { match, at } of findIn(text, REFERENCE)) {
    const [written, words = '', name = ''] = match;
    const message = `\`${written}\` refers to an address that isn't defined, so readers see the brackets`;
    const meant = suggestFolded(name || words, targets);
    const asked = askMeant(meant && written.replace(/\[[^[\]]*\]$/, () => `[${meant}]`));
    const hint = asked ?? `Write \`[${name || words}]: https://…\` on a line of its own.`;
    const nameAt = at + written.lastIndexOf('[') + 1;
    const edits = meant === null ? [] : [{ at: nameAt, was: name, is: meant }];
    yield { code: 'reference-undefined', message, hint, at, written, edits };
  }
}

function* findSpaces(text: Place): Generator<Fault> {
  for (const { match, at } of findIn(text, SPACED)) {
    const [written, words, spaces = '', url] = match;
    const message = `\`${written}\` isn't a link, because there is a space before the address`;
    const hint = `Write \`[${words}](${url})\`.`;
    const edits = [{ at: at + written.indexOf(']') + 1, was: spaces, is: '' }];
    yield { code: 'link-space', message, hint, at, written, edits };
  }
}
