/**
 * Takes the README's screenshots of the themes, `.github/themes/*.webp`: the home page in light mode, with an essay on a
 * phone in dark mode. Run `npm run compile` first; `CHROMIUM` is the path of the browser.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import sirv from 'sirv';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SAMPLES = join(root, 'src/starter/samples');

/** The essay that each theme shows. */
const ESSAYS = {
  book: '/blog/write-it-down-then-lose-it',
  gallery: '/blog/the-lake-with-both-buckets-full',
  index: '/blog/a-shell-script-is-a-letter',
  letter: '/blog/the-tide-table',
};

/** The site of a photographer, for `gallery`: title, day, tags, picture, text. */
const PHOTOGRAPHS = [
  ['Four Mornings Above the Valley', '2026-10-04', 'walking, light', 'dawn', readSample('dawn')],
  ['What the Fog Does', '2026-09-12', 'light', 'mist', readSample('mist')],
  ['The Lake With Both Buckets Full', '2026-08-20', 'water, night', 'dusk', readSample('dusk')],
  ['A Map of One Hill', '2026-07-02', 'walking', null, readSample('dawn')],
  ['The Last Gate', '2026-05-18', 'walking, light', 'dawn', readSample('mist')],
  ['Rain at the Weir', '2026-03-01', 'water, light', 'mist', readSample('dusk')],
];

/** The paragraphs around a picture of the sample essay. */
function readSample(picture) {
  const text = readFileSync(join(SAMPLES, 'four-mornings/index.md'), 'utf8').split('---')[2] ?? '';
  const paragraphs = text.split(/\n\n+/).map((each) => each.trim());
  const at = paragraphs.findIndex((each) => each.includes(`(${picture}.jpg`));
  const isText = (each) => each !== '' && !/^(?:#|!\[)/.test(each);
  return paragraphs
    .slice(Math.max(0, at - 1))
    .filter(isText)
    .join('\n\n');
}

/** Writes a theme's site into `folder`, and builds it. */
function buildSite(folder, theme) {
  const write = (path, text) => writeFileSync(join(folder, path), text);
  if (theme === 'gallery') {
    mkdirSync(join(folder, 'content/essays'), { recursive: true });
    write(
      'content/site.yaml',
      'name: Mara Lindqvist\ntitle: Slow Light\nurl: https://example.org\ntheme: gallery\ncallToAction: false\n' +
        'nav: [Essays, About]\nintro: Walks, weather and the places where they meet. A picture and a page or two, most months.\n',
    );
    write('content/about.md', 'I walk with a small camera.\n');
    for (const [title, day, tags, picture, text] of PHOTOGRAPHS) {
      const essay = join('content/essays', title.toLowerCase().replaceAll(' ', '-'));
      mkdirSync(join(folder, essay));
      const cover = picture === null ? '' : `cover: ${picture}.jpg\n`;
      if (picture !== null) {
        cpSync(
          join(SAMPLES, `four-mornings/${picture}.jpg`),
          join(folder, essay, `${picture}.jpg`),
        );
      }
      write(
        join(essay, 'index.md'),
        `---\ntitle: ${title}\npublished: ${day}\ntags: [${tags}]\n${cover}---\n${text}\n`,
      );
    }
  } else {
    cpSync(join(root, 'content'), join(folder, 'content'), { recursive: true });
    const settings = readFileSync(join(folder, 'content/site.yaml'), 'utf8');
    write('content/site.yaml', `${settings}\ntheme: ${theme}\n`);
  }
  const { status, stderr } = spawnSync('node', [join(root, 'bin/blog.js'), 'build'], {
    cwd: folder,
  });
  if (status !== 0) throw new Error(`${theme}: ${stderr}`);
}

/** Puts both screens into one picture, the phone in front. */
function compose(desk, phone) {
  const show = (image, style) =>
    `<img style="position:absolute;${style}" src="data:image/png;base64,${image.toString('base64')}">`;
  return `<body style="margin:0;background:transparent">
    ${show(desk, 'left:14px;top:14px;width:1120px;border-radius:10px;box-shadow:0 6px 20px #0005,0 0 0 1px #0002')}
    ${show(phone, 'left:953px;top:237px;width:268px;border-radius:26px;box-shadow:0 8px 24px #0007,0 0 0 1px #8886')}`;
}

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const take = async (url, width, height, colorScheme) => {
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme,
    reducedMotion: 'reduce',
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  const picture = await page.screenshot();
  await page.close();
  return picture;
};

for (const [theme, essay] of Object.entries(ESSAYS)) {
  const folder = mkdtempSync(join(tmpdir(), 'looks-'));
  buildSite(folder, theme);
  const server = createServer(sirv(join(folder, 'out'), { extensions: ['html'] }));
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${server.address().port}`;
  // At 1,200 pixels, the lead's words are below its picture, where the phone doesn't hide them.
  const width = theme === 'gallery' ? 1200 : 1280;
  const desk = await take(origin, width, Math.round(0.67 * width), 'light');
  const phone = await take(origin + essay, 390, 784, 'dark');
  const page = await browser.newPage({ viewport: { width: 1240, height: 800 } });
  await page.setContent(compose(desk, phone), { waitUntil: 'load' });
  const picture = await page.screenshot({ omitBackground: true });
  await sharp(picture)
    .webp({ quality: 86 })
    .toFile(join(root, `.github/themes/${theme}.webp`));
  await page.close();
  server.close();
  rmSync(folder, { recursive: true });
}
await browser.close();
