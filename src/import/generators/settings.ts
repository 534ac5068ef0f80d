/**
 * Settings of generators. Those in YAML, TOML and JSON are parsed; those that are code are only searched for strings,
 * never run.
 */
import { parseToml } from '../../essays/toml.ts';
import { parseYaml, type YamlNode } from '../../essays/yaml.ts';
import { ImportFault, type ImportInput } from '../input.ts';
import { isRecord, type JsonRecord, toText } from '../json.ts';

/** Reads settings, with keys in lower case. */
export async function readSettings(input: ImportInput, path: string): Promise<JsonRecord> {
  const parse = path.endsWith('.toml') ? parseToml : parseYaml;
  const { root: tree } = parse(await input.readText(path));
  if (tree?.kind === 'fault') throw new ImportFault(`${path}: ${tree.message}`, tree.hint);
  const value = tree === null ? null : toPlain(tree);
  return isRecord(value) ? value : {};
}

function toPlain(node: YamlNode): unknown {
  if (node.kind === 'text') return node.value;
  if (node.kind === 'list') return node.items.map(toPlain);
  const entries = [...node.entries].map(([key, { value }]) => [key.toLowerCase(), toPlain(value)]);
  return Object.fromEntries(entries);
}

/** Lists the texts of a value that may be a list. */
export function listTexts(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).map(toText);
}

/** Reads all files whose paths match, as one text. */
export async function readAll(input: ImportInput, form: RegExp): Promise<string> {
  const paths = input.files.filter((path) => form.test(path));
  const texts = await Promise.all(paths.map(input.readText));
  return texts.join('\n');
}

/** Finds the first string that code assigns to a name: `title: "x"`, `SITE_TITLE = 'x'`; empty for none. */
export function findText(code: string, name: string): string {
  const form = new RegExp(
    `(?:\\b|_)${name}["']?\\s*[:=]\\s*(["'\`])([^"'\`\\n]*(?:(?!\\1)["'\`][^"'\`\\n]*)*)\\1`,
    'i',
  );
  return form.exec(code)?.[2] ?? '';
}

/** Finds the strings that are the first arguments of a function's calls. */
export function findCalls(code: string, name: string): string[] {
  const calls = code.matchAll(new RegExp(`\\b${name}\\(\\s*["'\`]([^"'\`]*)`, 'g'));
  return Array.from(calls, ([, argument = '']) => argument);
}

const NAMES = 'title name description desc url website language lang locale author timezone';

/** Finds the strings that code assigns to the names of a blog's facts. */
export function readCode(code: string): Record<string, string> {
  const facts = NAMES.split(' ').map((name) => [name, findText(code, name)] as const);
  return Object.fromEntries(facts.filter(([, value]) => value !== ''));
}

/** Finds the code block that is assigned to a language: `{ de: { title: 'x' } }`. */
export function readCodeOf(code: string, key: string): Record<string, string> {
  const name = key.replaceAll('-', '[-_]');
  const block = new RegExp(`(?:^|[\\s{,"'])${name}["']?\\s*:\\s*\\{([^{}]*)\\}`, 'i').exec(code);
  return readCode(block?.[1] ?? '');
}

/** Reads the front matter of the files that have any, by path. */
export async function readFronts(
  input: ImportInput,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const fronts = new Map<string, string>();
  for (const path of paths) {
    const [front] = /^(---|\+\+\+).*?\n\1/s.exec(await input.head(path)) ?? [];
    if (front !== undefined) fronts.set(path, front);
  }
  return fronts;
}

/** Finds a key's value in front matter, if key and value are on one line; otherwise empty. */
export function findKey(front: string | undefined, key: string): string {
  const form = new RegExp(`^["']?${key}["']?[ \\t]*[:=]([^\\n]*)`, 'im');
  const value = form.exec(front ?? '')?.[1]?.trim() ?? '';
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}

/** Placeholders for the parts of a date, by their names in `strftime`. */
const DATES: Readonly<Record<string, string>> = {
  '%Y': ':year',
  '%m': ':month',
  '%d': ':day',
  '%-m': ':i_month',
  '%-d': ':i_day',
  '%y': ':short_year',
  '%b': ':short_month',
};

/** Converts a date format: `%Y/%m` → `:year/:month`. An unknown part becomes `{}`, which no address contains. */
export function readDateForm(form: string): string {
  return form.replace(/%-?[a-zA-Z]/g, (part) => DATES[part] ?? '{}');
}
