/**
 * Translations of other generators' marks to Markdown and HTML: a closed table of names, the arguments of a
 * mark, and the few values and addresses of templates that mean something here. Pure; `marks.ts` finds the marks.
 */
import { escape as escapeHtml } from 'he';
import type { Gaps } from './components.ts';
import type { EssaySource } from './front-matter.ts';
import { hasScheme } from './html.ts';
import { decodeEntities, dropControls, foldSpace } from './text.ts';
import { findValue } from './values.ts';

/** A body whose marks are translated. */
export interface Translated {
  readonly source: EssaySource;
  readonly isMarkdown: boolean;
  /** Without a slash at its end. */
  readonly siteUrl: string;
}

/** A mark that is called by its name, with what its translation needs. */
interface Call {
  readonly name: string;
  /** The arguments without names, and the others by their names in lower case. */
  readonly args: readonly string[];
  readonly props: Readonly<Record<string, string>>;
  /** All arguments as written. */
  readonly written: string;
  /** The text between the mark and its end mark. */
  readonly content: string;
  readonly gaps: Gaps;
  readonly body: Translated;
}

/** Translates a mark; returns null for arguments that make no sense. */
type Translate = (call: Call) => string | null;

const GIST = /^(?:https?:\/\/gist\.github\.com\/)?((?:[\w-]+\/)?[0-9a-f]{5,})(?:[./#].*)?$/i;
const TWEET = /^(?:(?:https?:\/\/)?[\w.]+\/(\w+)\/status(?:es)?\/)?(\d+)(?:[/?#].*)?$/;
const YOUTUBE = /^(?:.*(?:[?&]v=|\.be\/|\/(?:embed|shorts|live)\/))?([\w-]{5,20})(?:[?&#].*)?$/;

/**
 * The marks that are called by name: `{% name a b %}` and `{% include name.html a="b" %}` (Jekyll, Octopress,
 * Hexo, Eleventy), `{{< name a="b" >}}` and `{{% name %}}` (Hugo), `{{ name(a="b") }}` (Zola). Described at
 *
 * - Jekyll: jekyllrb.com/docs/liquid/tags, /docs/includes and, for URLs, /docs/liquid/filters
 * - Octopress: octopress.org/docs/plugins, for img, codeblock and gist
 * - Hexo: hexo.io/docs/tag-plugins
 * - Hugo: gohugo.io/shortcodes; for the escape with a comment, gohugo.io/content-management/shortcodes
 * - Zola: getzola.org/documentation/content/shortcodes and, for `@/`, /documentation/content/linking
 * - Eleventy: 11ty.dev/docs/filters/url, /docs/plugins/syntaxhighlight
 */
const MARKS: Readonly<Record<string, Translate>> = {
  'post_url post_path ref relref': ({ args, props }) => toAddress(props.path ?? args[0]),
  link: ({ written }) => toAddress(written, true),
  param: ({ args, body }) => readValue(`page.${args[0]}`, body),
  'raw verbatim': ({ content }) => content,
  comment: () => '',
  'highlight codeblock code': writeCode,
  'figure image': writeFigure,
  'img asset_img': writeImage,
  'youtube youtubeplayer': (call) => writeFilm('www.youtube-nocookie.com/embed/', YOUTUBE, call),
  'vimeo vimeoplayer': (call) => writeFilm('player.vimeo.com/video/', /(\d+)\D*$/, call),
  gist: (call) => writeLink('gist', 'gist.github.com/', GIST, call),
  'tweet twitter x': (call) => writeLink('tweet', 'x.com/', TWEET, call),
};
export const TRANSLATIONS: ReadonlyMap<string, Translate> = new Map(
  Object.entries(MARKS).flatMap(([names, translate]) =>
    names.split(' ').map((name) => [name, translate] as const),
  ),
);
/** The marks that end at an end mark: `{% endraw %}`, `{{< /highlight >}}`. */
export const PAIRED = /^(?:raw|verbatim|comment|highlight|codeblock|code)$/;

/** Braces in braces in braces. */
const INNER = String.raw`\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}`;
export const BRACES = String.raw`\{[^{}]*(?:${INNER}[^{}]*)*\}`;
/** An expression that is a comment, and one that is a text. */
export const COMMENT = /^\{\s*\/\*[\s\S]*\*\/\s*\}$/;
const TEXT = /^(["'`])(?:(?!\1|\$\{|\\)[\s\S])*\1$/;

/** A quotation mark that nothing closes has the rest, so that time is linear. */
const ARGUMENT = new RegExp(
  String.raw`(?:([\w:.-]+?)(?:\s*=\s*|:\s*(?=["'])|:[ \t]+))?` +
    String.raw`(?:("(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|\x60[^\x60]*\x60?)|(${BRACES})|([^\s"',\x60][^\s,]*))`,
  'gs',
);

/** Reads arguments; those that only running code would tell are `expressions`, and left out. */
export function readArguments(written: string, isElement = false) {
  const args: string[] = [];
  const props: [string, string | number | boolean][] = [];
  const expressions: string[] = [];
  for (const [argument, key, quoted, braces = '', word = ''] of written.matchAll(ARGUMENT)) {
    if (COMMENT.test(braces)) continue;
    const inner = braces.slice(1, -1).trim();
    const text = quoted ?? (TEXT.test(inner) ? inner : null);
    const value = text === null ? readWord(word || inner) : unquote(text, isElement);
    if (braces !== '' && text === null && typeof value === 'string') expressions.push(argument);
    else if (key !== undefined) props.push([key, value]);
    else if (isElement) props.push([word, true]);
    else args.push(`${value}`);
  }
  return { args, props: Object.fromEntries(props), expressions };
}

function unquote(quoted: string, isElement: boolean): string {
  const inside = quoted.slice(1).replace(/["'`]$/, '');
  return dropControls(isElement ? decodeEntities(inside) : inside.replace(/\\(["'\\])/g, '$1'));
}

/** A number stays text if its digits would change, as those of long ones and of `007` do. */
function readWord(word: string): string | number | boolean {
  if (/^(?:true|false)$/.test(word)) return word === 'true';
  return /^-?\d/.test(word) && String(Number(word)) === word ? Number(word) : dropControls(word);
}

/** Replaces the values among arguments. */
export function fillValues(given: string, body: Translated): string {
  return given.replace(/\{\{([^{}\n]*)\}\}|(?<==\s*)(page\.\w+)/g, (all, one, other, at) => {
    return readValue(one ?? other, body, given.slice(at + all.length, at + all.length + 2)) ?? all;
  });
}

/**
 * The value of `page.key`, `site.url`, `site.baseurl`, or a text with a filter for URLs; null for anything else.
 * `next` is what follows it.
 */
export function readValue(
  expression: string,
  { source, siteUrl }: Translated,
  next = '',
): string | null {
  const value = expression.replace(/^-|-$/g, '').trim();
  const [, key] = /^(?:page\.)?([\w-]+)$/.exec(value) ?? [];
  const node = key === undefined ? undefined : findValue(source, [key])?.node;
  if (node !== undefined) return node.kind === 'text' ? node.value.replaceAll('<', '&lt;') : null;
  const site = /^site\.(base)?url$/i.exec(value);
  if (site !== null) {
    // A mark that follows is the whole address.
    if (/^\{[{%]/.test(next)) return '';
    return site[1] === undefined ? siteUrl : next.startsWith('/') ? '' : '/';
  }
  const [, double, single, filters = ''] = /^(?:"([^"]*)"|'([^']*)')(.*)$/s.exec(value) ?? [];
  const text = double ?? single ?? null;
  if (text === null || filters === '') return text;
  if (!URL_FILTERS.test(filters)) return null;
  return filters.includes('_url') && !/^[/#]/.test(text) && !hasScheme(text) ? `/${text}` : text;
}

const URL_FILTERS = /^(?:\s*\|\s*(?:(?:relative_|absolute_)?url|prepend:\s*site\.(?:base)?url))+$/i;

/**
 * The address of a file, as a link in Markdown may have it: `links.ts` finds the essay by the file's name.
 * Null for no name.
 */
export function toAddress(written = '', mayBeFile = false): string | null {
  const [, path = '', rest = ''] = /^["']?([^?#"']*)(.*?)["']?$/s.exec(written) ?? [];
  if (path === '') return rest === '' ? null : encodeUrl(rest);
  const bare = path.replace(/(?:\/_?index)?(?:\.(?:md|markdown|mdx|html?|txt))?\/?$/i, '');
  const isFile = mayBeFile && /\.[a-z][a-z0-9]{1,4}$/i.test(bare);
  return encodeUrl(isFile ? `/${path.replace(/^\//, '')}${rest}` : `${bare}.md${rest}`);
}

/** Encodes the characters that would end a URL in Markdown or in HTML. */
export function encodeUrl(url: string): string {
  return url.replace(/[ \t\n()<>"'`\\{}|^[\]]/g, (character) => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

const RAW_TAG = /^[ \t]*\{%-?\s*(?:end)?raw\s*-?%\}[ \t]*\n|\{%-?\s*(?:end)?raw\s*-?%\}/gm;
const ESCAPE = /(\{\{[<%]?|\{%)\/\*((?:[^*{]|\*(?!\/)|\{(?!\{))*)\*\/([>%]?\}\}|%\})/g;

/** Removes `{% raw %}` and the escape of Hugo and Zola, which they obey in code as well. */
export function removeEscapes(code: string): string {
  const isPair = /\{%-?\s*raw\b/.test(code) && /\{%-?\s*endraw\b/.test(code);
  const bare = isPair ? code.replace(RAW_TAG, '') : code;
  return bare.includes('/*') ? bare.replace(ESCAPE, '$1$2$3') : bare;
}

export function writeAttributes(attributes: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value)
    .map(([name, value]) => ` ${name}="${escapeHtml(decodeEntities(value ?? ''))}"`)
    .join('');
}

/** Puts blank lines around a block on a line of its own, so that the text beside it is Markdown. */
function writeBlock(html: string, { gaps: { above, below } }: Call): string {
  return above + html + below;
}

/** `body.ts` counts nothing in an element with `data-embed` as the essay's text. */
function writeEmbed(kind: string, html: string, call: Call): string {
  const attributes = writeAttributes({ 'data-embed': kind, class: call.props.class });
  return writeBlock(`<figure${attributes}>${html}</figure>`, call);
}

function writeCode(call: Call): string {
  const { name, written, args, props, gaps, body } = call;
  const [, lang = props.lang] = /\blang:\s*([^\s"']+)/.exec(written) ?? [];
  const stated = lang ?? (name === 'highlight' ? args[0] : '');
  const [language = ''] = /^[\w+#.-]+/.exec(stated ?? '') ?? [];
  const code = removeEscapes(call.content)
    .replace(/^[ \t]*\n/, '')
    .trimEnd();
  if (!body.isMarkdown) {
    const className = writeAttributes({ class: language && `language-${language}` });
    return `<pre><code${className}>${escapeHtml(code)}</code></pre>`;
  }
  const runs = code.match(/`+/g) ?? [];
  const fence = '`'.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 3));
  const block = `${fence}${language}\n${code}${gaps.gap || '\n'}${fence}`;
  return gaps.gap === '' ? `\n${block}\n` : writeBlock(block, call);
}

function writeFigure(call: Call): string | null {
  const { args, props, gaps, body } = call;
  const src = props.src ?? props.image_path ?? props.file ?? props.path ?? props.url ?? args[0];
  if (src === undefined) return null;
  const { title, link, attr, attrlink, width, height } = props;
  const image = `<img${writeAttributes({ src, alt: props.alt ?? args[1], width, height })}>`;
  const picture = link ? `<a${writeAttributes({ href: link })}>${image}</a>` : image;
  const credit = attr && attrlink ? `<a${writeAttributes({ href: attrlink })}>${attr}</a>` : attr;
  const words = [title && `<strong>${title}</strong>`, props.caption ?? args[2], credit];
  const caption = foldSpace(words.filter(Boolean).join(' '));
  // Between blank lines, the caption is Markdown.
  const blank = body.isMarkdown ? gaps.gap + gaps.gap : '';
  const html = caption && `<figcaption>${blank}${caption}${blank}</figcaption>`;
  return writeEmbed('figure', picture + html, call);
}

/** `{% img [class names] path [width [height]] [title [alt]] %}`; title and alt may stand in one argument. */
function writeImage(call: Call): string | null {
  const { args, props, gaps } = call;
  const at = args.findIndex((each) => /[/.]/.test(each));
  const src = props.src ?? args[at];
  if (src === undefined) return null;
  const [, ...rest] = args.slice(at);
  const sizes = rest.filter((each, i) => i < 2 && /^\d+(?:px|%)?$/.test(each));
  const [first, ...others] = rest.slice(sizes.length);
  const isQuoted = first?.startsWith('"') || others.length < 2;
  const words = isQuoted ? [first, ...others] : [[first, ...others].join(' ')];
  const [title = props.title, alt = props.alt ?? title] = first?.startsWith('"')
    ? readArguments(first).args
    : words;
  const [width = props.width, height = props.height] = sizes.map((size) => size.replace('px', ''));
  const className = props.class ?? args.slice(0, Math.max(0, at)).join(' ');
  const image = `<img${writeAttributes({ src, alt, title, width, height, class: className })}>`;
  return gaps.gap === '' ? image : writeBlock(`<p>${image}</p>`, call);
}

/** A frame that loads when it is scrolled to. */
function writeFilm(address: string, pattern: RegExp, call: Call): string | null {
  const [, id] = pattern.exec(call.props.id ?? call.args[0] ?? '') ?? [];
  if (id === undefined) return null;
  const attributes = writeAttributes({ src: `https://${address}${id}`, title: call.props.title });
  const frame = `<iframe${attributes} width="560" height="315" loading="lazy" allowfullscreen></iframe>`;
  return writeEmbed(call.name.replace('player', ''), frame, call);
}

/** A link in place of a player, which would make requests before anybody wants to see the film. */
export function writePoster(href: string): string {
  const name = href.includes('vimeo.') ? 'Vimeo' : 'YouTube';
  const link = `<a${writeAttributes({ href, style: POSTER })}>\u25b6\ufe0e ${name}</a>`;
  return `<figure data-embed="${name.toLowerCase()}">${link}</figure>`;
}

const POSTER =
  'display:grid;place-content:center;aspect-ratio:16/9;background:var(--rule);color:var(--ink)';

/** A link in place of a script, which would make requests and run in the page. */
function writeLink(kind: string, host: string, pattern: RegExp, call: Call): string | null {
  const { args, props } = call;
  const stated = props.url ?? props.id ?? args.slice(0, 2).join('/');
  const [found, path = props.user ?? 'i', id] = pattern.exec(stated) ?? [];
  if (found === undefined) return null;
  const url = host + path + (id === undefined ? '' : `/status/${id}`);
  const attributes = writeAttributes({ href: `https://${url}` });
  return writeEmbed(kind, `<a${attributes}>${escapeHtml(url)}</a>`, call);
}
