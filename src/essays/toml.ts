/**
 * TOML parser: text → the same tree as that of YAML, with the offsets of its keys and values.
 *
 * The library gives places only for errors, so a scan over the lines finds the keys. A key that the scan misses gets
 * the place of the enclosing map.
 */
import { parse, TomlDate, TomlError } from 'smol-toml';
import { dropControls } from '../text/text.ts';
import { type Parser, YamlFault, type YamlNode } from './yaml.ts';

/** Parses a TOML document. */
export const parseToml: Parser = (text) => {
  const places = findPlaces(text);
  const makeNode = (value: unknown, path: string, near: number): YamlNode => {
    const { keyOffset = near, offset = near } = places.get(path) ?? {};
    if (Array.isArray(value)) {
      return { kind: 'list', items: value.map((each) => makeNode(each, path, offset)), offset };
    }
    if (value instanceof TomlDate) {
      return { kind: 'text', value: value.toISOString().replace('.000', ''), offset };
    }
    if (typeof value !== 'object' || value === null) {
      return { kind: 'text', value: dropControls(String(value)), offset };
    }
    const entries = Object.entries(value).map(([key, each]) => {
      const inner = path === '' ? key : `${path}.${key}`;
      const node = makeNode(each, inner, keyOffset);
      return [key, { keyOffset: places.get(inner)?.keyOffset ?? keyOffset, value: node }] as const;
    });
    return { kind: 'map', entries: new Map(entries), offset: keyOffset };
  };
  try {
    const root = makeNode(parse(text), '', Math.max(0, text.search(/\S/)));
    return { root, repeats: [] };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.replace(/^.*?: /, '').split('\n', 1);
    const before = text.split('\n').slice(0, error.line - 1);
    const offset = [...before, ''].join('\n').length + error.column - 1;
    const hint = 'Check the quotation marks and brackets: in TOML, every text is in quotes.';
    const root = new YamlFault(`This is not valid TOML: ${reason}`, hint, offset);
    return { root, repeats: [] };
  }
};

/** A table heading, or a key and what separates it from its value. */
const LINE =
  /^[ \t]*(?:\[{1,2}([^[\]\n]+)\]|("[^"\n]*"|'[^'\n]*'|[\w.-]+)[ \t]*=[ \t]*(?:"""\n?|'''\n?|["'])?)/gm;

/** Finds the places of keys and values by path, such as `extra.author`. */
function findPlaces(text: string) {
  const places = new Map<string, { readonly keyOffset: number; readonly offset: number }>();
  let table = '';
  for (const { 0: match, 1: heading, 2: key = '', index } of text.matchAll(LINE)) {
    if (heading !== undefined) table = `${heading.trim()}.`;
    const path = heading?.trim() ?? table + key.replace(/["']/g, '');
    const keyOffset = index + match.search(/\S/);
    if (!places.has(path)) places.set(path, { keyOffset, offset: index + match.length });
  }
  return places;
}
