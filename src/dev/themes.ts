/**
 * The page on which `blog dev` shows the site in every theme of the program, so that the author can choose: the site's
 * own home page and its newest essay, on a desktop and on a phone.
 *
 * The frames show the pages of the last build, with the style sheet of another theme. So they show what the site's own
 * components make, but neither its own style sheets nor the CSS of its settings.
 */
import { extname } from 'node:path';
import { lookup } from 'mrmime';
import { ATOM_OUTPUT, HOME_OUTPUT } from '../site/urls.ts';
import { PRELOADED } from '../theme/fonts.ts';
import { type ClientAsset, findShippedAssets } from '../theme/templates.ts';
import { THEMES } from '../theme/themes.ts';
import { decodePath } from './guard.ts';
import type { SiteView } from './site-view.ts';

export const THEMES_URL = '/__themes';
/** What a frame shows, or a file of a theme. */
const PART = /^\/__themes\/(\w+)\/(home|essay|assets\/[\w.-]+)$/;
const STYLE_URL = /(?<=<link [^>]*href=")[^"]*\/assets\/(\w+)\.\w+\.css(?=")/g;
const FONT_PRELOAD = /<link rel="preload"[^>]* as="font"[^>]*>/g;

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
  const known = new Map<string, readonly ClientAsset[]>();
  const listAssets = (theme: string) => {
    const assets = known.get(theme) ?? findShippedAssets(packageRoot, theme);
    known.set(theme, assets);
    return assets;
  };
  return (path) => {
    if (path === THEMES_URL) {
      return { body: renderThemes(findEssay(view) !== null), type: 'text/html' };
    }
    const [, theme = '', part = ''] = PART.exec(path) ?? [];
    if (!Object.hasOwn(THEMES, theme)) return null;
    const assets = listAssets(theme);
    const asset = assets.find(({ outputPath }) => outputPath === part);
    if (asset !== undefined) return { body: asset.bytes, type: lookup(extname(part)) ?? '' };
    const page = part === 'essay' ? findEssay(view) : HOME_OUTPUT;
    const html = page === null || part.startsWith('assets/') ? null : view.readText(page);
    if (html === null || assets.length === 0) return null;
    return { body: dress(html, `${THEMES_URL}/${theme}/`, assets), type: 'text/html' };
  };
}

/** Gives a page the style sheets and the fonts of a theme, whose files are below `folder`. */
function dress(html: string, folder: string, assets: readonly ClientAsset[]): string {
  const fonts = assets
    .filter(({ name }) => PRELOADED.test(name))
    .map(({ outputPath }) => {
      return `<link rel="preload" href="${folder}${outputPath}" as="font" crossorigin="anonymous">`;
    });
  return html
    .replace(FONT_PRELOAD, '')
    .replace(STYLE_URL, (url, sheet) => {
      const asset = assets.find(({ name }) => name === sheet);
      return asset === undefined ? url : folder + asset.outputPath;
    })
    .replace('</head>', () => `${fonts.join('')}</head>`);
}

/** Finds the page of the first essay on the home page, which may be a draft, or else of the first in the feed. */
function findEssay(view: SiteView): string | null {
  const [, card] =
    /class="card">[\s\S]*?<a href="([^"]+)"/.exec(view.readText(HOME_OUTPUT) ?? '') ?? [];
  const feed = view.readText(ATOM_OUTPUT) ?? '';
  const [, entry] = /<entry>[\s\S]*?<link [^>]*href="([^"]+)"/.exec(feed) ?? [];
  const url = card ?? entry;
  const path =
    url !== undefined && URL.canParse(url, 'http://host')
      ? decodePath(new URL(url, 'http://host').pathname)
      : null;
  const located = path === null ? null : view.locate(path);
  return located?.kind === 'page' ? located.path : null;
}

/** Renders the page: for each theme, what it is for, its line in site.yaml, and the frames, which are links. */
function renderThemes(hasEssay: boolean): string {
  const pages = hasEssay ? ['home', 'essay'] : ['home'];
  const sections = Object.entries(THEMES).map(([name, about]) => {
    const frames = pages.flatMap((page) =>
      ['desktop', 'phone'].map((device) => {
        const title = `The ${page} page in the theme ${name}, on a ${device}`;
        const source = `${THEMES_URL}/${name}/${page}`;
        return (
          `<a class="${device}" href="${source}" aria-label="${title}">` +
          `<iframe src="${source}" title="${title}" loading="lazy" inert></iframe></a>`
        );
      }),
    );
    return (
      `<section><h2>${name}</h2><p>${about}</p>` +
      `<p class="line"><code>theme: ${name}</code> <button>Copy</button></p>` +
      `<div class="frames">${frames.join('')}</div></section>`
    );
  });
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Themes</title>' +
    `<meta name="viewport" content="width=device-width"><style>${CSS}</style></head><body>` +
    '<h1>Your site in every theme</h1><p>Copy the line of a theme into content/site.yaml.</p>' +
    `<main>${sections.join('')}</main><script>${SCRIPT}</script></body></html>\n`
  );
}

const SCRIPT = `addEventListener('click', async ({ target }) => {
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
iframe { width: 90rem; height: 66.7rem; border: 0; transform: scale(tan(atan2(100cqi, 90rem))); transform-origin: 0 0; pointer-events: none }
.phone iframe { width: 24.375rem; height: 55rem; transform: scale(tan(atan2(100cqi, 24.375rem))) }`;
