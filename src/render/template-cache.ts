/**
 * What the compiler made of the templates, kept by the digest of what went into it: with templates
 * that are known the compiler is not even started.
 *
 * An edge. The package brings the set of its own templates along, so a site that replaces none of
 * them never waits for the compiler. Anything that cannot be read counts as not there.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { digest } from '../content/fingerprint.ts';
import type { Coverage } from './font-coverage.ts';
import type { CardTemplate, TemplateSet } from './templates.ts';

/** Whose templates they are, and what else decides what comes of them. */
export interface TemplateOrigin {
  /** Absolute. */
  readonly root: string;
  readonly packageRoot: string;
  /** The folder from which React is resolved. */
  readonly reactHome: string;
  /** The base path of the site's URLs. */
  readonly base: string;
  /** The digest of this program. */
  readonly program: string;
  readonly withCards: boolean;
}

interface Manifest {
  readonly key: string;
  readonly inputs: readonly string[];
  readonly digest: string;
  readonly sourceMapDigest: string;
  readonly assets: readonly { name: string; outputPath: string; digest: string }[];
  readonly card: {
    readonly digest: string;
    readonly sourceMapDigest: string;
    readonly fonts: readonly { name: string; digest: string; coverage: Coverage }[];
  } | null;
}

const [MANIFEST, BUNDLE, SOURCE_MAP] = ['set.json', 'bundle.cjs', 'map'];
const [CARD_BUNDLE, CARD_SOURCE_MAP] = ['card.cjs', 'card-map'];

/** The set that was remembered in `folder`, if its inputs are still the same; else null. */
export function recallTemplateSet(folder: string, origin: TemplateOrigin): TemplateSet | null {
  try {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
    if (manifest.key !== makeKey(manifest.inputs, origin)) return null;
    const code = readWhole(join(folder, BUNDLE), manifest.digest).toString();
    const assets = manifest.assets.map(({ name, outputPath, digest }, index) => {
      return { name, outputPath, bytes: readWhole(join(folder, `asset-${index}`), digest) };
    });
    const sourceMap = readWhole(join(folder, SOURCE_MAP), manifest.sourceMapDigest);
    const readSourceMap = () => sourceMap.toString();
    const compiled = { code, digest: manifest.digest };
    const inputs = manifest.inputs.map((name) => findInput(name, origin));
    const card = recallCard(folder, manifest.card, origin);
    return { compiled, card, assets, inputs, readSourceMap, sourceRoot: origin.root };
  } catch {
    return null; // Not there, or damaged: the compiler makes it again.
  }
}

function recallCard(
  folder: string,
  card: Manifest['card'],
  origin: TemplateOrigin,
): CardTemplate | null {
  if (card === null) return null;
  const code = readWhole(join(folder, CARD_BUNDLE), card.digest).toString();
  const sourceMap = readWhole(join(folder, CARD_SOURCE_MAP), card.sourceMapDigest);
  const fonts = card.fonts.map(({ name, ...font }) => ({ file: findInput(name, origin), ...font }));
  const compiled = { code, digest: card.digest };
  return { compiled, fonts, readSourceMap: () => sourceMap.toString() };
}

/**
 * Tells all that went into a set, as it is now: what is remembered must still be made from the same.
 * Null when something of it is gone.
 */
export function keyOfTemplateSet(set: TemplateSet, origin: TemplateOrigin): string | null {
  const inputs = set.inputs.map((file) => nameInput(file, origin));
  try {
    return makeKey(inputs, origin);
  } catch {
    return null; // A file that was deleted since then.
  }
}

/** Keeps a set in `folder`, in place of the one that is there. */
export function rememberTemplateSet(
  folder: string,
  set: TemplateSet,
  origin: TemplateOrigin,
): void {
  const inputs = set.inputs.map((file) => nameInput(file, origin));
  const assets = set.assets.map(({ name, outputPath, bytes }) => {
    return { name, outputPath, digest: digest(bytes) };
  });
  const sourceMap = set.readSourceMap();
  const manifest: Manifest = {
    key: makeKey(inputs, origin),
    inputs,
    digest: set.compiled.digest,
    sourceMapDigest: digest(sourceMap),
    assets,
    card: set.card && describeCard(set.card, origin),
  };
  removeAllBut(folder, machineCodeFile(folder, set.compiled.digest));
  mkdirSync(folder, { recursive: true });
  const write = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(join(folder, name), bytes);
  };
  write(BUNDLE, set.compiled.code);
  write(SOURCE_MAP, sourceMap);
  set.assets.forEach(({ bytes }, index) => {
    write(`asset-${index}`, bytes);
  });
  if (set.card !== null) {
    write(CARD_BUNDLE, set.card.compiled.code);
    write(CARD_SOURCE_MAP, set.card.readSourceMap());
  }
  // Last, and at once: a set without it is not there.
  write(`${MANIFEST}.new`, JSON.stringify(manifest));
  renameSync(join(folder, `${MANIFEST}.new`), join(folder, MANIFEST));
}

function describeCard(card: CardTemplate, origin: TemplateOrigin): Manifest['card'] {
  const fonts = card.fonts.map(({ file, digest, coverage }) => {
    return { name: nameInput(file, origin), digest, coverage };
  });
  const { compiled, readSourceMap } = card;
  return { digest: compiled.digest, sourceMapDigest: digest(readSourceMap()), fonts };
}

/** What V8 made of a bundle in an earlier run, or null. */
export function recallMachineCode(folder: string, bundleDigest: string): Uint8Array | null {
  const bytes = readIfThere(machineCodeFile(folder, bundleDigest));
  const end = bytes?.indexOf('\n') ?? -1;
  if (bytes === null || end === -1) return null;
  const machineCode = bytes.subarray(end + 1);
  return digest(machineCode) === bytes.toString('latin1', 0, end) ? machineCode : null;
}

/** Keeps what V8 made of a bundle, for the next run. */
export function rememberMachineCode(
  folder: string,
  bundleDigest: string,
  machineCode: Uint8Array,
): void {
  const file = machineCodeFile(folder, bundleDigest);
  mkdirSync(folder, { recursive: true });
  rmSync(file, { recursive: true, force: true });
  // V8 would run whatever stands there.
  const head = Buffer.from(`${digest(machineCode)}\n`);
  writeFileSync(`${file}.new`, Buffer.concat([head, machineCode]));
  renameSync(`${file}.new`, file);
}

function removeAllBut(folder: string, kept: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (file !== kept) rmSync(file, { recursive: true, force: true });
  }
}

/** Named by the code: V8 itself compares little more than its length. */
function machineCodeFile(folder: string, bundleDigest: string): string {
  return join(folder, `${bundleDigest}.v8`);
}

/** The digest of all that goes into a set; throws where an input is gone. */
function makeKey(inputs: readonly string[], origin: TemplateOrigin): string {
  const { root, packageRoot, base, program, withCards } = origin;
  const contents = inputs.map((name) => [name, digest(readFileSync(findInput(name, origin)))]);
  // A template that is new can take the place of another, so the names of all count.
  const names = [root, packageRoot].map((folder) => listTemplates(join(folder, 'templates')));
  const files = inputs.map((name) => findInput(name, origin));
  const beside = listOwnFolders(files, root).map((folder) => readdirSync(folder).sort());
  const settings = readIfThere(join(root, 'package.json'))?.toString() ?? '';
  return digest(JSON.stringify([program, base, withCards, names, beside, settings, contents]));
}

/**
 * What else than the inputs decides which files are compiled, absolute: the folders of templates and
 * of what they import, in which a new file may take the place of another, and those in which React
 * can be found.
 */
export function listDecidingPlaces(
  inputs: readonly string[],
  { root, packageRoot }: TemplateOrigin,
): string[] {
  const tops = [root, packageRoot].map((folder) => join(folder, 'templates'));
  const inside = tops.flatMap((top) => listFolders(top).map((path) => join(top, path)));
  const above: string[] = [];
  for (let folder = root; above.at(-1) !== folder; folder = dirname(folder)) above.push(folder);
  const packages = above.flatMap((folder) =>
    ['', 'react', 'react-dom'].map((name) => join(folder, 'node_modules', name)),
  );
  const beside = listOwnFolders(inputs, root);
  return [...tops, ...inside, ...beside, join(root, 'package.json'), ...packages];
}

/** The folders outside of `templates/` and of packages from which templates import. */
function listOwnFolders(files: readonly string[], root: string): string[] {
  const templates = join(root, 'templates') + sep;
  const isOwn = (file: string) =>
    !file.startsWith(templates) && !file.split(sep).includes('node_modules');
  return [...new Set(files.filter(isOwn).map((file) => dirname(file)))].sort();
}

function listFolders(top: string): string[] {
  try {
    return readdirSync(top, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => relative(top, join(entry.parentPath, entry.name)));
  } catch {
    return []; // A site without templates of its own.
  }
}

function listTemplates(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  } catch {
    return []; // A site without templates of its own.
  }
}

/** `react:…` for a file of React's packages, wherever they lie; else the path from the site's root. */
function nameInput(file: string, { root }: TemplateOrigin): string {
  const parts = file.split(sep);
  const inPackages = parts.lastIndexOf('node_modules');
  const name = parts.slice(inPackages + 1).join('/');
  if (inPackages !== -1 && /^(react|react-dom|scheduler)\//.test(name)) return `react:${name}`;
  return relative(root, file).split(sep).join('/');
}

function findInput(name: string, { root, reactHome }: TemplateOrigin): string {
  const [, packageName, path] = /^react:([^/]+)\/(.*)$/.exec(name) ?? [];
  if (packageName === undefined || path === undefined) return resolve(root, name);
  const require = createRequire(join(reactHome, 'package.json'));
  return join(dirname(require.resolve(`${packageName}/package.json`)), path);
}

/** Throws for a file that has not the digest that it had when it was written. */
function readWhole(file: string, expected: string): Buffer {
  const bytes = readFileSync(file);
  if (digest(bytes) !== expected) throw new Error(`${file} is damaged`);
  return bytes;
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
