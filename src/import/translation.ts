/**
 * Translates a folder's posts and pages into our language while they are copied, and reports the syntax that is left.
 */
import type { SiteConfig } from '../essays/config.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { readTable } from '../essays/key-table.ts';
import { joinMath } from '../essays/math-setting.ts';
import { applyEdits } from '../markdown/source-edits.ts';
import { groupBy } from '../problems/group-by.ts';
import type { ProblemPart } from '../problems/problems.ts';
import { count } from '../problems/report.ts';
import { decodeSource } from '../text/text.ts';
import { listComponents } from '../theme/template-files.ts';
import { listNodes } from '../translate/code-spans.ts';
import type { TranslationContext } from '../translate/dialect.ts';
import { translateFile } from '../translate/translate.ts';
import type { GeneratorName } from './generators.ts';
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
  { root }: Pick<ImportJob, 'root'>,
  config: SiteConfig,
  defaults: Pick<TranslationContext, 'breaks' | 'hidesCode'>,
): Translate {
  const own: Omit<TranslationContext, 'math'> = {
    components: listComponents({ root, packageRoot: root, theme: null }, 'shortcodes'),
    siteUrl: config.url,
    ...defaults,
    program: name === 'astro' ? undefined : name,
  };
  return (path, bytes) => {
    const { problems } = decodeSource({ path, bytes });
    // A build reports a file in another encoding, so that its author converts it.
    if (problems.length > 0) return { bytes, left: [] };
    const source = readFrontMatter({ path, bytes });
    const math = joinMath(readTable(FRONT_MATTER_KEYS, source).math, config.math).isOn;
    const translated = translateFile(source, { ...own, math });
    const text = renameLinks(translated.text, math);
    const left = translated.left.map(({ at, shown, hint }) => {
      return { shown, hint, line: translated.text.slice(0, at).split('\n').length };
    });
    if (text === source.text) return { bytes, left };
    const isWindows = bytes.includes('\r\n');
    return { bytes: Buffer.from(isWindows ? text.replaceAll('\n', '\r\n') : text), left };
  };
}

/** A link to another post's file. */
const RENAMED = /^(?!\w+:|\/\/)([^?#]*)\.(?:mdx|[qr]md)(?=[?#]|$)/i;

/** Renames the targets of links in the same way as the posts. */
function renameLinks(text: string, math: boolean): string {
  if (!/\.(?:mdx|[qr]md)\b/i.test(text)) return text;
  const edits = listNodes(text, 'link definition', math).flatMap(({ node, start, end }) => {
    const url = 'url' in node ? String(node.url) : '';
    const at = RENAMED.test(url) ? text.slice(start, end).lastIndexOf(url) : -1;
    return at === -1 ? [] : [{ at: start + at, was: url, is: url.replace(RENAMED, '$1.md') }];
  });
  return applyEdits(text, edits);
}

/** A translated file in the site, with what a build says about it. */
interface PlacedFile {
  readonly path: string;
  readonly left: readonly LeftMarkup[];
  readonly parts: readonly ProblemPart[];
}

/** Reports the other programs' syntax that is left: each kind once, the most frequent first, with its first place. */
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
  const kinds = [...groupBy(all, ({ shown }) => shown)].sort(([, a], [, b]) => b.length - a.length);
  const lines = kinds.map(([shown, group]) => {
    const [{ path, line, hint }] = group;
    const paths = new Set(group.map((each) => each.path)).size;
    const times = group.length === 1 ? '' : `${group.length} times`;
    const often = paths === 1 ? times : `${times} in ${count(paths, 'file')}`;
    return `\`${shown}\` ${often === '' ? 'in' : `(${often}), first in`} ${path}:${line}. ${hint ?? ''}`;
  });
  if (lines.length > 0) notes[MARKUP] = lines;
}
