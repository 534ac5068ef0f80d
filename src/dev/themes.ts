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
import { type ClientAsset, findShippedAssets } from '../theme/templates.ts';
import { THEMES } from '../theme/themes.ts';
import { decodePath } from './guard.ts';
import type { SiteView } from './site-view.ts';

export const THEMES_URL = '/__themes';
/** What a frame shows, or a file of a theme. */
const PART = /^\/__themes\/(\w+)\/(home|essay|assets\/[\w.-]+)$/;
const STYLE_LINK = /(?<=<link [^>]*href=")[^"]*\/assets\/style\.\w+\.css(?=")/;

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
      return { body: renderThemes(findNewest(view) !== null), type: 'text/html' };
    }
    const [, theme = '', part = ''] = PART.exec(path) ?? [];
    if (!Object.hasOwn(THEMES, theme)) return null;
    const assets = listAssets(theme);
    const asset = assets.find(({ outputPath }) => outputPath === part);
    if (asset !== undefined) return { body: asset.bytes, type: lookup(extname(part)) ?? '' };
    const page = part === 'essay' ? findNewest(view) : HOME_OUTPUT;
    const html = page === null || part.startsWith('assets/') ? null : view.readText(page);
    const style = assets.find(({ name }) => name === 'style');
    if (html === null || style === undefined) return null;
    const url = `${THEMES_URL}/${theme}/${style.outputPath}`;
    return { body: html.replace(STYLE_LINK, url), type: 'text/html' };
  };
}

/** Finds the page of the newest essay, which is the first in the feed; null for none. */
function findNewest(view: SiteView): string | null {
  const feed = view.readText(ATOM_OUTPUT) ?? '';
  const [, url = ''] = /<entry>[\s\S]*?<link [^>]*href="([^"]+)"/.exec(feed) ?? [];
  const path = URL.canParse(url) ? decodePath(new URL(url).pathname) : null;
  const located = path === null ? null : view.locate(path);
  return located?.kind === 'page' ? located.path : null;
}

/** Renders the page: for each theme, what it is for, its line in site.yaml, and the frames. */
function renderThemes(hasEssay: boolean): string {
  const pages = hasEssay ? ['home', 'essay'] : ['home'];
  const sections = Object.entries(THEMES).map(([name, about]) => {
    const frames = pages.flatMap((page) =>
      ['desktop', 'phone'].map((device) => {
        const title = `The ${page} page in the theme ${name}, on a ${device}`;
        const source = `${THEMES_URL}/${name}/${page}`;
        return `<div class="${device}"><iframe src="${source}" title="${title}" loading="lazy" inert></iframe></div>`;
      }),
    );
    return `<section><h2>${name}</h2><p>${about}</p><pre>theme: ${name}</pre><div class="frames">${frames.join('')}</div></section>`;
  });
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Themes</title>' +
    `<meta name="viewport" content="width=device-width"><style>${CSS}</style></head><body>` +
    '<h1>Your site in every theme</h1><p>Copy the line of a theme into content/site.yaml.</p>' +
    `${sections.join('')}</body></html>\n`
  );
}

const CSS = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 94rem; margin: 0 auto; padding: 2rem clamp(1rem, 4vw, 3rem) }
h1, h2 { line-height: 1.2 }
h2 { margin: 3rem 0 0 }
p { margin: 0 }
pre { display: inline-block; margin: .75rem 0; padding: .4rem .8rem; border: 1px solid; border-radius: .3rem; user-select: all }
.frames { display: flex; flex-wrap: wrap; gap: 1rem }
.frames div { height: 24rem; overflow: hidden; border: 1px solid GrayText; border-radius: .3rem }
.desktop { width: 30rem }
.phone { width: 9.75rem }
iframe { width: 90rem; height: 72rem; border: 0; transform: scale(.3333); transform-origin: 0 0 }
.phone iframe { width: 24.375rem; height: 60rem; transform: scale(.4) }`;
