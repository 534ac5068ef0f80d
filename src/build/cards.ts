/**
 * Draws social cards as PNG files, cached in `.blog/cards/` so that each is drawn once. An edge, and the
 * only file that uses the native renderer, which draws several cards at a time in its own threads.
 *
 * A cached card is named by its key and by a digest of its bytes: a damaged or half-written one is
 * drawn again.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Renderer } from '@takumi-rs/core';
import { sourceChanged } from '../essays/files.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { ifThere, isRefusal, readOwnFile, replaceFile } from '../files/file-state.ts';
import { digest } from '../files/fingerprint.ts';
import { makeProblem, type Problem, partMissing, wholeFile } from '../problems/problems.ts';
import type { Output } from '../render/outputs.ts';
import type { SocialCard } from '../render/social-cards.ts';
import { CARD_SIZE, type CardTemplate } from '../theme/card-template.ts';
import { type FailedOutput, toError } from '../theme/template-errors.ts';
import { loadScript } from '../theme/templates.ts';

type CardOutput = Extract<Output, { card: unknown }>;

/** Enough cards to keep the renderer's threads busy while this thread renders pages. */
const AT_ONCE = 16;
const CARD_SOURCE = 'templates/SocialCard.tsx';
const FONT_HINT =
  'Replace it with a .ttf, .otf, .woff or .woff2 file, or move it out of templates/fonts/; ' +
  '`socialImages: false` in content/site.yaml turns cards off.';

const NOTHING_DRAWN: { failed: FailedOutput[]; problems: Problem[] } = { failed: [], problems: [] };

/**
 * Reads the cached cards, and loads the renderer if any are missing: `draw` draws those. Calls `done` with the bytes
 * of each card. `undrawn` is the problem if the renderer does not load, or null.
 */
export async function prepareCards(
  cards: readonly CardOutput[],
  template: CardTemplate | null,
  cacheDir: string,
  done: (card: CardOutput, png: Uint8Array) => void,
) {
  const folder = join(cacheDir, 'cards');
  const cached = ifThere(() => readdirSync(folder)) ?? [];
  const names = new Map(cached.map((name) => [name.split('.', 1)[0], name]));
  const missing = cards.filter((card) => {
    const png = readCached(folder, names.get(card.key));
    if (png !== null) done(card, png);
    return png === null;
  });
  const drawNone = async () => NOTHING_DRAWN;
  if (template === null || missing.length === 0) return { undrawn: null, draw: drawNone };
  try {
    const takumi = await import('@takumi-rs/core');
    const renderer = new takumi.Renderer();
    const keep = (output: CardOutput, png: Uint8Array) => {
      replaceFile(join(folder, `${output.key}.${digest(png)}.png`), png);
      done(output, png);
    };
    return { undrawn: null, draw: () => drawCards(missing, renderer, template, keep) };
  } catch (error) {
    if (isRefusal(error)) throw error;
    // The renderer is native, and not available for every system.
    const text = 'The package @takumi-rs/core cannot be loaded, so the site has no social cards';
    const undrawn = partMissing('cards-undrawn', CONFIG_PATH, text, error as Error);
    return { undrawn, draw: drawNone };
  }
}

async function drawCards(
  cards: readonly CardOutput[],
  renderer: Renderer,
  template: CardTemplate,
  keep: (output: CardOutput, png: Uint8Array) => void,
): Promise<typeof NOTHING_DRAWN> {
  const { draw, problems } = await loadFonts(renderer, template);
  if (problems.length > 0) return { failed: [], problems };
  const failed = new Map<CardOutput, FailedOutput>();
  const waiting = cards.values();
  const work = async () => {
    for (const output of waiting) {
      const png = await draw(output.card.props).catch(toError);
      const doing = `drawing the social card of ${output.page}`;
      if (png instanceof Uint8Array) keep(output, png);
      else failed.set(output, { error: png, template: CARD_SOURCE, doing, made: 'card' });
    }
  };
  // The other workers continue after one fails, and the caller must wait for them.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return { failed: cards.flatMap((output) => failed.get(output) ?? []), problems };
}

function readCached(folder: string, name = ''): Uint8Array | null {
  const png = name === '' ? null : readOwnFile(join(folder, name));
  return png !== null && name.split('.')[1] === digest(png) ? png : null;
}

/** Loads the fonts of cards, and returns a function that draws one; with problems if a font cannot be loaded. */
async function loadFonts(renderer: Renderer, { script, fonts }: CardTemplate) {
  const families = new Set<string>();
  const problems: Problem[] = [];
  for (const { name, file, digest: expected } of fonts) {
    try {
      const data = readFileSync(file);
      if (digest(data) !== expected) problems.push(sourceChanged(name));
      const faces = await renderer.registerFont({ data });
      if (faces.length === 0) throw new Error('it contains no font');
      for (const face of faces) families.add(face.name);
    } catch (error) {
      const text = `This font cannot be read for the social cards: ${(error as Error).message}`;
      problems.push(makeProblem('template-invalid', wholeFile(name), text, FONT_HINT));
    }
  }
  const fontFamilies = [...families];
  const draw = async (props: SocialCard['props']): Promise<Uint8Array> => {
    // Loaded here, so that an error at the template's top level is reported for the card.
    const { node, css } = await loadScript(script).draw(props);
    const options = { ...CARD_SIZE, css, fontFamilies, lang: props.language };
    return renderer.render(node, { ...options, format: 'png' });
  };
  return { draw, problems };
}
