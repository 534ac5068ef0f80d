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
import { join } from 'node:path';
import { digest } from '../content/fingerprint.ts';
import type { Coverage } from './font-coverage.ts';
import { machineCodeFile } from './machine-code.ts';
import { findInput, keyOfInputs, nameInput, type TemplateOrigin } from './template-inputs.ts';
import type { CardTemplate, TemplateSet } from './templates.ts';

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
    if (manifest.key !== keyOfInputs(manifest.inputs, origin)) return null;
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
    return keyOfInputs(inputs, origin);
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
    key: keyOfInputs(inputs, origin),
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

function removeAllBut(folder: string, kept: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (file !== kept) rmSync(file, { recursive: true, force: true });
  }
}

/** Throws for a file that has not the digest that it had when it was written. */
function readWhole(file: string, expected: string): Buffer {
  const bytes = readFileSync(file);
  if (digest(bytes) !== expected) throw new Error(`${file} is damaged`);
  return bytes;
}
