/**
 * Translates a file with other programs' syntax to our language: the list of dialects, which are run one after another
 * on the file's body. Only `blog import` and `blog fix` load this room; what they get are edits of the file. Pure.
 *
 * Nothing in code changes, and a second translation makes no edit. A new dialect is a file beside this one and a line
 * in the list.
 */
import type { TextEdit } from '../problems/problems.ts';
import { abbreviations } from './abbreviations.ts';
import { blockAttributes } from './block-attributes.ts';
import { codeMarks } from './code-marks.ts';
import { type BodyFormat, listLiterals } from './code-spans.ts';
import { containers } from './containers.ts';
import { contents } from './contents.ts';
import type { Dialect, ForeignBody, TranslationContext, Untranslated } from './dialect.ts';
import { equationNames } from './equation-names.ts';
import { escapes } from './escapes.ts';
import { htmlTags } from './html-tags.ts';
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
import { spacedLinks } from './spaced-links.ts';
import { spanAttributes } from './span-attributes.ts';
import { texDelimiters } from './tex-delimiters.ts';
import { wordpress } from './wordpress.ts';
import { zola } from './zola.ts';

/** In the order in which they run: shortcodes first, because they may enclose code. */
const DIALECTS: readonly Dialect[] = [
  equationNames,
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
  spacedLinks,
  kramdown,
  blockAttributes,
  spanAttributes,
  containers,
  obsidian,
  pelican,
  codeMarks,
  htmlTags,
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
  /** Other programs' syntax that stays, in order, with offsets in the file. */
  readonly left: readonly Untranslated[];
  /** The file's text with the edits. */
  readonly text: string;
}

/** Translates a file. The edits of an `.mdx` file are for its text as a `.md` file. */
export function translateFile(file: ForeignFile, context: TranslationContext): Translation {
  const format = chooseFormat(file.path);
  if (format === null) return { edits: [], left: [], text: file.text };
  const start = findBody(file.text);
  const head = file.text.slice(0, start);
  const original = file.text.slice(start);
  let revision = beginRevision(original);
  const left: Untranslated[] = [];
  for (const dialect of DIALECTS) {
    if (!dialect.formats.includes(format) || !dialect.sign.test(revision.text)) continue;
    const result = runDialect(dialect, revision, (text) => ({
      path: file.path,
      format,
      text,
      literals: listLiterals(text, format, context.math),
      readKey: (key) => readKey(head, key),
      context,
    }));
    revision = result.revision;
    left.push(...result.left);
  }
  return {
    edits: listEdits(original, revision).map((edit) => ({ ...edit, at: edit.at + start })),
    left: left.map((each) => ({ ...each, at: each.at + start })).sort((a, b) => a.at - b.at),
    text: head + revision.text,
  };
}

/** How often a dialect is run on one body: a translation may show what was hidden, as in code that wasn't closed. */
const MAX_ROUNDS = 8;

/** Runs a dialect until it has no edit; places of what is left are those in the original body. */
function runDialect(
  { translate }: Dialect,
  before: Revision,
  makeBody: (text: string) => ForeignBody,
): { readonly revision: Revision; readonly left: readonly Untranslated[] } {
  let revision = before;
  for (let round = 1; ; round += 1) {
    const { edits, left } = translate(makeBody(revision.text));
    if (edits.length === 0 || round === MAX_ROUNDS) {
      return { revision, left: placeInOriginal(left, revision) };
    }
    revision = revise(revision, edits);
  }
}

function placeInOriginal(left: readonly Untranslated[], revision: Revision): Untranslated[] {
  return left.map((each) => ({ ...each, at: findOriginal(revision, each.at) }));
}

function chooseFormat(path: string): BodyFormat | null {
  if (/\.mdx$/i.test(path)) return 'mdx';
  if (/\.(?:md|markdown|mdown|mkd)$/i.test(path)) return 'markdown';
  return /\.html?$/i.test(path) ? 'html' : null;
}

/** Front matter in YAML or TOML, at the start of a file. */
const FRONT_MATTER = /^(---|\+\+\+)[ \t]*\n(?:[\s\S]*?\n)??\1[ \t]*(?:\n|$)/;

function findBody(text: string): number {
  return FRONT_MATTER.exec(text)?.[0].length ?? 0;
}

/** Reads a value that is written on one line of the front matter. */
function readKey(head: string, key: string): string | undefined {
  const line = new RegExp(`^${key}[ \\t]*[:=][ \\t]*(.+?)[ \\t]*$`, 'm').exec(head)?.[1];
  return line?.replace(/^(["'])(.*)\1$/, '$2');
}
