/**
 * The directives that the program renders itself: `::youtube{id="…"}` and the like. None loads another site's script,
 * so a gist or a post is a link. The label is a caption. Each has `data-embed`, which marks text that isn't the
 * essay's.
 */
import { escape as escapeHtml } from 'he';
import type { MdastContent, MdastNode } from 'satteri';
import { readGistId, readVimeoId, readYoutubeId } from '../embed-ids.ts';
import { makeElement, makeHtml, makeParagraph, makeText, type NodeOf } from '../markdown-nodes.ts';
import type { Fault, GalleryPicture, Options } from '../rule.ts';
import type { Properties } from '../tree.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What an embed shows, and the values that it requires. */
interface EmbedKind {
  /** Null if a value is missing or can't be read. */
  readonly write: (attributes: Attributes) => MdastNode | null;
  /** For problems: what to write. */
  readonly example: string;
}

const EMBEDS: Readonly<Record<string, EmbedKind>> = {
  youtube: {
    write: ({ id = '', title, start }) => {
      const video = readYoutubeId(id);
      if (video === undefined) return null;
      const query = /^\d+$/.test(start ?? '') ? `?start=${start}` : '';
      return makeFrame(`www.youtube-nocookie.com/embed/${video}${query}`, title);
    },
    example: '::youtube{id="dQw4w9WgXcQ"}',
  },
  vimeo: {
    write: ({ id = '', title, start }) => {
      const video = readVimeoId(id);
      if (video === undefined) return null;
      const time = /^\d+$/.test(start ?? '') ? `#t=${start}s` : '';
      return makeFrame(`player.vimeo.com/video/${video}${time}`, title);
    },
    example: '::vimeo{id="76979871"}',
  },
  gist: {
    write: ({ id = '' }) => {
      const path = readGistId(id);
      return path === undefined ? null : makeLink(`https://gist.github.com/${path}`);
    },
    example: '::gist{id="ann/0123456789abcdef"}',
  },
  post: {
    write: ({ url = '' }) => (/^https?:\/\/\S+$/.test(url) ? makeLink(url) : null),
    example: '::post{url="https://mastodon.social/@ann/109"}',
  },
  video: {
    write: ({ src, poster, title }) => {
      const preload = poster === undefined ? 'metadata' : 'none';
      const shown = { ...(poster && { poster }), ...(title && { ariaLabel: title }) };
      return src ? makeElement('video', { src, controls: true, preload, ...shown }) : null;
    },
    example: '::video{src="film.mp4" poster="still.jpg"}',
  },
  audio: {
    write: ({ src, title }) => {
      const named = { ...(title && { ariaLabel: title }) };
      return src ? makeElement('audio', { src, controls: true, preload: 'none', ...named }) : null;
    },
    example: '::audio{src="talk.mp3"}',
  },
  figure: {
    write: ({ src, alt, link, width, height }) => {
      if (!src) return null;
      const size = { ...(width && { width }), ...(height && { height }) };
      const image = makeElement('img', { src, ...(alt !== undefined && { alt }), ...size });
      return link ? makeElement('a', { href: link }, [image]) : image;
    },
    example: '::figure[A caption]{src="hill.jpg" alt="A hill"}',
  },
};

export const EMBED_NAMES: readonly string[] = [...Object.keys(EMBEDS), 'gallery'];

/** Writes a frame that loads when scrolled into view. */
function makeFrame(address: string, title: string | undefined): MdastNode {
  return makeElement('iframe', {
    src: `https://${address}`,
    ...(title && { title }),
    width: '560',
    height: '315',
    loading: 'lazy',
    allowFullScreen: true,
  });
}

function makeLink(url: string): MdastNode {
  return makeElement('a', { href: url }, [makeText(url.replace(/^https?:\/\//, ''))]);
}

/** A problem without its place. */
type EmbedFault = Omit<Fault, 'at' | 'written'>;

/** The nodes of an embed, and what is wrong with it; null for another directive. */
export function writeEmbed(
  { name, children }: Pick<NodeOf<'leafDirective'>, 'name' | 'children'>,
  attributes: Attributes,
  { listGallery }: Options,
): { readonly nodes: readonly MdastContent[]; readonly faults: readonly EmbedFault[] } | null {
  if (name === 'gallery') return writeGallery(attributes.folder ?? '', listGallery);
  const { write, example } = EMBEDS[name] ?? {};
  if (write === undefined) return null;
  const shown = write(attributes);
  if (shown === null) {
    const message = `A value of \`::${name}\` is missing or invalid`;
    return { nodes: [], faults: [invalid(message, `Write it like \`${example}\`.`)] };
  }
  const { class: className } = attributes;
  const properties: Properties = {
    dataEmbed: name,
    ...(className && { className: className.split(' ') }),
  };
  const caption = children.length > 0 ? [makeParagraph('figcaption', {}, children)] : [];
  return { nodes: [makeElement('figure', properties, [shown, ...caption])], faults: [] };
}

function invalid(message: string, hint: string): EmbedFault {
  return { code: 'directive-invalid', message, hint };
}

/** Writes the pictures of a folder. Captions are Markdown, which the engine reads in its place. */
function writeGallery(folder: string, listGallery: Options['listGallery']) {
  const pictures = folder === '' ? [] : listGallery(folder);
  if (pictures?.length === 0) {
    const message = `\`::gallery{folder="${folder}"}\` doesn't name a folder with pictures`;
    const hint =
      'Write its path relative to this file, or begin it with a slash for a folder in `public/`.';
    return { nodes: [], faults: [invalid(message, hint)] };
  }
  const tiles = (pictures ?? []).flatMap(writeTile);
  const isNamed = (pictures ?? []).every(({ caption }) => caption !== '');
  const nodes = [makeHtml('<div class="folder-gallery">'), ...tiles, makeHtml('</div>')];
  return { nodes, faults: isNamed ? [] : [captionsMissing(folder)] };
}

function writeTile({ address, caption }: GalleryPicture): MdastContent[] {
  const image = `<img src="${escapeHtml(address)}"`;
  if (caption === '') return [makeHtml(`<figure class="tile">${image} alt=""></figure>`)];
  // The picture gets the words of the caption as its description: see `pictures.ts`.
  return [
    makeHtml(`<figure class="tile">${image}><figcaption>`),
    { raw: caption },
    makeHtml('</figcaption></figure>'),
  ];
}

function captionsMissing(folder: string): EmbedFault {
  return {
    code: 'alt-missing',
    message: `Some pictures in the gallery \`${folder}\` have no caption, so screen readers can't describe them`,
    hint: 'For each one, add a line `name.jpg: what it shows` to `captions.yaml` in their folder.',
    isShared: true,
  };
}
