/**
 * Translates a file with other programs' syntax into our language: lists the dialects and runs them one after another
 * on the file's body. Only `blog import` and `blog fix` load this folder; the result is edits of the file. Pure.
 *
 * Nothing in code changes, and a second translation makes no edit. A new dialect is a file beside this one and a line
 * in the list.
 */
import type { TextEdit } from '../problems/problems.ts';
import { abbreviations } from './abbreviations.ts';
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
import { liquid } from './liquid.ts';
import { mdx } from './mdx.ts';
import { obsidian } from './obsidian.ts';
import { pelican } from './pelican.ts';
import { quarto } from './quarto.ts';
import { beginRevision, findOriginal, listEdits, type Revision, revise } from './revision.ts';
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
  abbreviations,
  smallMarks,
];

/** A file as its author wrote it, decoded, with "\n" as line ends. */
export interface ForeignFile {
  /** Its extension says how it is read. */
  readonly path: string;
  readonly text: string;
}

/** A translated file. */
export interface Translation {
  /** The replacements in the file, in order and without overlaps. */
  readonly edits: readonly TextEdit[];
  /** The other programs' syntax that is left, in order, with offsets in the file. */
  readonly left: readonly Untranslated[];
  /** The file's text with the edits. */
  readonly text: string;
}

/** Translates a file. The edits of an `.mdx` file are for its text as a `.md` file. */
export function translateFile(file: ForeignFile, context: TranslationContext): Translation {
  const start = findBody(file.text);
  const head = file.text.slice(0, start);
  const original = file.text.slice(start);
  let revision = beginRevision(original);
  // In MDX, the first reading finds everything that is left.
  let left: readonly Untranslated[] | undefined;
  for (const format of listFormats(file.path)) {
    const translated = translateBody(revision, format, (text) => ({
      path: file.path,
      format,
      text,
      literals: listLiterals(text, format, context.math),
      readKey: (key) => readKey(head, key),
      context,
    }));
    revision = translated.revision;
    left ??= translated.left;
  }
  return {
    edits: listEdits(original, revision).map((edit) => ({ ...edit, at: edit.at + start })),
    left: (left ?? [])
      .map((each) => ({ ...each, at: each.at + start }))
      .sort((a, b) => a.at - b.at),
    text: head + revision.text,
  };
}

/** How often the dialects are run: a translation may show what was hidden, as in code that wasn't closed. */
const MAX_ROUNDS = 10;

/** Runs all dialects until none has an edit. The places of what is left are those in the original body. */
function translateBody(
  before: Revision,
  format: BodyFormat,
  makeBody: (text: string) => ForeignBody,
): { readonly revision: Revision; readonly left: readonly Untranslated[] } {
  let revision = before;
  for (let round = 1; ; round += 1) {
    const { text } = revision;
    let body: ForeignBody | undefined;
    const left: Untranslated[] = [];
    for (const { formats, sign, translate } of DIALECTS) {
      if (!formats.includes(format) || !sign.test(revision.text)) continue;
      // Most bodies have no sign, and need not be parsed.
      body ??= makeBody(revision.text);
      const result = translate(body);
      for (const each of result.left) left.push({ ...each, at: findOriginal(revision, each.at) });
      if (result.edits.length === 0) continue;
      revision = revise(revision, result.edits);
      body = undefined;
    }
    if (revision.text === text || round === MAX_ROUNDS) return { revision, left };
  }
}

/** How the engine reads a file, and how it does so after its translation if that differs. */
function listFormats(path: string): readonly BodyFormat[] {
  if (/\.mdx$/i.test(path)) return ['mdx', 'markdown'];
  if (/\.(?:md|markdown|mdown|mkd|[qr]md)$/i.test(path)) return ['markdown'];
  return /\.html?$/i.test(path) ? ['html'] : [];
}

/** Front matter in YAML, TOML or JSON, at the start of a file. */
const FRONT_MATTER =
  /^(?:(---|\+\+\+)(?:json|toml|ya?ml)?[ \t]*\n(?:[\s\S]*?\n)??\1|\{[ \t]*\n[\s\S]*?\n\})[ \t]*(?:\n|$)/;

function findBody(text: string): number {
  return FRONT_MATTER.exec(text)?.[0].length ?? 0;
}

/** Reads a value that is written on one line of the front matter. */
function readKey(head: string, key: string): string | undefined {
  const stated = `^(?:${key}|[ \\t]*"${key}")[ \\t]*[:=][ \\t]*(.+?)[ \\t]*,?$`;
  const line = new RegExp(stated, 'm').exec(head)?.[1];
  return line?.replace(/^(["'])(.*)\1$/, '$2');
}
