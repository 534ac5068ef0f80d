/**
 * Translates a file with other programs' syntax into our language: lists the dialects and runs them one after another
 * on the file's body. Only `blog import` and `blog fix` load this folder. Pure.
 *
 * Nothing in code changes, and a second translation changes nothing. A new dialect is a file beside this one and a line
 * in the list.
 */
import type { EssaySource } from '../essays/front-matter.ts';
import { applyEdits, orderEdits } from '../markdown/source-edits.ts';
import { blockAttributes } from './block-attributes.ts';
import { type BodyFormat, listLiterals } from './code-spans.ts';
import { codeWords } from './code-words.ts';
import { containers } from './containers.ts';
import { contents } from './contents.ts';
import type { Dialect, ForeignBody, TranslationContext, Untranslated } from './dialect.ts';
import { escapes } from './escapes.ts';
import { hugo } from './hugo.ts';
import { mdxIndentation } from './jsx.ts';
import { kramdown } from './kramdown.ts';
import { lineBreaks } from './line-breaks.ts';
import { liquid } from './liquid.ts';
import { mdx } from './mdx.ts';
import { obsidian } from './obsidian.ts';
import { pelican } from './pelican.ts';
import { quarto } from './quarto.ts';
import { smallMarks } from './small-marks.ts';
import { spacedAddresses } from './spaced-addresses.ts';
import { spanAttributes } from './span-attributes.ts';
import { texDelimiters } from './tex-delimiters.ts';
import { wordpress } from './wordpress.ts';
import { zola } from './zola.ts';

/** In the order in which they run: shortcodes first, because they may enclose code. */
const DIALECTS: readonly Dialect[] = [
  contents,
  escapes,
  hugo,
  zola,
  liquid,
  wordpress,
  mdx,
  mdxIndentation,
  texDelimiters,
  quarto,
  kramdown,
  blockAttributes,
  spanAttributes,
  containers,
  obsidian,
  pelican,
  spacedAddresses,
  codeWords,
  smallMarks,
];

/** A file as its author wrote it, decoded, with "\n" as line ends. The extension of its path says how it is read. */
export type ForeignFile = Pick<EssaySource, 'path' | 'text' | 'entries' | 'bodyOffset'>;

/** A translated text. */
interface Translation {
  readonly text: string;
  /** The other programs' syntax that is left in it, in order. */
  readonly left: readonly Untranslated[];
}

/** Translates a file. An `.mdx` file becomes the text of an `.md` file. */
export function translateFile(
  { path, text, entries, bodyOffset: start }: ForeignFile,
  context: TranslationContext,
): Translation {
  const head = text.slice(0, start);
  const dialects = context.breaks === true ? [...DIALECTS, lineBreaks] : DIALECTS;
  const translated = listFormats(path).reduce(
    (before: Translation, format) =>
      translateBody(before.text, format, dialects, (body) => ({
        format,
        text: body,
        literals: listLiterals(body, format, context.math),
        entries,
        readKey: (key) => readKey(head, key),
        context,
      })),
    { text: text.slice(start), left: [] },
  );
  return {
    text: head + translated.text,
    left: translated.left
      .map((each) => ({ ...each, at: each.at + start }))
      .sort((a, b) => a.at - b.at),
  };
}

/** How often the dialects are run: a translation may show what was hidden, as in code that wasn't closed. */
const MAX_ROUNDS = 10;

/** Runs all dialects until none has an edit. */
function translateBody(
  before: string,
  format: BodyFormat,
  dialects: readonly Dialect[],
  makeBody: (text: string) => ForeignBody,
): Translation {
  let text = before;
  for (let round = 1; ; round += 1) {
    const start = text;
    const left: Untranslated[] = [];
    let body: ForeignBody | undefined;
    for (const { formats, sign, translate } of dialects) {
      if (!formats.includes(format) || !sign.test(text)) continue;
      // Most bodies have no sign, and need not be parsed.
      body ??= makeBody(text);
      const result = translate(body);
      left.push(...(result.left ?? []));
      if (result.edits.length === 0) continue;
      for (const { at, was } of result.edits)
        if (!text.startsWith(was, at)) throw new Error(`No \`${was}\` at ${at}`);
      text = applyEdits(text, orderEdits(result.edits));
      body = undefined;
    }
    if (text === start || round === MAX_ROUNDS) return { text, left };
  }
}

/** How the engine reads a file, one after another; only a last reading as MDX finds everything of MDX that is left. */
function listFormats(path: string): readonly BodyFormat[] {
  if (/\.mdx$/i.test(path)) return ['mdx', 'markdown', 'mdx'];
  if (/\.(?:md|markdown|mdown|mkd|[qr]md)$/i.test(path)) return ['markdown'];
  return /\.html?$/i.test(path) ? ['html'] : [];
}

/** Reads a value that is written on one line of the front matter. */
function readKey(head: string, key: string): string | undefined {
  const stated = `^(?:${key}|[ \\t]*"${key}")[ \\t]*[:=][ \\t]*(.+?)[ \\t]*,?$`;
  const line = new RegExp(stated, 'm').exec(head)?.[1];
  return line?.replace(/^(["'])(.*)\1$/, '$2');
}
