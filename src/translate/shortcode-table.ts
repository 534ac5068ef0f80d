/**
 * The table of shortcodes that programs and their themes share, whatever syntax they are called with: what each becomes
 * in our language. A row names shortcodes in lower case with `_` for `-`. Pure.
 */
import { splitNames } from '../text/text.ts';
import { readGistId, readPostOnX, readVimeoId, readYoutubeId, toAddress } from './addresses.ts';
import { CALLOUT_ROWS } from './callout-table.ts';
import { CODE_ROWS } from './code-table.ts';
import { PICTURE_ROWS } from './picture-table.ts';
import { type Call, inline, invalid, type Output, omit, pick, type Row } from './shortcode.ts';
import { readFilmOptions, writeDirective, writeFilm, writeLink } from './writing.ts';

function writeAddress(url: string | null): Output {
  return url === null ? invalid('State which page it is.') : { kind: 'address', url };
}

function writePostLink({ args: [name = '', ...words] }: Call): Output {
  const label = words.filter((word) => !/^(?:true|false)$/.test(word)).join(' ');
  const url = toAddress(name);
  return url === null ? invalid('State which page it is.') : inline(writeLink(label || name, url));
}

/** Makes a row for films, which a component shows by their id. */
function makeFilmRow(
  name: string,
  player: string,
  read: (written?: string) => string | undefined,
  hint: string,
): Row {
  return {
    write: (call) => {
      const stated = pick(call, 'id url link src v') ?? call.args[0] ?? '';
      const id = read(stated);
      if (id === undefined) return invalid(hint);
      if (call.isHtml) return inline(`<iframe src="https://${player}${id}"></iframe>`);
      const rest = omit(call, 'id url link src v provider');
      const attributes = new Map([['id', id], ...readFilmOptions(stated), ...rest]);
      return { kind: 'block', text: writeDirective(name, attributes) };
    },
  };
}

/** A post on X: `{{< x user="ann" id="754" >}}`, `{% tweet https://… %}`. */
function writePost(call: Call): Output {
  const { args } = call;
  const isPair = args.length > 1 && /^\d+$/.test(args[1] ?? '');
  const user = pick(call, 'user') ?? (isPair ? args[0] : undefined);
  const url = readPostOnX(pick(call, 'id url') ?? args[isPair ? 1 : 0], user);
  if (url === undefined) return invalid("An id is a number, which ends the post's address.");
  const attributes = new Map([['url', url], ...omit(call, 'id url user')]);
  return { kind: 'block', text: writeDirective('post', attributes) };
}

/** `[embed]https://…[/embed]`. */
function writeEmbedded({ content, isHtml }: Call): Output {
  const url = (content ?? '').trim();
  const film = isHtml ? null : writeFilm(url);
  return film === null ? inline(url) : { kind: 'block', text: film, takesContent: true };
}

function writeGist(call: Call): Output {
  const [first = '', second = '', third] = call.args;
  const isPair = first !== '' && /^[0-9a-f]{5,}$/i.test(second);
  const id = readGistId(pick(call, 'id url src') ?? (isPair ? `${first}/${second}` : first));
  if (id === undefined) {
    return invalid("An id is the end of the gist's address: `ann/0123456789abcdef`.");
  }
  const file = pick(call, 'file filename') ?? (isPair ? third : second);
  const attributes = new Map([['id', id], ...(file ? [['file', file] as const] : [])]);
  return { kind: 'block', text: writeDirective('gist', attributes) };
}

const MEDIA = 'src url file path mp4 webm mp3 ogg m4a m4v';

/** Writes a recording or film, which is a file or, in Quarto, the address of a film. */
function writeMedia(name: string, call: Call): Output {
  const src = pick(call, MEDIA) ?? call.args[0];
  if (src === undefined) return invalid('State the file, `src="name.mp4"`.');
  const film = /youtu\.?be|vimeo\.com/.test(src) ? writeFilm(src) : null;
  if (film !== null) return { kind: 'block', text: film };
  const attributes = new Map([['src', src], ...omit(call, `${MEDIA} caption`)]);
  return { kind: 'block', text: writeDirective(name, attributes, pick(call, 'caption')) };
}

/** `{% blockquote Author, Source https://… Title %}`, `{% quote(author="Author") %}`. */
function writeQuote(call: Call): Output {
  const positional = call.props.size === 0 ? call.written : '';
  const [, author, source, url, title] =
    /^(.*?)(?:,\s*(.*?))?(?:(?:^|\s+)(https?:\S+)(?:\s+(.*))?)?$/s.exec(positional) ?? [];
  const name = pick(call, 'author cite by') ?? author;
  const work = pick(call, 'source title') ?? title ?? source;
  const address = pick(call, 'link url href') ?? url;
  const credit = [name, work].filter(Boolean).join(', ');
  if (!address) return { kind: 'quote', credit };
  return { kind: 'quote', credit: writeLink(credit || address, address) };
}

function writeButton(call: Call): Output {
  const url = pick(call, 'href link url relref') ?? call.args[0];
  const label = call.content?.trim() || pick(call, 'text label title') || call.args[1];
  if (!url || !label) return invalid('State its text and its address.');
  return inline(writeLink(label, url));
}

function writeParam({ args: [key = ''], readKey }: Call): Output {
  const value = readKey(key);
  return value === undefined ? invalid('Write its value here.') : inline(value);
}

/** By name. */
export const SHORTCODES: ReadonlyMap<string, Row> = new Map([
  ...splitNames<Row>({
    'post_url post_path ref relref': {
      write: (call) => writeAddress(toAddress(pick(call, 'path') ?? call.args[0])),
    },
    link: {
      write: (call) =>
        call.content === null && call.props.size === 0
          ? writeAddress(toAddress(call.written, true))
          : writeButton(call),
    },
    asset_path: { write: ({ args }) => writeAddress(args[0] ?? null) },
    post_link: { write: writePostLink },
    'button btn': { write: writeButton },
    asset_link: {
      write: ({ args: [file = '', ...words] }) => inline(writeLink(words.join(' ') || file, file)),
    },
    param: { write: writeParam },
    'raw verbatim': { isLiteral: true, write: () => ({ kind: 'unwrap', isShown: true }) },
    'rawhtml raw_html html': { isLiteral: true, write: () => ({ kind: 'unwrap' }) },
    'toc tableofcontents table_of_contents': { write: () => ({ kind: 'block', text: '[TOC]' }) },
    more: { write: () => ({ kind: 'block', text: '<!-- more -->' }) },
    'youtube youtubeplayer lite_youtube youtube_lite youtubeembed': makeFilmRow(
      'youtube',
      'www.youtube-nocookie.com/embed/',
      readYoutubeId,
      'An id has 11 letters, digits, `-` or `_`; in the address of a film, it follows `v=`.',
    ),
    'vimeo vimeoplayer': makeFilmRow(
      'vimeo',
      'player.vimeo.com/video/',
      readVimeoId,
      "An id is a number, which ends the film's address.",
    ),
    gist: { write: writeGist },
    'tweet twitter x': { write: writePost },
    embed: { isLiteral: true, write: writeEmbedded },
    instagram: {
      write: ({ args, props }) => {
        const id = /([\w-]+)\/?$/.exec(props.get('id') ?? args[0] ?? '')?.[1];
        if (id === undefined) return invalid("State the end of the post's address.");
        const url = `https://www.instagram.com/p/${id}/`;
        return inline(writeLink(url, url));
      },
    },
    'audio mp3': { write: (call) => writeMedia('audio', call) },
    'video mp4': { write: (call) => writeMedia('video', call) },
    'quote blockquote pullquote centerquote cq epigraph': { write: writeQuote },
  }),
  ...PICTURE_ROWS,
  ...CODE_ROWS,
  ...CALLOUT_ROWS,
]);
