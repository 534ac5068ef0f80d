/**
 * Social cards → PNG, kept in `.blog/cards/` so that each is drawn once.
 *
 * An edge, and the only file that knows the renderer, which draws several cards at a time in threads of its
 * own. A kept card is named by its key and by a digest of its bytes: one that is not whole is drawn again.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';
import { sourceChanged } from '../content/files.ts';
import { digest } from '../content/fingerprint.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';
import { CARD_SIZE, type CardTemplate, type SocialCard } from './cards.ts';
import type { SocialCardProps } from './props.ts';
import { describeThrown, type ThrownError } from './template-errors.ts';
import { locateSource, type TemplateFolders } from './template-files.ts';

/** Cards that were not drawn, by their numbers, and the problems for which none could be. */
export interface DrawnCards {
  readonly failed: readonly { readonly index: number; readonly error: ThrownError }[];
  readonly problems: readonly Problem[];
}

type DrawCard = (props: SocialCardProps) => Promise<Uint8Array>;

/** As many as keep the renderer's threads busy until this one looks again. */
const AT_ONCE = 16;
const require = createRequire(import.meta.url);

/** Makes cards, those that are kept first; `done` is called with the number of each. */
export async function makeCards(
  cards: readonly Pick<SocialCard, 'key' | 'props'>[],
  template: CardTemplate,
  places: TemplateFolders & { readonly cacheDir: string },
  done: (index: number, png: Uint8Array) => void,
): Promise<DrawnCards> {
  const folder = join(places.cacheDir, 'cards');
  const kept = listKept(folder);
  const missing = [...cards.entries()].filter(([index, { key }]) => {
    const png = recallCard(folder, kept.get(key));
    if (png !== null) done(index, png);
    return png === null;
  });
  if (missing.length === 0) return { failed: [], problems: [] };
  const { draw, problems } = await openRenderer(template, places);
  if (draw === null) return { failed: [], problems };
  mkdirSync(folder, { recursive: true });
  const failed: { index: number; error: ThrownError }[] = [];
  const waiting = missing.values();
  const work = async () => {
    for (const [index, { key, props }] of waiting) {
      const png = await draw(props).catch(describeThrown);
      if (png instanceof Uint8Array) {
        keepCard(folder, key, png);
        done(index, png);
      } else failed.push({ index, error: png });
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return { failed: failed.sort((a, b) => a.index - b.index), problems: [] };
}

/** Removes all cards but those with these keys. */
export function removeOtherCards(cacheDir: string, keys: ReadonlySet<string>): void {
  const folder = join(cacheDir, 'cards');
  for (const [key, name] of listKept(folder)) {
    if (!keys.has(key)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** The names of the cards that are kept, by their keys. */
function listKept(folder: string): Map<string, string> {
  try {
    return new Map(readdirSync(folder).map((name) => [name.replace(/\..*/s, ''), name]));
  } catch {
    return new Map(); // No card was ever drawn.
  }
}

function recallCard(folder: string, name: string | undefined): Uint8Array | null {
  try {
    const png = readFileSync(join(folder, name ?? ''));
    return name?.split('.')[1] === digest(png) ? png : null;
  } catch {
    return null; // It is drawn again.
  }
}

function keepCard(folder: string, key: string, png: Uint8Array): void {
  const file = join(folder, `${key}.${digest(png)}.png`);
  const aside = `${file}.${process.pid}.new`;
  writeFileSync(aside, png);
  rmSync(file, { recursive: true, force: true });
  renameSync(aside, file);
}

/** The renderer with its fonts and the template; null with problems where one of them is missing. */
async function openRenderer(
  { script, fonts }: CardTemplate,
  folders: TemplateFolders,
): Promise<{ draw: DrawCard | null; problems: Problem[] }> {
  let renderer: Renderer;
  try {
    const takumi = await import('@takumi-rs/core');
    renderer = new takumi.Renderer();
  } catch (error) {
    return { draw: null, problems: [rendererMissing(error as Error)] };
  }
  const families = new Set<string>();
  const problems: Problem[] = [];
  for (const { name, digest: expected } of fonts) {
    try {
      const data = readFileSync(locateSource(name, folders));
      if (digest(data) !== expected) problems.push(sourceChanged(name));
      const found = await renderer.registerFont({ data });
      if (found.length === 0) throw new Error('there is no face in it');
      for (const face of found) families.add(face.name);
    } catch (error) {
      problems.push(fontUnreadable(name, error as Error));
    }
  }
  if (problems.length > 0) return { draw: null, problems };
  const fontFamilies = [...families];
  const draw: DrawCard = async (props) => {
    // Here, so that what the template throws when it is loaded is told as of the card.
    const { draw } = require(script) as { draw(props: SocialCardProps): Promise<Drawing> };
    const { node, css } = await draw(props);
    const options = {
      ...CARD_SIZE,
      css,
      fontFamilies,
      lang: props.language,
      format: 'png',
    } as const;
    return renderer.render(node, options);
  };
  return { draw, problems: [] };
}

/** What the template gives: boxes and texts, and the style sheets among them. */
interface Drawing {
  readonly node: Parameters<Renderer['render']>[0];
  readonly css: string[];
}

/** A file among the fonts that cards cannot be set with. */
function fontUnreadable(path: string, { message }: Error): Problem {
  const text = `This font cannot be read for the social cards: ${message}`;
  const hint =
    'Put a .ttf, .otf, .woff or .woff2 in its place, or move it out of templates/fonts/; ' +
    '`socialImages: false` in content/site.yaml goes without cards.';
  return makeProblem('template-invalid', wholeFile(path), text, hint);
}

/** The renderer is no part of this program, and there is none for some machines. */
function rendererMissing({ message }: Error): Problem {
  const [reason] = message.split('\n');
  const text = `The social cards cannot be drawn, since their renderer does not start: ${reason}`;
  const hint =
    'Install the packages again, then build again; `socialImages: false` in content/site.yaml ' +
    'goes without cards.';
  return makeProblem('template-invalid', wholeFile('templates/SocialCard.tsx'), text, hint);
}
