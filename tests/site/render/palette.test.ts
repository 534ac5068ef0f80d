/** The colours that are read from a style sheet, and everything that is drawn in them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DEFAULT_PALETTE, readPalette } from '../../../src/theme/palette.ts';
import { buildFresh, describeResult, settle } from '../../support/rebuild.ts';
import { type BuiltSite, buildSite, essay, packageRoot } from '../../support/site.ts';
import { expectFacts } from '../../support/texts.ts';

const BASE = 'templates/skin.css';
const SHIPPED = readFileSync(join(packageRoot, BASE), 'utf8');
const DARK = '@media (prefers-color-scheme: dark)';

/** The accents of a style sheet, light and dark; null for that of the default palette. */
async function readAccents(text: string) {
  const compiled = await transform(text, { loader: 'css', minify: true, target: 'chrome111' });
  const { light, dark } = readPalette(compiled.code);
  return [light, dark].map(({ accent }, index) => {
    const scheme = index === 0 ? DEFAULT_PALETTE.light : DEFAULT_PALETTE.dark;
    return accent === scheme.accent ? null : accent;
  });
}

const BLACK = ':root { --accent: #000 }';
test.each<[css: string, light: string | null, dark: string | null]>([
  [':root { --accent: #00F }', '#0000ff', '#0000ff'],
  [`:root { --accent: #012345 } ${DARK} { :root { --accent: #fedcba } }`, '#012345', '#fedcba'],
  // The cascade: of two, the later one holds.
  [`${DARK} { :root { --accent: #fedcba } } :root { --accent: #012345 }`, '#012345', '#012345'],
  [`:root { --accent: #111; ${DARK} { --accent: #222 } }`, '#111111', '#222222'],
  [':root, :host { --ink: blue; --accent: #123 ; }', '#112233', '#112233'],
  ['@layer base { :root { --accent: #123 } }', '#112233', '#112233'],
  ['@media screen and (prefers-color-scheme: dark) { :root { --accent: #123 } }', null, '#112233'],
  ['@media (prefers-color-scheme: light) { :root { --accent: #123 } }', '#112233', null],
  // Rules that do not apply to every reader.
  [`@media print { ${BLACK} }`, null, null],
  [`@media (prefers-contrast: more) and (prefers-color-scheme: dark) { ${BLACK} }`, null, null],
  ['.card { --accent: #000 } a { color: #000 } :root a { --accent: #000 }', null, null],
  ['p::before { content: ":root{--accent:#000}" } q::after { content: "\\"}" }', null, null],
  // Every way of stating a colour plainly.
  [':root { --accent: Navy }', '#000080', '#000080'],
  [':root { --accent: whitesmoke }', '#f5f5f5', '#f5f5f5'],
  [':root { --accent: rgb(1 2 3 / 50%) }', '#01020380', '#01020380'],
  [':root { --accent: oklch(50% 0.3 140) }', '#217700', '#217700'],
  // No colour, or one that only a browser can tell.
  [':root { --accent: nocolour }', null, null],
  [':root { --accent: currentColor }', null, null],
  [':root { --accent: var(--ink) }', null, null],
  ['', null, null],
])('%s gives %s and %s', async (css, light, dark) => {
  expect(await readAccents(css)).toEqual([light, dark]);
});

test('the default palette is that of the default style sheet', () => {
  const { light, dark } = DEFAULT_PALETTE;
  const [before = '', after = ''] = SHIPPED.split(DARK);
  const write = (colours: object) =>
    Object.entries(colours).map(([name, colour]) => `--${name}: ${colour};`);
  for (const line of write(light)) expect(before).toContain(line);
  for (const line of write(dark)) expect(after).toContain(line);
});

/** The colours of the ground and of the mark at the lower right of the essay’s card. */
async function readCard(site: BuiltSite): Promise<string[]> {
  const url = site.page('blog/a.html')('meta[property="og:image"]').attr('content') ?? '';
  const file = join(site.root, 'out', new URL(url).pathname);
  const colourAt = async (left: number, top: number) => {
    const pixel = sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha();
    return `#${(await pixel.raw().toBuffer()).toString('hex')}`;
  };
  return [await colourAt(5, 5), await colourAt(1116, 551)];
}

test('a colour that the style sheet changes is changed on cards, in the icon and around pages', async () => {
  const { light, dark } = DEFAULT_PALETTE;
  let site = await buildSite({
    'content/site.yaml': 'name: Ann\nurl: https://ann.example\n',
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
  });
  const expectColours = async (paper: string, accent: string, darkPaper: string) => {
    expect(await readCard(site)).toEqual([paper, accent]);
    const drawn = site.text('favicon.svg').matchAll(/rect\{fill:(.*?)\}text\{fill:(.*?)\}/g);
    const icon = Array.from(drawn, ([, ...colours]) => colours.join(' on '));
    expect(icon).toEqual([`${accent} on ${paper}`, `${dark.accent} on ${darkPaper}`]);
    expectFacts(site.page('404.html'), { 'meta[name="theme-color"]@content': [paper, darkPaper] });
  };
  await expectColours(light.paper, light.accent, dark.paper);
  const own = SHIPPED.replace(light.accent, 'darkgreen').replace(dark.paper, '#000011');
  for (const [css, paper, accent, darkPaper] of [
    [own, light.paper, '#006400', '#000011'],
    [own.replace(light.paper, '#eeeef0'), '#eeeef0', '#006400', '#000011'],
    [null, light.paper, light.accent, dark.paper],
  ] as const) {
    site = await site.rebuild({ [BASE]: css });
    expect(site.report).toBe('');
    expect(describeResult(await settle(site))).toEqual(await buildFresh(site.root));
    await expectColours(paper, accent, darkPaper);
  }
});

test('the colours of site.yaml are those of cards, the icon and the browser, without the compiler', async () => {
  const { light, dark } = DEFAULT_PALETTE;
  const settings = 'name: Ann\nurl: https://ann.example\n';
  let site = await buildSite({
    'content/site.yaml': `${settings}colors: { paper: "#eeeef0", accent: darkgreen, dark: { paper: "#001" } }\n`,
    'content/essays/a.md': essay('title: A\npublished: 2020-01-01'),
  });
  expect(site.report).toBe('');
  expect(await readCard(site)).toEqual(['#eeeef0', '#006400']);
  expect(site.text('favicon.svg')).toContain('rect{fill:#006400}text{fill:#eeeef0}');
  expect(site.text('favicon.svg')).toContain(`rect{fill:${dark.accent}}text{fill:#000011}`);
  expect(existsSync(join(site.root, '.blog/templates'))).toBe(false);
  const coloured = site.page('404.html')('link[rel="stylesheet"]').attr('href');
  site = await site.rebuild({ 'content/site.yaml': settings });
  expect(await readCard(site)).toEqual([light.paper, light.accent]);
  expect(site.page('404.html')('link[rel="stylesheet"]').attr('href')).not.toBe(coloured);
  expect(describeResult(await settle(site))).toEqual(await buildFresh(site.root));
});
