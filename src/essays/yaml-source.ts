/**
 * Sources: the entries of a file's front matter or of site.yaml, with the file's text and problems.
 */

import {
  MAX_LISTED,
  makeProblem,
  type Problem,
  type ProblemCode,
  type ProblemDetails,
  placeAt,
  wholeFile,
} from '../problems/problems.ts';
import { findConflict } from '../text/text.ts';
import { type Parser, parseYaml, type RepeatedKey, type YamlEntries } from './yaml.ts';
import { mendLine, removeEntry } from './yaml-edits.ts';

/** A decoded file, and its problems. */
export interface CheckedFile {
  readonly path: string;
  /** The whole file. Offsets of entries are offsets in it. */
  readonly text: string;
  /** The file's problems, to which everything that reads the file adds. */
  readonly problems: Problem[];
}

/** A file with its YAML entries. */
export interface YamlSource extends CheckedFile {
  readonly entries: YamlEntries;
}

/** How a document is parsed, and how its problems describe it. */
export interface DocumentForm {
  /** The beginning of a sentence, such as `The front matter`. */
  readonly subject: string;
  /** The code for a document that isn't a map, or isn't valid in a format other than YAML. */
  readonly code: ProblemCode;
  readonly parse: Parser;
  /** True for a key that has a meaning: stating it twice is an error. */
  isRead(key: string): boolean;
}

/** The form of a file that is YAML from its first line to its last. */
export const YAML_FILE: DocumentForm = {
  subject: 'This file',
  code: 'value-invalid',
  parse: parseYaml,
  isRead: () => true,
};

/** A problem without its place. */
type Finding = Pick<Problem, 'code' | 'message' | 'hint'> & ProblemDetails;

/** Adds a problem at an offset in the file, or for the whole file if the offset is null. */
export function report(
  { path, text, problems }: CheckedFile,
  offset: number | null,
  { code, message, hint, ...details }: Finding,
): void {
  const place = offset === null ? wholeFile(path) : placeAt(path, text, offset);
  problems.push(makeProblem(code, place, message, hint, details));
}

/**
 * Parses the entries of `text`, whose offsets are those of the file. For invalid text, or a document that isn't a map,
 * it returns no entries and adds a problem.
 */
export function parseEntries(text: string, file: CheckedFile, form: DocumentForm): YamlEntries {
  const conflict = text.includes('<<<<<<< ') ? findConflict(text) : null;
  if (conflict !== null) {
    report(file, conflict.at, conflict);
    return new Map();
  }
  const { root, repeats } = form.parse(text);
  reportRepeats(repeats, file, form);
  const isYaml = form.parse === parseYaml;
  if (isYaml) reportCutValues(text, file);
  if (root?.kind === 'map') return root.entries;
  if (root?.kind === 'fault') {
    const code = isYaml ? 'yaml-invalid' : form.code;
    const findFault = (mended: string) => {
      const { root } = form.parse(mended);
      return root?.kind === 'fault' ? root.offset : null;
    };
    const edits = isYaml ? mendLine(text, root.offset, findFault) : [];
    const { message, hint } = root;
    report(file, root.offset, { code, message, hint, edits });
  } else if (root !== null) {
    const message = `${form.subject} is a ${root.kind}, not keys with values`;
    const hint = 'Write one `key: value` per line, such as `title: Words`.';
    report(file, root.offset, { code: form.code, message, hint });
  }
  return new Map();
}

function reportRepeats(
  repeats: readonly RepeatedKey[],
  file: CheckedFile,
  form: DocumentForm,
): void {
  for (const { name, top, offset } of repeats) {
    const code = form.isRead(top) ? 'yaml-invalid' : 'key-repeated';
    const message = `The key \`${name}\` appears here a second time`;
    const edits = code === 'key-repeated' ? removeEntry(file.text, offset) : [];
    const hint = 'Remove one of the two.';
    report(file, offset, { code, message, hint, edits });
  }
}

/** A quoted value or block, which is skipped, or a word like `#1` or `#rome`, which isn't meant as a comment. */
const HASH = new RegExp(
  String.raw`^(?<lead>[ \t]*)[\w-]+:[ \t]+["'|>][^]*?(?=\n(?:\k<lead>)?[\w-]|(?![^]))|` +
    String.raw`^[ \t]*(?:[\w-]+:|-)(?:[ \t]+[^\s"'[{|>&*!#][^\n]*?)?[ \t](?<cut>#[^\s#])`,
  'gm',
);

/** Reports values that YAML cuts at a `#`, although it doesn't look like the beginning of a comment. */
function reportCutValues(text: string, file: CheckedFile): void {
  const cuts = [...text.matchAll(HASH)].filter(({ groups }) => groups?.cut !== undefined);
  for (const { 0: whole, index } of cuts.slice(0, MAX_LISTED)) {
    const message = 'In YAML, a `#` after a space begins a comment, so this is left out';
    const hint = 'Put the whole value in quotes; or write a space after the `#` of a comment.';
    const at = index + whole.length - 2;
    report(file, at, { code: 'value-cut', message, hint, edits: mendLine(text, at, () => null) });
  }
}
