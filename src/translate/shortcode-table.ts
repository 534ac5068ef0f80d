/**
 * The table of shortcodes that programs and their themes share, whatever syntax they are called with: what each becomes
 * in our language. A row names shortcodes in lower case with `_` for `-`. Pure.
 */
import { toAddress } from '../markdown/addresses.ts';
import { readGistId, readPostOnX, readVimeoId, readYoutubeId } from '../markdown/embed-ids.ts';
import { splitNames } from '../text/text.ts';
import { CALLOUT_ROWS } from './callout-table.ts';
import { CODE_ROWS } from './code-table.ts';
import { PICTURE_ROWS } from './picture-table.ts';
import { type Call, inline, invalid, type Output, omit, pick, type Row } from './shortcode.ts';
import { readFilmOptions, writeDirective, writeFilm, writeLink } from './writing.ts';

function writeAddress(url: string | null): Output {
  return url === null ? invalid('Name the page that it leads to.') : { kind: 'address', url };
}

function writePostLink({ args: [name = '', ...words] }: Call): Output {
  const label = words.filter((word) => !/^(?:true|false)$/.test(word)).join(' ');
  const url = toAddress(name);
  return url === null
    ? invalid('Name the page that it leads to.')
    : inline(writeLink(label || name, url));
}

/** Makes a row for videos, which a component shows by their id. */
function makeFilmRow(
  name: string,
  read: (written?: string) => string | undefined,
  hint: string,
): Row {
  return {
    write: (call) => {
      const stated = pick(call, 'id url src') ?? call.args[0] ?? '';
      const id = read(stated);
      if (id === undefined) return invalid(hint);
      const rest = omit(call, 'id url src provider');
      const attributes = new Map([['id', id], ...readFilmOptions(stated), ...rest]);
      return { kind: 'block', text: writeDirective(name, attributes) };
    },
  };
}

/** A post on X: `{{< x user="ann" id="754" >}}`, `{% tweet https://… %}`. */
function writePost(call: Call): Output {
  const url = readPostOnX(pick(call, 'id url') ?? call.args[0], pick(call, 'user'));
  if (url === undefined) return invalid("The id is the number at the end of the post's address.");
  return { kind: 'block', text: writeDirective('post', new Map([['url', url]])) };
}

/** `[embed]https://…[/embed]`. */
function writeEmbedded({ content }: Call): Output {
  const url = (content ?? '').trim();
  const film = writeFilm(url);
  return film === null ? inline(url) : { kind: 'block', text: film, takesContent: true };
}

function writeGist(call: Call): Output {
  const [first = '', second = ''] = call.args;
  const isPair = first !== '' && /^[0-9a-f]{5,}$/i.test(second);
  const id = readGistId(pick(call, 'id url') ?? (isPair ? `${first}/${second}` : first));
  if (id === undefined) {
    return invalid("The id is the end of the gist's address: `ann/0123456789abcdef`.");
  }
  return { kind: 'block', text: writeDirective('gist', new Map([['id', id]])) };
}

const MEDIA = 'src url file path mp4 mp3';

/** Makes a row for recordings and videos, which are files or, in Quarto, the addresses of videos. */
const makeMediaRow = (name: string): Row => ({
  write: (call) => {
    const src = pick(call, MEDIA) ?? call.args[0];
    if (src === undefined) return invalid('Name the file: `src="name.mp4"`.');
    const film = /youtu\.?be|vimeo\.com/.test(src) ? writeFilm(src) : null;
    if (film !== null) return { kind: 'block', text: film };
    const attributes = new Map([['src', src], ...omit(call, `${MEDIA} caption`)]);
    return { kind: 'block', text: writeDirective(name, attributes, pick(call, 'caption')) };
  },
});

/** Writes a quotation as a callout with its author as title: `{% blockquote Author https://… Title %}`. */
function writeQuote(call: Call): Output {
  const positional = call.props.size === 0 ? call.written : '';
  const [, author, url, title] =
    /^(.*?)(?:(?:^|\s+)(https?:\S+)(?:\s+(.*))?)?$/s.exec(positional) ?? [];
  const credit = [pick(call, 'author') ?? author, title].filter(Boolean).join(', ');
  const label = url ? writeLink(credit || url, url) : credit;
  return { kind: 'container', container: { name: 'quote', label } };
}

/** By name. */
export const SHORTCODES: ReadonlyMap<string, Row> = new Map([
  ...splitNames<Row>({
    'post_url post_path ref relref': {
      write: (call) => writeAddress(toAddress(pick(call, 'path') ?? call.args[0])),
    },
    link: { write: ({ written }) => writeAddress(toAddress(written, true)) },
    post_link: { write: writePostLink },
    asset_link: {
      write: ({ args: [file = '', ...words] }) => inline(writeLink(words.join(' ') || file, file)),
    },
    'raw verbatim': { isLiteral: true, write: () => ({ kind: 'unwrap', isShown: true }) },
    'toc tableofcontents': { write: () => ({ kind: 'block', text: '[TOC]' }) },
    youtube: makeFilmRow(
      'youtube',
      readYoutubeId,
      "The id has 11 letters, digits, `-` or `_`; in the video's address, it follows `v=`.",
    ),
    vimeo: makeFilmRow(
      'vimeo',
      readVimeoId,
      "The id is the number at the end of the video's address.",
    ),
    gist: { write: writeGist },
    'tweet twitter x': { write: writePost },
    embed: { isLiteral: true, write: writeEmbedded },
    audio: makeMediaRow('audio'),
    video: makeMediaRow('video'),
    'quote blockquote pullquote': { write: writeQuote },
  }),
  ...PICTURE_ROWS,
  ...CODE_ROWS,
  ...CALLOUT_ROWS,
]);
