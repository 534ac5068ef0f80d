/**
 * The table of shortcodes that generators share, whatever the syntax they are called with: figures, videos, gists,
 * code, links to posts. Each row names them and says how to write one as Markdown or HTML. Pure.
 */
import { escape as escapeHtml } from 'he';
import { readShortcodeArguments, type ShortcodeArguments } from '../markdown/arguments.ts';
import { escapeAttributes } from '../markdown/attributes.ts';
import { CONTENTS_PLACE } from '../markdown/contents.ts';
import { INFO_ATTRIBUTE } from '../markdown/delimiters.ts';
import { foldSpace, splitNames } from '../text/text.ts';
import { toAddress } from './addresses.ts';
import { removeEscapes } from './code.ts';
import type { DialectScan } from './dialect.ts';
import { readValue } from './liquid-values.ts';

/** A shortcode in a body, and what its translation needs. */
export interface Call extends ShortcodeArguments {
  readonly start: number;
  /** In lower case, with `_` for `-`. */
  readonly name: string;
  /** All arguments as written. */
  readonly written: string;
  /** The text between the shortcode and its end. */
  readonly content: string;
  /** The white space and `>` before the shortcode if it is on a line of its own; else null. */
  readonly indent: string | null;
  readonly scan: DialectScan;
}

/** A row of the table. */
interface ShortcodeRow {
  /** Writes a shortcode as Markdown or HTML; returns null for invalid arguments. */
  write(call: Call): string | null;
  /** True if it must be on a line of its own. */
  readonly isAlone?: boolean;
  /** True if it encloses content. */
  readonly isPaired?: boolean;
  /** True for an address, which becomes a link in running text. */
  readonly isAddress?: boolean;
  /** False for a call that means something else, which is reported as unknown. */
  isCall?(call: Call): boolean;
  /** For problems: what its value must be, and how to write it. */
  readonly value?: ExpectedValue;
}

/** What the value of a shortcode must be. */
export interface ExpectedValue {
  readonly name: string;
  readonly hint: string;
}

const GIST = /^(?:https?:\/\/gist\.github\.com\/)?((?:[\w-]+\/)?[0-9a-f]{5,})(?:[./#].*)?$/i;
const TWEET = /^(?:(?:https?:\/\/)?[\w.]+\/(\w+)\/status(?:es)?\/)?(\d+)(?:[/?#].*)?$/;
const YOUTUBE = /^(?:.*(?:[?&]v=|\.be\/|\/(?:embed|shorts|live)\/))?([\w-]{11})(?:[?&#].*)?$/;
const VIMEO = /(\d+)\D*$/;

/** By name. The syntaxes are described in `liquid.ts`, `hugo.ts` and `zola.ts`. */
export const SHORTCODES: ReadonlyMap<string, ShortcodeRow> = splitNames<ShortcodeRow>({
  'post_url post_path ref relref': {
    write: ({ args, props }) => toAddress(props.path ?? args[0]),
    isAddress: true,
  },
  link: {
    write: ({ written }) => toAddress(written, true),
    isAddress: true,
  },
  post_link: { write: writePostLink },
  param: {
    write: ({ args, scan }) => readValue(`page.${args[0]}`, scan),
    value: {
      name: 'a key of the front matter',
      hint: 'Add the key to the front matter, or write its value here.',
    },
  },
  'raw verbatim': { write: ({ content }) => content, isPaired: true },
  'highlight codeblock code': { write: writeCode, isPaired: true },
  'toc tableofcontents table_of_contents': {
    write: (call) => writeBlock(CONTENTS_PLACE, call),
    isAlone: true,
  },
  'figure image': { write: writeFigure },
  'img asset_img': { write: writeImage },
  gallery: {
    write: writeGallery,
    isCall: (call) => findFolder(call) !== undefined,
    value: {
      name: 'a folder with pictures',
      hint: 'Write the path relative to this file, or begin it with a slash for a folder in `public/`.',
    },
  },
  'youtube youtubeplayer': {
    write: (call) => writeVideo('www.youtube-nocookie.com/embed/', YOUTUBE, call),
    value: {
      name: 'the id of a video on YouTube',
      hint: 'An id has 11 letters, digits, `-` or `_`; in the address of a video, it follows `v=`.',
    },
  },
  'vimeo vimeoplayer': {
    write: (call) => writeVideo('player.vimeo.com/video/', VIMEO, call),
    value: {
      name: 'the id of a video on Vimeo',
      hint: 'An id is a number, which ends the address of the video.',
    },
  },
  gist: {
    write: (call) => writeLink('gist', 'gist.github.com/', GIST, call),
    value: {
      name: 'the id of a gist',
      hint: 'Write the end of its address: `ann/0123456789abcdef`.',
    },
  },
  'tweet twitter x': {
    write: (call) => writeLink('tweet', 'x.com/', TWEET, call),
    value: {
      name: 'the id of a post on X',
      hint: 'An id is a number, which ends the address.',
    },
  },
});

function writePostLink({ args: [name = '', ...words] }: Call): string | null {
  const label = words.filter((word) => !/^(?:true|false)$/.test(word)).join(' ');
  const href = toAddress(name);
  return href && `<a href="${href}">${escapeHtml(label || name)}</a>`;
}

/** Puts line ends around a block on a line of its own, so that the adjacent text is read as Markdown. */
function writeBlock(html: string, { indent, scan: { format } }: Call): string {
  return format === 'markdown' && indent !== null ? `\n${indent}${html}\n${indent}` : html;
}

/** Writes a figure with `data-embed`, whose content `body.ts` does not count as the essay's text. */
function writeEmbed(kind: string, html: string, call: Call): string {
  const attributes = escapeAttributes({ 'data-embed': kind, class: call.props.class });
  return writeBlock(`<figure${attributes}>${html}</figure>`, call);
}

/** A fence with a language, which is all of a text. */
const WHOLE_FENCE = /^[ \t>]*((`{3,}|~{3,})[^\s`][^\n`]*)\n((?:.*\n)*[ \t>]*\2)[ \t]*$/;

/** Writes the content of a shortcode as a block of code. */
export function writeCode(call: Call): string {
  const { name, written, args, props, indent } = call;
  const [, lang = props.lang] = /\blang:\s*([^\s"']+)/.exec(written) ?? [];
  const stated = lang ?? (name === 'highlight' ? args[0] : '');
  const [language = ''] = /^[\w+#.-]+/.exec(stated ?? '') ?? [];
  const info = readCodeOptions(call);
  const code = removeEscapes(call.content)
    .replace(/^[ \t]*\n/, '')
    .trimEnd();
  const isInline = props.hl_inline === 'true' || /\bhl_inline=true\b/.test(args.join(' '));
  if (isInline) return `<code>${escapeHtml(code.trim())}</code>`;
  if (call.scan.format !== 'markdown') {
    const className = escapeAttributes({ class: language && `language-${language}` });
    const stated = escapeAttributes({ [INFO_ATTRIBUTE]: info });
    return `<pre${stated}><code${className}>${escapeHtml(code)}</code></pre>`;
  }
  const [, start = '', , rest = ''] = (name === 'codeblock' && WHOLE_FENCE.exec(code)) || [];
  if (start !== '') return writeBlock(`${start} ${info}\n${rest}`, call);
  const runs = code.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 3));
  // Without a language, the first word of the info string would be one.
  const words = info === '' ? language : `${language || 'text'} ${info}`;
  const block = `${fence}${words}\n${code}\n${indent ?? ''}${fence}`;
  return indent === null ? `\n${block}\n` : writeBlock(block, call);
}

/**
 * The options of Hugo's and Jekyll's `highlight`, as in an info string: `"linenos=table,hl_lines=2 4-5"`,
 * `linenos mark_lines="1 2"`. Those of Hexo's `codeblock` begin with a title.
 */
function readCodeOptions({ name, written, args, props }: Call): string {
  if (name === 'highlight') {
    const stated = Object.entries(props).map(([key, value]) => `${key}="${value}"`);
    return foldSpace([...args.slice(1), ...stated].join(' ')).replaceAll('`', '');
  }
  if (name !== 'codeblock') return '';
  const line = foldSpace(written).replaceAll('`', '');
  // Zola has no built-in `codeblock`: authors define it, usually with a `name`.
  const [stated = ''] = /^(?:(?!\b\w+:\S|https?:).)*/.exec(line) ?? [];
  const title = props.name ?? props.title ?? stated;
  const lines = /\bmark:([\d,-]+)/.exec(line)?.[1];
  const first = /\bfirst_line:(\d+)/.exec(line)?.[1];
  return [
    title.trim() && `title="${title.trim().replaceAll('"', '')}"`,
    lines && `{${lines}}`,
    first && `linenostart=${first}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function writeFigure(call: Call): string | null {
  const { args, props, indent } = call;
  const src = props.src ?? props.image_path ?? props.file ?? props.path ?? props.url ?? args[0];
  if (src === undefined) return null;
  const { title, link, attr, attrlink, width, height } = props;
  const image = `<img${escapeAttributes({ src, alt: props.alt ?? args[1], width, height })}>`;
  const picture = link ? `<a${escapeAttributes({ href: link })}>${image}</a>` : image;
  const credit = attr && attrlink ? `<a${escapeAttributes({ href: attrlink })}>${attr}</a>` : attr;
  const words = [title && `<strong>${title}</strong>`, props.caption ?? args[2], credit];
  const caption = foldSpace(words.filter(Boolean).join(' '));
  // The blank lines make the caption Markdown.
  const gap = call.scan.format === 'markdown' && indent !== null ? `\n${indent}\n${indent}` : '';
  const html = caption && `<figcaption>${gap}${caption}${gap}</figcaption>`;
  return writeEmbed('figure', picture + html, call);
}

/** `{% img [class names] path [width [height]] [title [alt]] %}`; title and alt may be one argument. */
function writeImage(call: Call): string | null {
  const { args, props, indent } = call;
  const at = args.findIndex((each) => /[/.]/.test(each));
  const src = props.src ?? args[at];
  if (src === undefined) return null;
  const [, ...rest] = args.slice(at);
  const sizes = rest.filter((each, i) => i < 2 && /^\d+(?:px|%)?$/.test(each));
  const [title = props.title, alt = props.alt ?? title] = splitTitle(rest.slice(sizes.length));
  const [width = props.width, height = props.height] = sizes.map((size) => size.replace('px', ''));
  const className = props.class ?? args.slice(0, Math.max(0, at)).join(' ');
  const image = `<img${escapeAttributes({ src, alt, title, width, height, class: className })}>`;
  return indent === null ? image : writeBlock(`<p>${image}</p>`, call);
}

/** The folder of a gallery; without one, a gallery encloses its pictures. */
export const findFolder = ({ args, props }: Pick<Call, 'args' | 'props'>): string | undefined =>
  props.dir ?? props.match ?? props.folder ?? props.path ?? args[0];

/** Writes the pictures of a folder; a style sheet makes rows of them. */
function writeGallery(call: Call): string | null {
  const { indent, scan } = call;
  const folder = findFolder(call) ?? '';
  const pictures = scan.listGallery(folder);
  if (pictures === null) return '';
  if (pictures.length === 0) return null;
  const gap = scan.format === 'markdown' && indent !== null ? `\n${indent}\n${indent}` : '';
  const figures = pictures.map(({ src, caption }) => {
    const alt = caption.replace(/\[([^\]]*)\]\([^)]*\)|[*_\x60]/g, '$1');
    const image = `<img${escapeAttributes({ src })} alt="${escapeHtml(alt)}">`;
    const words = caption && `<figcaption>${gap}${caption}${gap}</figcaption>`;
    return `<figure class="tile">${image}${words}</figure>`;
  });
  if (pictures.some(({ caption }) => caption === '')) reportCaptions(folder, call);
  return writeBlock(`<div class="folder-gallery">${figures.join('')}</div>`, call);
}

function reportCaptions(folder: string, { start, scan }: Call): void {
  const message = `Pictures of the gallery \`${folder}\` have no caption, so screen readers can't describe them`;
  const hint =
    'Write a line `name.jpg: what it shows` for each into `captions.yaml`, in their folder.';
  scan.foreign.push({ code: 'alt-missing', message, hint, at: start, subject: folder });
}

/** Splits words into a title and an alternative text: `'"title" "alt"'`, `title alt`, or one title of many words. */
function splitTitle(words: readonly string[]): readonly (string | undefined)[] {
  const [first] = words;
  if (first?.startsWith('"')) return readShortcodeArguments(first).args;
  return words.length < 3 ? words : [words.join(' ')];
}

/** Writes a frame that loads when scrolled into view. */
function writeVideo(address: string, pattern: RegExp, call: Call): string | null {
  const [, id] = pattern.exec(call.props.id ?? call.args[0] ?? '') ?? [];
  if (id === undefined) return null;
  const attributes = escapeAttributes({ src: `https://${address}${id}`, title: call.props.title });
  const frame = `<iframe${attributes} width="560" height="315" loading="lazy" allowfullscreen></iframe>`;
  return writeEmbed(call.name.replace('player', ''), frame, call);
}

/** Writes a link instead of a script, which would make requests and run in the page. */
function writeLink(kind: string, host: string, pattern: RegExp, call: Call): string | null {
  const { args, props } = call;
  const stated = props.url ?? props.id ?? args.slice(0, 2).join('/');
  const [found, path = props.user ?? 'i', id] = pattern.exec(stated) ?? [];
  if (found === undefined) return null;
  const url = host + path + (id === undefined ? '' : `/status/${id}`);
  const attributes = escapeAttributes({ href: `https://${url}` });
  return writeEmbed(kind, `<a${attributes}>${escapeHtml(url)}</a>`, call);
}
