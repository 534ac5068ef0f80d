/** The colours of callouts can be read in every theme. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { contrastOf, toHex } from '../../../src/essays/colours.ts';
import { readPalette } from '../../../src/theme/palette.ts';
import { packageRoot } from '../../support/site.ts';

const read = (path: string) => readFileSync(join(packageRoot, 'templates', path), 'utf8');
const CALLOUTS = read('styles/callouts.css');
const SHARE = Number(
  /color-mix\(in srgb, var\(--tone\) (\d+)%, var\(--paper\)\)/.exec(CALLOUTS)?.[1],
);

/** The tones by name, in the light and in the dark scheme. */
const [LIGHT = {}, DARK = {}] = CALLOUTS.split('@media (prefers-color-scheme: dark)').map((part) =>
  Object.fromEntries(
    [...part.matchAll(/--tone-(\w+): (#\w+);/g)].map(([, name = '', tone = '']) => [name, tone]),
  ),
);

/** Mixes a tone with the paper as the style sheet does. */
function mix(tone: string, paper: string): string {
  const channels = (hex: string) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const below = channels(toHex(paper));
  const mixed = channels(toHex(tone)).map((channel, i) => {
    return (channel * SHARE + (below[i] ?? 0) * (100 - SHARE)) / 100;
  });
  return `rgb(${mixed.join(' ')})`;
}

describe.each([
  ['book', 'skin.css'],
  ['gallery', 'themes/gallery/skin.css'],
  ['index', 'themes/index/skin.css'],
  ['letter', 'themes/letter/skin.css'],
])('in the theme %s', (_, path) => {
  test.each(['light', 'dark'] as const)(
    'titles and texts have enough contrast: %s',
    async (scheme) => {
      const { code } = await transform(read(path), { loader: 'css', minify: true });
      const palette = readPalette(code)[scheme];
      const tones = { ...(scheme === 'light' ? LIGHT : DARK), soft: palette.soft };
      expect(Object.keys(tones)).toEqual(['blue', 'green', 'purple', 'amber', 'red', 'soft']);
      const low = Object.entries(tones).flatMap(([name, tone]) => {
        const ground = mix(tone, palette.paper);
        const texts = { title: tone, ink: palette.ink, link: palette.ink };
        return Object.entries(texts)
          .filter(([, text]) => contrastOf(text, ground) < 4.5)
          .map(([text]) => `${text} on ${name}: ${contrastOf(texts[text as 'ink'], ground)}`);
      });
      expect(low).toEqual([]);
    },
  );
});
