/**
 * ImportedEssay: a post in the one shape that all sources are read into; and Source, the interface of each kind of
 * export. Cleaning, Markdown, pictures, links and files are the same for all of them.
 */
import type { CheerioAPI } from 'cheerio';
import { escape as escapeHtml } from 'he';
import { decodeEntities } from '../text/text.ts';
import type { Input } from './input.ts';

export interface ImportedEssay {
  /** Unique and stable, such as `wordpress:123`. */
  readonly id: string;
  /** Plain text. */
  readonly title: string;
  /** The body. */
  readonly html: string;
  /** True for a body that is plain text with line breaks. */
  readonly isText?: boolean;
  /** A date as written, with its zone if known. */
  readonly published: string;
  /** Milliseconds since the epoch; takes precedence over `published`. */
  readonly timestamp?: number;
  readonly updated?: string;
  /** The last part of the old address. */
  readonly slug: string;
  readonly tags?: readonly string[] | undefined;
  /** Plain text. */
  readonly excerpt?: string;
  /** A URL. */
  readonly image?: string | undefined;
  readonly imageAlt?: string;
  readonly author?: string;
  readonly isDraft?: boolean;
  /** True for a draft that some readers could see: a private post, or one for paying subscribers. */
  readonly isPrivate?: boolean;
  readonly isPage?: boolean;
  /** Old addresses, as URLs or paths; the first is the one that readers used. */
  readonly addresses: readonly string[];
  /** Its id in the old feeds. */
  readonly guid?: string;
  /** Further keys of the front matter. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Sentences for the report. */
  readonly notes?: readonly string[];
}

export interface Source {
  /** Yields the posts one by one, so that only one need be in memory. */
  read(input: Input, facts: SourceFacts): AsyncGenerator<ImportedEssay>;
  /** Completes a post once all facts are known, such as the addresses of its pictures. */
  complete?(essay: ImportedEssay, facts: SourceFacts): ImportedEssay;
  /** Rewrites HTML that is specific to this kind of source. */
  tidy?($: CheerioAPI): void;
  /** Further hosts of its pictures, besides its own. */
  readonly pictureHosts?: RegExp;
  /** Returns the URL of a picture in its original size. */
  original?(url: string): string;
}

export type SourceFacts = ReturnType<typeof startFacts>;

/**
 * Starts the facts that a source fills in while it is read: those about the blog, and about anything but posts.
 * `names` are the field names from `--map`.
 */
export function startFacts(
  names: ReadonlyMap<string, string>,
  leftOut: Counts,
  keepComment: (comment: Readonly<Record<string, string>>) => void,
) {
  return {
    ...{ title: '', description: '', url: '', language: '', author: '', timezone: '' },
    /** The zone that most dates are written in, for a source that states none; or empty. */
    writtenZone: '',
    /** Further keys of site.yaml. */
    keys: {} as Record<string, string>,
    /** Attached files by id; `alt` is plain text, `caption` HTML, `parent` the id of a post. */
    attachments: new Map<string, Readonly<Record<'url' | 'alt' | 'caption' | 'parent', string>>>(),
    /** The HTML of blocks that several posts share, by id. */
    blocks: new Map<string, string>(),
    /** The ids in posts that links of any post lead to. */
    linkedIds: new Set<string>(),
    ...{ names, leftOut, keepComment },
  };
}

/** Numbers by what they count. */
export type Counts = Record<string, number>;

export function addTo(counts: Counts, what: string, by = 1): void {
  counts[what] = (counts[what] ?? 0) + by;
}

/** The last part of a URL or path, without the extension of a page; empty for none. */
export function lastPart(address: string): string {
  if (!URL.canParse(address, 'http://old')) return '';
  const path = new URL(address, 'http://old').pathname;
  const parts = path.replace(/(?:\/index)?\.(?:html?|php|aspx?)$/i, '').split('/');
  return parts.findLast((part) => part !== '') ?? '';
}

const FILM =
  /^https?:\/\/(?:(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#\s]*&)?v=|embed\/|shorts\/)|youtu\.be\/)([\w-]{6,})|(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d+))/;

/** Makes the HTML of an embed: a frame for videos, a link for anything else. */
export function embed(url: string): string {
  const [, youtube, vimeo] = FILM.exec(decodeEntities(url)) ?? [];
  const src = youtube
    ? `https://www.youtube-nocookie.com/embed/${youtube}`
    : `https://player.vimeo.com/video/${vimeo}`;
  const name = youtube ? 'YouTube' : 'Vimeo';
  if (youtube || vimeo) return `<iframe src="${src}" title="${name}" allowfullscreen></iframe>`;
  const safe = escapeHtml(decodeEntities(url));
  return `<p><a href="${safe}">${safe}</a></p>`;
}
