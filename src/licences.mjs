/**
 * The packages whose code is in `dist/`: the notice of their licences, and their list in package.json.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the package that a file belongs to; null for a file of this program. */
function packageOf(file) {
  const normal = file.replaceAll('\\', '/');
  const at = normal.lastIndexOf('/node_modules/');
  if (at === -1) return null;
  const [scope, name] = normal.slice(at + '/node_modules/'.length).split('/');
  return `${normal.slice(0, at)}/node_modules/${scope.startsWith('@') ? `${scope}/${name}` : scope}`;
}

/** The folders of the packages that files belong to. */
function listFolders(files) {
  return [...new Set(files.map(packageOf))].filter((folder) => folder !== null);
}

/** The licence files and notices of a package. */
function listTexts(folder) {
  const names = readdirSync(folder).filter((name) => /^(?:licen[cs]e|notice|copying)/i.test(name));
  return names.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
}

const MIT = readFileSync(new URL('../LICENSE', import.meta.url), 'utf8');
const ISC = `ISC License

Copyright

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN
ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.`;

/** The text of a licence, for packages that only name theirs. */
function writeLicence({ license, author, name }) {
  const text = /\bMIT\b/.test(license) ? MIT : license === 'ISC' ? ISC : null;
  if (text === null) throw new Error(`${name} has no licence text, and its licence is ${license}`);
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
  return text.replace(/^Copyright.*$/m, () => `Copyright (c) ${holder}`).trim();
}

/**
 * Throws unless `bundled` in a manifest names exactly the `devDependencies` that these files come from. Their code
 * reaches users; the other `devDependencies` are tools.
 */
export function checkBundled({ bundled, devDependencies }, files) {
  const names = listFolders(files).map((folder) => folder.split('/node_modules/').at(-1));
  const found = Object.keys(devDependencies).filter((name) => names.includes(name));
  const missing = found.filter((name) => !bundled.includes(name));
  const extra = bundled.filter((name) => !found.includes(name));
  if (missing.length > 0)
    throw new Error(`add to "bundled" in package.json: ${missing.join(', ')}`);
  if (extra.length > 0)
    throw new Error(`remove from "bundled" in package.json: ${extra.join(', ')}`);
}

/** Returns the notice for the packages of these files. Throws for a package without a licence text. */
export function writeNotice(files) {
  const entries = listFolders(files).map((folder) => {
    const facts = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = listTexts(folder);
    if (texts.length === 0) texts.push(writeLicence(facts));
    const repository = facts.repository?.url ?? facts.repository ?? facts.homepage ?? '';
    const head = [`${facts.name} ${facts.version}`, `Licence: ${facts.license}`, repository];
    return { name: `${facts.name} ${facts.version}`, text: [...head, '', ...texts].join('\n') };
  });
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const unique = [...new Map(sorted.map((each) => [each.name, each.text])).values()];
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `dist/ contains code of these packages.${line}${unique.join(line)}\n`;
}
