/**
 * Edits of YAML text: removes, renames or mends an entry, and adds an address or a redirect to site.yaml. Pure.
 *
 * Several problems can each add a line below the same key. If the file doesn't have the key, each of them adds it, in
 * an edit of its own that `blog fix` makes once.
 */
import { replaceFrom } from '../problems/edits.ts';
import { placeAt, type TextEdit } from '../problems/problems.ts';
import { CONFIG_PATH } from './paths.ts';
import { quoteText, type YamlEntries } from './yaml.ts';

/** The entries of a file. */
interface EditableEntries {
  readonly path: string;
  /** The whole file. Offsets of entries are offsets in it. */
  readonly text: string;
  readonly entries: YamlEntries;
}

/** Removes the line of a key that has its value, if any, on the same line. */
export function removeEntry(text: string, keyOffset: number): TextEdit[] {
  const line = /(?<=\n)[^\s{].*\n(?![ \t]|- )/y;
  line.lastIndex = keyOffset;
  const [was] = line.exec(text) ?? [];
  return was === undefined ? [] : [{ at: keyOffset, was, is: '' }];
}

/** A key or the hyphen of an item, and the value after it. */
const VALUE = /^([ \t]*(?:- +)?[\w$.-]+:[ \t]+|[ \t]*-[ \t]+)(\S.*?)[ \t]*$/;

/**
 * Mends the line of an offset in invalid YAML: the first cure of the usual mistakes after which `findFault` returns no
 * offset in this line or above.
 */
export function mendLine(
  text: string,
  offset: number,
  findFault: (text: string) => number | null,
): TextEdit[] {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const [was = ''] = text.slice(start).split('\n', 1);
  const cured = listCures(was).find((is) => {
    const fault = findFault(text.slice(0, start) + is + text.slice(start + was.length));
    return fault === null || fault > start + is.length;
  });
  return cured === undefined ? [] : [{ at: start, was, is: cured }];
}

/** Lists what a line may have been meant to be. */
function listCures(line: string): string[] {
  const [tabs] = /^ *\t[ \t]*/.exec(line) ?? [];
  if (tabs !== undefined) {
    const words = line.slice(tabs.length);
    return [tabs.replaceAll('\t', '  ') + words, words];
  }
  const [, lead, value = ''] = VALUE.exec(line) ?? [];
  if (lead === undefined) return [];
  const colours = value.replace(/(?<=[\s:,[{])#[\da-f]{3,8}\b/gi, '"$&"');
  const close = { '"': '"', "'": "'", '[': ']', '{': '}' }[value.charAt(0)] ?? '';
  const cures = /^[[{]/.test(value) && colours !== value ? [lead + colours] : [];
  if (close !== '') cures.push(lead + value + close);
  return [...cures, lead + quoteText(value)];
}

/** Renames a key. */
export function renameEntry(
  { path, text, entries }: EditableEntries,
  key: string,
  meant: string,
): TextEdit[] {
  return replaceFrom(placeAt(path, text, entries.get(key)?.keyOffset ?? 0), key, meant);
}

/** Adds an address to `gone`, in flow or block style; `text` is the decoded text of site.yaml. */
export function addGone(text: string, address: string): TextEdit[] {
  const inLine = /^gone: *\[(?=.*\])/m.exec(text);
  if (inLine === null) return addLine(text, 'gone', `- ${address}`);
  return [insert(inLine.index + inLine[0].length, `${address}, `)];
}

/** Adds a rule to `redirects`; `text` is the decoded text of site.yaml. */
export function addRedirect(text: string, rule: string): TextEdit[] {
  return addLine(text, 'redirects', rule);
}

/** Adds a line below a key, indented as the line that follows. Empty if the key has its value on its own line. */
function addLine(text: string, key: string, line: string): TextEdit[] {
  if (text.split('\n').some((each) => each.trim() === line)) return [];
  if (!new RegExp(`^${key}:`, 'm').test(text)) {
    const end = text.trimEnd().length;
    const rest = text.slice(end);
    const ending = rest === '\n' ? [] : [{ file: CONFIG_PATH, at: end, was: rest, is: '\n' }];
    return [...ending, insert(text.length, `${key}:\n`), insert(text.length, `  ${line}\n`)];
  }
  const head = new RegExp(`^(${key}:[ \\t]*(?:#.*)?\\n)(?:([ \\t]*)(?=- )|([ \\t]+)(?=\\S)|)`, 'm');
  const found = head.exec(text);
  if (found === null) return [];
  const [, start = '', item, entry] = found;
  return [insert(found.index + start.length, `${item ?? entry ?? '  '}${line}\n`)];
}

function insert(at: number, is: string): TextEdit {
  return { file: CONFIG_PATH, at, was: '', is };
}
