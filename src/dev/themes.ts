/**
 * The page on which `blog dev` shows the site in every theme of the program, so that the author can choose: the site's
 * own home page and its newest essay, on a desktop and on a phone.
 *
 * The frames show the pages of the last build; the page's script gives them the style sheets of another theme. So they
 * show what the site's own components make, but neither its own style sheets nor the CSS of its settings.
 */
import { extname } from 'node:path';
import { escape as escapeHtml } from 'he';
import { lookup } from 'mrmime';
import { type ClientAsset, findShippedAssets } from '../theme/templates.ts';
import { THEME_NAMES, THEMES } from '../theme/themes.ts';
import type { SiteView } from './site-view.ts';

export const THEMES_URL = '/__themes';

/** An answer of the server. */
interface Answer {
  readonly body: string | Uint8Array;
  readonly type: string;
}

/** Makes a function that answers for the paths of this page; it returns null for any other path. */
export function makeThemePages(
  view: SiteView,
  packageRoot: string,
): (path: string) => Answer | null {
  let assets: ReadonlyMap<string, ClientAsset> | null = null;
  return (path) => {
    if (path !== THEMES_URL && !path.startsWith(`${THEMES_URL}/`)) return null;
    assets ??= new Map(
      THEME_NAMES.flatMap((theme) =>
        findShippedAssets(packageRoot, theme).map((asset) => [
          `${THEMES_URL}/${theme}/${asset.outputPath}`,
          asset,
        ]),
      ),
    );
    const asset = assets.get(path);
    if (asset !== undefined) return { body: asset.bytes, type: lookup(extname(path)) ?? '' };
    if (path !== THEMES_URL) return null;
    return { body: renderThemes(view, [...assets.keys()]), type: 'text/html' };
  };
}

/** Renders the page: for each theme, what it is for, its line in site.yaml, and the frames, which are links. */
function renderThemes({ base, newest }: SiteView, files: readonly string[]): string {
  const pages = { home: '/', ...(newest !== null && { essay: newest }) };
  const sections = Object.entries(THEMES).map(([name, about]) => {
    const frames = Object.entries(pages).flatMap(([page, address]) =>
      ['desktop', 'phone'].map((device) => {
        const title = `The ${page} page in the theme ${name}, on a ${device}`;
        const id = `${name}-${page}-${device}`;
        const source = escapeHtml(base + address);
        return (
          `<a class="${device}" id="${id}" href="#${id}" aria-label="${title}">` +
          `<iframe src="${source}" name="${name}" title="${title}" loading="lazy" tabindex="-1" onload="dress(this)"></iframe></a>`
        );
      }),
    );
    return (
      `<section><h2>${name}</h2><p>${about}</p>` +
      `<p class="line"><code>theme: ${name}</code> <button>Copy</button></p>` +
      `<div class="frames">${frames.join('')}</div></section>`
    );
  });
  const sheets = files.filter((path) => path.endsWith('.css'));
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Themes</title>' +
    `<meta name="viewport" content="width=device-width"><style>${CSS}</style>` +
    `<script>const SHEETS = ${JSON.stringify(sheets)};\n${SCRIPT}</script></head><body>` +
    '<h1>Your site in every theme</h1><p>Copy the line of a theme into content/site.yaml.</p>' +
    `<main>${sections.join('')}</main></body></html>\n`
  );
}

/** `dress` finds the sheets of a theme that have the names of a page's own; a frame is hidden until then. */
const SCRIPT = `function dress(frame) {
  for (const link of frame.contentDocument.querySelectorAll('link[rel=stylesheet]')) {
    const [name] = link.href.split('/').at(-1).split('.');
    const sheet = '/__themes/' + frame.name + '/assets/' + name + '.';
    link.href = SHEETS.find((path) => path.startsWith(sheet)) ?? link.href;
  }
  frame.classList.add('dressed');
}
addEventListener('click', async ({ target }) => {
  if (target.localName !== 'button') return;
  await navigator.clipboard.writeText(target.previousElementSibling.textContent);
  target.textContent = 'Copied';
});`;

const CSS = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; accent-color: #06c }
body { max-width: 92rem; margin: 0 auto; padding: 2rem clamp(1rem, 3vw, 3rem) 4rem }
h1, h2 { margin: 0; line-height: 1.2; letter-spacing: -.02em }
p { margin: .35rem 0 }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem), 1fr)); gap: 3rem 2rem; margin-top: 2.5rem }
.line { display: flex; gap: .5rem; margin: .75rem 0 1rem }
code { padding: .3rem .7rem; border: 1px solid GrayText; border-radius: .4rem; user-select: all }
button { padding: .3rem .9rem; border: 0; border-radius: .4rem; background: CanvasText; color: Canvas; font: inherit; cursor: pointer }
.frames { display: grid; grid-template-columns: 29.7fr 9.75fr; gap: .9rem }
.frames a { aspect-ratio: 29.7 / 22; container-type: inline-size; overflow: hidden; border-radius: .4rem; box-shadow: 0 0 0 1px color-mix(in srgb, CanvasText 25%, Canvas) }
.frames .phone { aspect-ratio: 9.75 / 22 }
.frames a:is(:hover, :focus-visible) { outline: 2px solid; outline-offset: 2px }
.frames a:target { position: fixed; inset: 0; z-index: 1; aspect-ratio: auto; border-radius: 0; background: Canvas }
iframe:not(.dressed) { opacity: 0 }
iframe { width: 90rem; height: 66.7rem; border: 0; transform: scale(tan(atan2(100cqi, 90rem))); transform-origin: 0 0; pointer-events: none }
.phone iframe { width: 24.375rem; height: 55rem; transform: scale(tan(atan2(100cqi, 24.375rem))) }
a:target iframe { display: block; width: 100%; height: 100%; margin: 0 auto; transform: none; pointer-events: auto }
.phone:target iframe { width: 24.375rem }`;
