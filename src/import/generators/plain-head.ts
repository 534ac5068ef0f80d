/**
 * Plain lines at the top of a text, `Title: The sea`, as Pelican and MultiMarkdown write them → front matter in YAML.
 */
import { quoteYaml } from '../yaml-writer.ts';

const LINE = /^([A-Za-z][\w-]*):[ \t]*(.*)$/;

/** Keys in YAML without the line before them, as in Hexo. */
const UNOPENED = /^(?:(?:[A-Za-z][\w-]*:|[ \t]|- ).*\r?\n|\r?\n)+?-{3,}[ \t\r]*(?:\n|$)/;

/** Writes the head of a text as YAML; a text with other front matter, or none, stays byte for byte. */
export function toPlainHead(bytes: Buffer): Buffer {
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
