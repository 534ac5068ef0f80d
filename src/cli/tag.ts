/**
 * Runs `blog tag`: renames a tag in all essays, or merges it with another one, after showing the changes. If tags have
 * pages, the old page's address is redirected to the new one.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readWholeSite } from '../build/record-address.ts';
import type { BuildRequest } from '../build/request.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { readTable } from '../essays/key-table.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { addRedirect } from '../essays/yaml-edits.ts';
import { findLock, readBytes } from '../files/author-files.ts';
import { showControls, type TextEdit } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { escapePattern } from '../site/path-patterns.ts';
import type { Site } from '../site/site.ts';
import { addressTags } from '../site/slugs.ts';
import { askMeant, decodeSource, suggestWord } from '../text/text.ts';
import { applyTextEdits, type EditedFile } from './file-edits.ts';
import { showChange, writeChanges } from './fix.ts';
import { tellNoSite } from './site.ts';

/**
 * Renames the tag `from` to `to`. `ask` returns true if the author agrees; it is null if nobody can be asked. Returns the
 * exit code: 1 if anything is left unchanged.
 */
export async function runTag(
  request: BuildRequest,
  [from = '', to = '']: readonly string[],
  ask: ((question: string) => Promise<boolean>) | null,
  terminal: report.Terminal,
): Promise<0 | 1> {
  const { root } = request;
  if (tellNoSite(root, terminal)) return 1;
  const { parsed, derived } = await readWholeSite(request);
  const all = Object.values(parsed.essays).map(({ essay }) => essay);
  const tagged = all.filter(({ tags }) => tags.some((tag) => tag === from));
  if (tagged.length === 0) {
    const meant = suggestWord(from, [...new Set(all.flatMap(({ tags }) => tags))]);
    const hint = askMeant(meant) ?? '`blog list` shows the tags of all essays.';
    return report.refuse(`no essay has the tag \`${from}\``, hint, terminal);
  }
  const rules = listRedirects(derived.site.value, from, to);
  const edited = [
    ...tagged.map(({ path }) => editFile(root, path, (text) => rename(text, path, from, to))),
    editFile(root, CONFIG_PATH, (text) => rules.flatMap((rule) => addRedirect(text, rule))),
  ].flatMap((file) => file ?? []);
  const files = new Map(edited.map((file) => [file.path, file]));
  for (const { path } of tagged.filter((each) => !files.has(each.path))) {
    terminal.write(`${showControls(path)} is left unchanged: edit its tags by hand\n`);
  }
  const changes = edited.map(({ path, original, text }) => ({
    file: path,
    was: original,
    is: text,
  }));
  for (const change of changes) terminal.write(showChange(change, terminal.paint));
  const these = changes.length === 1 ? 'this change' : `these ${changes.length} changes`;
  if (changes.length > 0 && ask === null) {
    terminal.write(`To make ${these}, add \`--yes\`.\n`);
    return 1;
  }
  if (changes.length === 0 || !(await ask?.(`Make ${these}?`))) return 1;
  const late = writeChanges(files, request);
  if (late !== null) {
    return report.refuse(`${late} was edited in the meantime`, 'Run this again.', terminal);
  }
  const done = `${report.count(changes.length, 'file')} changed`;
  terminal.write(`${terminal.paint('green', '✓')} ${terminal.paint('bold', done)}\n`);
  return tagged.every(({ path }) => files.has(path)) ? 0 : 1;
}

/** Lists the redirects from the pages of the old tag to those of the new one, each as a line of YAML. */
function listRedirects({ editions }: Site, from: string, to: string): string[] {
  return editions.flatMap(({ essays, tags, config: { prefix, language } }) => {
    const old = tags.find(({ name }) => name === from)?.address ?? '';
    const renamed = essays.map((essay) => ({
      tags: [...new Set(essay.tags.map((tag) => (tag === from ? to : tag)))],
    }));
    const addresses = addressTags(renamed, prefix, language);
    const goal = addresses.get(to);
    const isFree = ![...addresses.values()].includes(old);
    return goal && isFree && !old.includes('?') && old !== '' ? [`${old}: ${goal}`] : [];
  });
}

/** Edits a file; null if there is nothing to change, or the file can't be changed. */
function editFile(
  root: string,
  path: string,
  findEdits: (text: string) => readonly TextEdit[],
): EditedFile | null {
  const bytes = readBytes(join(root, path));
  if (bytes === null || findLock(join(root, path)) !== null) return null;
  const original = bytes.toString();
  const realPath = realpathSync(join(root, path));
  const edits = findEdits(decodeSource({ path, bytes }).text);
  const text = applyTextEdits(original, edits);
  return text === null || text === original
    ? null
    : { path, bytes, realPath, original, edits, text };
}

/** Finds the edit after which a file has the new tag in place of the old one; none if it is written in another way. */
function rename(text: string, path: string, from: string, to: string): TextEdit[] {
  const { bodyOffset } = readFrontMatter({ path, bytes: Buffer.from(text) });
  const readTags = (written: string) => {
    const source = readFrontMatter({ path, bytes: Buffer.from(written) });
    return readTable({ tags: FRONT_MATTER_KEYS.tags }, source).tags as readonly string[];
  };
  const before = readTags(text);
  const wanted = new Set(before.map((tag) => (tag === from ? to : tag)));
  const isWanted = (tags: readonly string[]) =>
    tags.length === wanted.size && tags.every((tag) => wanted.has(tag));
  const old = `(["']?)${escapePattern(from)}\\1`;
  const isPlain = /^[\p{L}\p{N}][\p{L}\p{N} .+/_-]*$/u.test(to);
  const removals = [`^[ \\t]*-[ \\t]+${old}[ \\t]*\\n`, `${old}\\s*,\\s*`, `\\s*,\\s*${old}`];
  // An essay that already has the new tag only loses the old one.
  const patterns = before.includes(to)
    ? removals
    : [`(?<=[[,:=\\s-]\\s*)${old}(?=\\s*(?:[,\\]]|$))`];
  for (const pattern of patterns) {
    for (const { 0: was, 1: quote = '', index: at } of text
      .slice(0, bodyOffset)
      .matchAll(new RegExp(pattern, 'gm'))) {
      const written = [isPlain ? `${quote}${to}${quote}` : JSON.stringify(to), to];
      for (const is of before.includes(to) ? [''] : written) {
        if (isWanted(readTags(text.slice(0, at) + is + text.slice(at + was.length)))) {
          return [{ at, was, is }];
        }
      }
    }
  }
  return [];
}
