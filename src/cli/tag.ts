/**
 * Runs `blog tag`: renames a tag in all essays, or merges it with another one, after showing the changes. If tags have
 * pages, the old page's address is redirected to the new one.
 */
import { join } from 'node:path';
import { readWholeSite } from '../build/record-address.ts';
import type { BuildRequest } from '../build/request.ts';
import { FRONT_MATTER_KEYS, readFrontMatter } from '../essays/front-matter.ts';
import { readTable } from '../essays/key-table.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { addRedirect } from '../essays/yaml-edits.ts';
import { findLock } from '../files/author-files.ts';
import type { TextEdit } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { escapePattern } from '../site/path-patterns.ts';
import type { Site } from '../site/site.ts';
import { addressTags } from '../site/slugs.ts';
import { askMeant, decodeSource, suggestWord } from '../text/text.ts';
import {
  type Agree,
  applyTextEdits,
  type EditedFile,
  type FileChange,
  makeChanges,
  readEditable,
} from './changes.ts';
import { tellNoSite } from './site.ts';

/**
 * Renames the tag `from` to `to`. Returns the exit code: 1 if anything is left unchanged.
 */
export async function runTag(
  request: BuildRequest,
  [from = '', to = '']: readonly string[],
  ask: Agree,
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
  const changes: FileChange[] = [];
  const files = new Map<string, EditedFile>();
  const locks = new Map<string, string>();
  const edit = (path: string, findEdits: (text: string) => readonly TextEdit[]) => {
    const read = readEditable(root, path);
    const edits = read === null ? [] : findEdits(decodeSource(read).text);
    if (edits.length === 0 && path === CONFIG_PATH) return;
    const text = read && applyTextEdits(read.original, edits);
    const lock = edits.length === 0 ? BY_HAND : findLock(join(root, path));
    if (read === null || text === null || lock !== null) {
      locks.set(path, lock ?? BY_HAND);
      return;
    }
    files.set(path, { ...read, edits, text });
    changes.push({ file: path, was: read.original, is: text });
  };
  for (const { path } of tagged) edit(path, (text) => rename(text, path, from, to));
  const rules = listRedirects(derived.site.value, from, to);
  if (rules.length > 0)
    edit(CONFIG_PATH, (text) => rules.flatMap((each) => addRedirect(text, each)));
  const isMade = await makeChanges({ changes, files, locks }, request, ask, terminal);
  return isMade && locks.size === 0 ? 0 : 1;
}

const BY_HAND = "writes the tag in a form that this command can't edit; change it by hand";

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
