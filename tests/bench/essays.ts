/**
 * Generates Markdown essays from a seed, the same on every machine.
 *
 * They resemble real ones: 60 to 3,800 words (median 600), headings, internal and external links, emphasis,
 * quotations, lists, code, and front matter that every generator reads.
 */

export interface GeneratedEssay {
  /** The file's name without its extension: its slug. */
  readonly name: string;
  readonly title: string;
  /** ISO 8601, in UTC. */
  readonly date: string;
  readonly tags: readonly string[];
  readonly body: string;
}

/** The number of words: a log-normal distribution, truncated at both ends. */
const WORDS = { median: 600, sigma: 0.9, min: 60, max: 3800 };
const TAGS = 24;
const OLDEST = Date.UTC(2004, 0, 1);
const NEWEST = Date.UTC(2025, 11, 31);
const SYLLABLES =
  'ba con der el fi gra hen in lo mar nes or pe qui ra sto tion un ve wil yo ment s th'.split(' ');

/** Generates the essays one at a time: a hundred thousand of them need not fit into memory. */
export function* generateEssays(count: number, seed: number): Generator<GeneratedEssay> {
  const next = makeChance(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const times = <T>(length: number, make: () => T) => Array.from({ length }, make);
  const vocabulary = times(1500, () =>
    times(1 + below(3), () => SYLLABLES[below(SYLLABLES.length)]).join(''),
  );
  // A few words, and a few tags, are common; most are rare.
  const word = () => vocabulary[Math.floor(vocabulary.length * next() ** 2)] ?? '';
  const phrase = (length: number) => times(length, word).join(' ');
  const decorations: readonly ((text: string) => string)[] = [
    (text) => `[${text}](/blog/${nameOf(below(count))})`,
    (text) => `[${text}](https://example.org/${text})`,
    (text) => `*${text}*`,
    (text) => `**${text}**`,
    (text) => `\`${text}\``,
    (text) => `"${text}"`,
    (text) => `${text}'s`,
  ];

  function sentence(length: number): string {
    const words = times(length, word);
    const at = below(length);
    const decorate = decorations[below(14)];
    words[at] = decorate?.(words[at] ?? '') ?? words[at] ?? '';
    return `${capitalize(words.join(' '))}${below(9) === 0 ? '?' : '.'}`;
  }

  function prose(length: number): string {
    const sentences: string[] = [];
    for (let left = length; left > 0; ) {
      const size = Math.min(left, 8 + below(14));
      sentences.push(sentence(size));
      left -= size;
    }
    return sentences.join(' ');
  }

  const list = (length: number) =>
    times(Math.max(2, Math.round(length / 12)), () => `- ${capitalize(phrase(12))}.`).join('\n');
  const code = () =>
    ['```js', ...times(4, () => `const ${word()} = "${word()}";`), '```'].join('\n');

  function writeBody(wordCount: number): string {
    const blocks: string[] = [];
    for (let written = 0; written < wordCount; ) {
      const length = Math.min(wordCount - written, 40 + below(80));
      const kind = below(20);
      if (blocks.length > 0 && blocks.length % 6 === 0) blocks.push(`## ${phrase(4)}`);
      if (kind === 0) blocks.push(list(length));
      else if (kind === 1) blocks.push(`> ${prose(length)}`);
      else if (kind === 2) blocks.push(code());
      else blocks.push(prose(length));
      written += kind === 2 ? 10 : length;
    }
    return `${blocks.join('\n\n')}\n`;
  }

  for (let index = 0; index < count; index++) {
    const date = new Date(OLDEST + Math.floor(next() * (NEWEST - OLDEST))).toISOString();
    const tags = times(below(5), () => `topic ${Math.floor(TAGS * next() ** 2)}`);
    const title = capitalize(phrase(3 + below(6)));
    // A standard normal variate (Box and Muller).
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    const { median, sigma, min, max } = WORDS;
    const words = Math.round(Math.min(max, Math.max(min, median * Math.exp(sigma * normal))));
    yield { name: nameOf(index), title, date, tags: [...new Set(tags)], body: writeBody(words) };
  }
}

/** The name of the essay with this index, by which other essays link to it. */
function nameOf(index: number): string {
  return `essay-${String(index).padStart(6, '0')}`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A seeded random generator of numbers from 0 to below 1 (mulberry32, by Tommy Ettinger). */
function makeChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
