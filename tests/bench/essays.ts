/**
 * A seed and a number → that many Markdown essays, the same on every machine.
 *
 * They have what real ones have: 60 to 3,800 words (median 600), headings, links among themselves and
 * to elsewhere, emphasis, quotations, lists, code, and front matter that every generator reads.
 */

export interface GeneratedEssay {
  /** The file's name without its ending: its slug. */
  readonly name: string;
  readonly title: string;
  /** ISO 8601, a moment in UTC. */
  readonly date: string;
  readonly tags: readonly string[];
  readonly body: string;
}

/** How the number of words is spread: a log-normal distribution, cut at both ends. */
const WORDS = { median: 600, sigma: 0.9, min: 60, max: 3800 };
const TAGS = 24;
const OLDEST = Date.UTC(2004, 0, 1);
const NEWEST = Date.UTC(2025, 11, 31);

/** Makes the essays, one at a time: a hundred thousand of them need not fit into memory. */
export function* generateEssays(count: number, seed: number): Generator<GeneratedEssay> {
  const chance = new Chance(seed);
  const words = Array.from({ length: 1500 }, () => makeWord(chance));
  const writer = new Writer(chance, words, count);
  for (let index = 0; index < count; index++) yield writer.essay(index);
}

/** The name of the essay with this index: other essays link to it. */
function nameOf(index: number): string {
  return `essay-${String(index).padStart(6, '0')}`;
}

class Writer {
  constructor(
    private readonly chance: Chance,
    private readonly words: readonly string[],
    private readonly count: number,
  ) {}

  essay(index: number): GeneratedEssay {
    const { chance } = this;
    const date = new Date(OLDEST + Math.floor(chance.next() * (NEWEST - OLDEST)));
    const tagCount = chance.below(5);
    const tags = Array.from({ length: tagCount }, () => `topic ${this.pickTag()}`);
    return {
      name: nameOf(index),
      title: capitalize(this.phrase(3 + chance.below(6))),
      date: date.toISOString(),
      tags: [...new Set(tags)],
      body: this.body(this.countWords()),
    };
  }

  private countWords(): number {
    const { median, sigma, min, max } = WORDS;
    const words = median * Math.exp(sigma * this.chance.normal());
    return Math.round(Math.min(max, Math.max(min, words)));
  }

  /** A few tags are common, most are rare. */
  private pickTag(): number {
    return Math.floor(TAGS * this.chance.next() ** 2);
  }

  private body(wordCount: number): string {
    const { chance } = this;
    const blocks: string[] = [];
    let written = 0;
    while (written < wordCount) {
      const length = Math.min(wordCount - written, 40 + chance.below(80));
      const kind = chance.below(20);
      if (blocks.length > 0 && blocks.length % 6 === 0) blocks.push(`## ${this.phrase(4)}`);
      if (kind === 0) blocks.push(this.list(length));
      else if (kind === 1) blocks.push(`> ${this.prose(length)}`);
      else if (kind === 2) blocks.push(this.code());
      else blocks.push(this.prose(length));
      written += kind === 2 ? 10 : length;
    }
    return `${blocks.join('\n\n')}\n`;
  }

  private list(length: number): string {
    const items = Math.max(2, Math.round(length / 12));
    return Array.from({ length: items }, () => `- ${capitalize(this.phrase(12))}.`).join('\n');
  }

  private code(): string {
    const lines = Array.from({ length: 4 }, () => `const ${this.word()} = "${this.word()}";`);
    return ['```js', ...lines, '```'].join('\n');
  }

  private prose(length: number): string {
    const sentences: string[] = [];
    for (let left = length; left > 0; ) {
      const size = Math.min(left, 8 + this.chance.below(14));
      sentences.push(this.sentence(size));
      left -= size;
    }
    return sentences.join(' ');
  }

  private sentence(length: number): string {
    const words = Array.from({ length }, () => this.word());
    const at = this.chance.below(length);
    words[at] = this.decorate(words[at] ?? '');
    return `${capitalize(words.join(' '))}${this.chance.below(9) === 0 ? '?' : '.'}`;
  }

  private decorate(word: string): string {
    switch (this.chance.below(14)) {
      case 0:
        return `[${word}](/blog/${nameOf(this.chance.below(this.count))})`;
      case 1:
        return `[${word}](https://example.org/${word})`;
      case 2:
        return `*${word}*`;
      case 3:
        return `**${word}**`;
      case 4:
        return `\`${word}\``;
      case 5:
        return `"${word}"`;
      case 6:
        return `${word}'s`;
      default:
        return word;
    }
  }

  private phrase(length: number): string {
    return Array.from({ length }, () => this.word()).join(' ');
  }

  private word(): string {
    return this.words[Math.floor(this.words.length * this.chance.next() ** 2)] ?? '';
  }
}

function makeWord(chance: Chance): string {
  const syllables = ['ba', 'con', 'der', 'el', 'fi', 'gra', 'hen', 'in', 'lo', 'mar', 'nes', 'or'];
  const more = ['pe', 'qui', 'ra', 'sto', 'tion', 'un', 've', 'wil', 'yo', 'ment', 's', 'th'];
  const all = [...syllables, ...more];
  const length = 1 + chance.below(3);
  return Array.from({ length }, () => all[chance.below(all.length)]).join('');
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Numbers from a seed, always the same ones (mulberry32, public domain, by Tommy Ettinger). */
export class Chance {
  constructor(private state: number) {}

  /** From 0 up to, but not, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  /** A whole number from 0 up to, but not, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A number of the standard normal distribution (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }
}
