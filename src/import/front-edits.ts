/**
 * Edits of front matter: adds the `---` lines that other programs don't require, and sets or drops keys. Everything
 * else stays byte for byte, whatever its encoding. Pure.
 */
import { quoteYaml } from './yaml-writer.ts';

const LINE = /^([A-Za-z][\w-]*):[ \t]*(.*)$/;
/** YAML keys without the opening `---`, as in Hexo. */
const UNOPENED = /^(?:(?:[A-Za-z][\w-]*:|[ \t]|- ).*\r?\n|\r?\n)+?-{3,}[ \t\r]*(?:\n|$)/;
/** YAML keys whose closing `---` runs into the text, `---Words`, as in Eleventy. */
const UNENDED = /^---[ \t\r]*\n(?:(?!---|\.{3}[ \t\r]*\n)[^\n]*\n)*---(?=[^\s-])/;

/**
 * Writes the front matter of a text between lines of three hyphens: YAML that lacks one of them, and plain lines,
 * `Title: The sea`, as Pelican and MultiMarkdown write them. A text with other front matter, or none, stays.
 */
export function toPlainHead(bytes: Buffer): Buffer {
  const [unended] = UNENDED.exec(bytes.toString('latin1')) ?? [];
  if (unended !== undefined) {
    const { length } = unended;
    return Buffer.concat([bytes.subarray(0, length), Buffer.from('\n'), bytes.subarray(length)]);
  }
  const text = bytes.toString().replace(/^\ufeff/, '');
  const [unopened = ''] = UNOPENED.exec(text) ?? [];
  if (/^(?:title|date):/m.test(unopened)) return Buffer.concat([Buffer.from('---\n'), bytes]);
  if (
    text.includes('\ufffd') ||
    !/^(?:title|date)[ \t]*:/im.test(text.split(/\r?\n[ \t]*\r?\n/, 1)[0] ?? '')
  )
    return bytes;
  const lines = text.split('\n');
  const entries: [key: string, value: string][] = [];
  let at = 0;
  for (; at < lines.length; at++) {
    const line = (lines[at] ?? '').replace(/\r$/, '');
    const [, key, value = ''] = LINE.exec(line) ?? [];
    const last = entries.at(-1);
    if (key !== undefined) entries.push([key.toLowerCase().replace(/^update$/, 'updated'), value]);
    else if (last !== undefined && /^[ \t]+\S/.test(line)) last[1] += ` ${line.trim()}`;
    else break;
  }
  if (entries.length === 0 || (lines[at] ?? '').trim() !== '') return bytes;
  const written = entries.map(([key, value]) => `${key}: ${quoteYaml(value.trim())}`);
  return Buffer.from(['---', ...written, '---', ...lines.slice(at)].join('\n'));
}

/** Edits the lines of front matter in YAML. */
export function editFront(bytes: Buffer, edit: (front: string) => string): Buffer {
  const written = bytes.toString('latin1');
  const end = written.startsWith('---') ? written.indexOf('\n---', 3) + 1 : 0;
  return Buffer.from(edit(written.slice(0, end)) + written.slice(end), 'latin1');
}

/** How each format of front matter, by its first characters, writes a key. */
const FORMATS: Readonly<Record<string, (key: string, value: string) => string>> = {
  '---': (key, value) => `${key}: ${value}`,
  '+++': (key, value) => `${key} = ${value}`,
  '{': (key, value) => `"${key}": ${value}`,
};

/** Removes a key that has its value on the same line. */
export function dropKey(bytes: Buffer, key: string): Buffer {
  const written = bytes.toString('latin1');
  const entry = written.startsWith('{')
    ? new RegExp(`"${key}"\\s*:\\s*(?:"[^"\\n]*"|\\w+)\\s*,?`)
    : new RegExp(`^${key}[ \\t]*[:=][ \\t]*[^\\s|>[{].*\\n`, 'm');
  return Buffer.from(written.replace(entry, ''), 'latin1');
}

/** Sets a key: replaces its line, or else adds one before the others. */
export function setKey(bytes: Buffer, key: string, value: string): Buffer {
  const written = bytes.toString('latin1');
  const [start = ''] = /^(?:---|\+\+\+)[ \t\r]*\n|^\{/.exec(written) ?? [];
  const fence = start.trim();
  const writeKey = FORMATS[fence];
  const encoded = Buffer.from(value).toString('latin1');
  if (writeKey === undefined)
    return Buffer.from(`---\n${key}: ${encoded}\n---\n${written}`, 'latin1');
  const isJson = fence === '{';
  const end = isJson ? written.search(/^\}/m) : written.indexOf(`\n${fence}`, fence.length);
  const front = written.slice(start.length, Math.max(end, start.length));
  const stated = new RegExp(
    isJson ? `"${key}"\\s*:\\s*\\w+` : `^${key}[ \\t]*[:=].*?(?=\\r?$)`,
    'm',
  );
  const line = writeKey(key, encoded);
  const gap = isJson ? ',' : '\n';
  const changed = stated.test(front) ? front.replace(stated, () => line) : line + gap + front;
  return Buffer.from(start + changed + written.slice(start.length + front.length), 'latin1');
}
