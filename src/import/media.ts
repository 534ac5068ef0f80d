/**
 * Judges downloaded files: a host may answer with anything, and what an import keeps is published.
 */
import { SaxesParser } from 'saxes';
import { isScriptUrl } from '../markdown/url-syntax.ts';

/** How a file of each kind begins, as Latin-1; and the extensions of the kind. */
const KINDS: readonly (readonly [extensions: RegExp, start: RegExp])[] = [
  [
    // Pictures often have the extension of another format; browsers look at the bytes.
    /\.(?:jpe?g|png|gif|webp|avif|bmp|heic)$/i,
    /^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8[79]a|RIFF.{4}WEBP|BM|.{4}ftyp(?:avi[fs]|hei[cfmsx]|hev[cx]|mif1|msf1))/s,
  ],
  [/\.(?:mp3|m4a|ogg|wav)$/i, /^(?:ID3|\xff[\xe0-\xff]|.{4}ftyp|OggS|RIFF.{4}WAVE)/s],
  [/\.(?:mp4|m4v|webm|mov)$/i, /^(?:.{4}(?:ftyp|moov|mdat|wide|free)|.E\xdf\xa3)/s],
  [/\.pdf$/i, /^%PDF-/],
];

/** True if a file is of the kind that the extension in its URL claims; without an extension, a picture. */
export function isMedia(bytes: Buffer, path: string): boolean {
  if (/\.svg$/i.test(path)) return isQuietSvg(bytes.toString());
  const [pictures] = KINDS;
  const kind = KINDS.find(([extensions]) => extensions.test(path)) ?? pictures;
  return kind?.[1].test(bytes.subarray(0, 32).toString('latin1')) ?? false;
}

/** Elements that can run a script or show another document, or change a URL into one that does. */
const ACTIVE = /(?:^|:)(?:script|foreignobject|iframe|object|embed|handler|listener)$/i;

/** True for an SVG without scripts. A script would run with the site's rights when a reader opens the file by itself. */
function isQuietSvg(text: string): boolean {
  // Entities and style sheets could hide a script.
  if (/<!ENTITY|<!ATTLIST|<\?xml-stylesheet/i.test(text)) return false;
  let names = 0;
  let isQuiet = true;
  const parser = new SaxesParser();
  parser.on('error', () => {
    isQuiet = false;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const isOutermost = names++ === 0;
    if (isOutermost && !/^(?:\w+:)?svg$/.test(name)) isQuiet = false;
    if (ACTIVE.test(name) || runs(attributes as Record<string, string>)) isQuiet = false;
  });
  parser.write(text).close();
  return isQuiet;
}

function runs(attributes: Readonly<Record<string, string>>): boolean {
  return Object.entries(attributes).some(
    ([name, value]) =>
      /^(?:\w+:)?on\w+$/i.test(name) ||
      value.split(';').some(isScriptUrl) ||
      /^\s*data:(?!image\/(?:png|jpe?g|gif|webp)[;,])/i.test(value),
  );
}
