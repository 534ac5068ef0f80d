/**
 * Translates a folder's posts and pages into our language while they are copied, and reports the syntax that is left.
 */
import { posix } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { readTable } from '../essays/key-table.ts';
import { joinMath } from '../essays/math-setting.ts';
import { groupBy } from '../problems/group-by.ts';
import type { ProblemPart, TextEdit } from '../problems/problems.ts';
import { count } from '../problems/report.ts';
import { decodeSource } from '../text/text.ts';
import { listComponents } from '../theme/template-files.ts';
import { listNodes } from '../translate/code-spans.ts';
import type { TranslationContext } from '../translate/dialect.ts';
import { translateFile } from '../translate/translate.ts';
import type { FolderBlog } from './generators/generator.ts';
import type { GeneratorName } from './generators.ts';
import { keepLineBreaks } from './hard-wraps.ts';
import type { ImportJob } from './job.ts';
import { type ImportReport, MARKUP } from './report.ts';

/** A file in our language. */
export interface TranslatedFile {
  readonly bytes: Buffer;
  readonly left: readonly LeftMarkup[];
}

/** Another program's syntax that stays in a file. */
export interface LeftMarkup {
  /** The syntax without its arguments; the same for all alike. */
  readonly shown: string;
  /** What the author can write instead. */
  readonly hint: string;
  /** In the translated file. */
  readonly line: number;
}

/** Translates a file, whose path is relative to the old blog's folder. */
export type Translate = (path: string, bytes: Buffer) => TranslatedFile;

/** Makes the function that translates the files of a blog. */
export function makeTranslate(
  name: GeneratorName,
  { statics }: FolderBlog,
  { root, input }: Pick<ImportJob, 'root' | 'input'>,
  config: SiteConfig,
  hasBreaks: boolean,
): Translate {
  const own: Omit<TranslationContext, 'math'> = {
    components: listComponents({ root, packageRoot: root, theme: null }, 'shortcodes'),
    hasPictures: makePictureFinder(input.files, statics),
    siteUrl: config.url,
    program: name === 'astro' ? undefined : name,
  };
  return (path, bytes) => {
    const { text: written, problems } = decodeSource({ path, bytes });
    // A build reports a file in another encoding, so that its author converts it.
    if (problems.length > 0) return { bytes, left: [] };
    const math = written.includes('$') && usesDollars(path, bytes, config);
    const translated = translateFile({ path, text: written }, { ...own, math });
    const renamed = renameLinks(translated.text, math);
    const text = hasBreaks && !/\.html?$/i.test(path) ? breakLines(path, renamed, math) : renamed;
    const left = translated.left.map(({ at, shown, hint }) => {
      const before = text.slice(0, moveOffset(at, translated.edits));
      return { shown, hint, line: before.split('\n').length };
    });
    if (text === written) return { bytes, left };
    const isWindows = bytes.includes('\r\n');
    return { bytes: Buffer.from(isWindows ? text.replaceAll('\n', '\r\n') : text), left };
  };
}

function breakLines(path: string, text: string, math: boolean): string {
  const { bodyOffset } = readFrontMatter({ path, bytes: Buffer.from(text) });
  return text.slice(0, bodyOffset) + keepLineBreaks(text.slice(bodyOffset), math);
}

/** True if single dollars enclose formulas in a file. */
function usesDollars(path: string, bytes: Buffer, config: SiteConfig): boolean {
  const { math } = readTable(FRONT_MATTER_KEYS, readFrontMatter({ path, bytes }));
  return joinMath(math, config.math).isOn;
}

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|svg|tiff?)$/i;

function makePictureFinder(
  files: readonly string[],
  statics: FolderBlog['statics'],
): TranslationContext['hasPictures'] {
  const folders = new Set(files.filter((each) => PICTURE.test(each)).map(posix.dirname));
  return (folder, path) => {
    const inner = folder.replace(/^\/+|\/+$/g, '');
    const beside = posix.join(posix.dirname(path), inner);
    const inStatics = statics.map(([from, to]) => posix.join(from, posix.relative(to, inner)));
    return [beside, ...inStatics].some((each) => folders.has(each));
  };
}

/** A link to another post's file. */
const RENAMED = /^(?!\w+:|\/\/)([^?#]*)\.(?:mdx|[qr]md)(?=[?#]|$)/i;
const LINKS: ReadonlySet<string> = new Set(['link', 'definition']);

/** Renames the targets of links in the same way as the posts. */
function renameLinks(text: string, math: boolean): string {
  if (!/\.(?:mdx|[qr]md)\b/i.test(text)) return text;
  return listNodes(text, LINKS, math).reduceRight((renamed, { node, start, end }) => {
    const url = 'url' in node ? String(node.url) : '';
    const at = RENAMED.test(url) ? text.slice(start, end).lastIndexOf(url) : -1;
    if (at === -1) return renamed;
    const rest = renamed.slice(start + at + url.length);
    return renamed.slice(0, start + at) + url.replace(RENAMED, '$1.md') + rest;
  }, text);
}

/** The offset in the edited text of an offset in the original. */
function moveOffset(at: number, edits: readonly TextEdit[]): number {
  const before = edits.filter((edit) => edit.at + edit.was.length <= at);
  return before.reduce((sum, { was, is }) => sum + is.length - was.length, at);
}

/** A translated file in the site, with what a build says about it. */
interface PlacedFile {
  readonly path: string;
  readonly left: readonly LeftMarkup[];
  readonly parts: readonly ProblemPart[];
}

/** A component for a shortcode of the author's own, as a line of code. */
function writeExample(hint: string): string {
  const [, name] = /`templates\/shortcodes\/([\w-]+)\.tsx`/.exec(hint) ?? [];
  return name === undefined
    ? ''
    : ` Such as \`export default (props) => <div className="${name}">{props.children}</div>;\`.`;
}

/** Reports the other programs' syntax that is left: each kind once, with its first place. */
export function noteLeftMarkup(files: readonly PlacedFile[], { notes }: ImportReport): void {
  const all = files.flatMap(({ path, left, parts }) => {
    const told = new Set(left.flatMap(({ shown, line }) => [shown, line]));
    const found = parts.flatMap(({ code, subject = '', hint, place: { line } }) => {
      // A build has other names for some of these.
      const isNew = code === 'markup-foreign' && line !== null && !told.has(subject);
      return isNew && !told.has(line) ? [{ shown: subject, hint, line }] : [];
    });
    return [...left, ...found].map((each) => ({ ...each, path }));
  });
  const lines = [...groupBy(all, ({ shown }) => shown)].map(([shown, group]) => {
    const [{ path, line, hint }] = group;
    const paths = new Set(group.map((each) => each.path)).size;
    const times = group.length === 1 ? '' : `${group.length} times`;
    const often = paths === 1 ? times : `${times} in ${count(paths, 'file')}`;
    return `\`${shown}\` ${often === '' ? 'in' : `(${often}), first in`} ${path}:${line}. ${hint ?? ''}${writeExample(hint ?? '')}`;
  });
  if (lines.length > 0) notes[MARKUP] = lines;
}
