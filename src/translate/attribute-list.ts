/**
 * Attribute lists of kramdown, `{: .wide #id width="50%"}`, and of Pandoc, without the colon: what they say, and the
 * start tag of an element that says it. Pure.
 */

/** One list, or several in a row. */
export const LISTS = String.raw`\{:?[^{}\n]*\}(?:[ \t]*\{:[^{}\n]*\})*`;

const ITEM =
  /(?:^|(?<=[\s"']))#(?<id>[^\s{}=.#"']+)|\.(?<name>[^\s{}=.#"']+)|(?<key>[a-zA-Z][\w:-]*)=(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s{}"']+))|(?<other>\S)/g;

/** Reads an attribute list; null for braces with anything else. */
export function readList(written: string): Map<string, string> | null {
  const attributes = new Map<string, string>();
  const content = written.replace(/\}[ \t]*\{:/g, ' ').replace(/^\{:?|\}$/g, '');
  const addClass = (name: string) => {
    const names = attributes.get('class');
    attributes.set('class', names === undefined ? name : `${names} ${name}`);
  };
  for (const { groups = {} } of content.trim().matchAll(ITEM)) {
    const { id, name, key, double, single, bare, other } = groups;
    if (other !== undefined) return null;
    const value = double ?? single ?? bare ?? '';
    if (id !== undefined) attributes.set('id', id);
    else if (name !== undefined) addClass(name);
    else if (key === 'class') addClass(value);
    else if (key !== undefined) attributes.set(key, value);
  }
  return attributes.size === 0 ? null : attributes;
}

/** Writes the start tag of an element. */
export function writeTag(name: string, attributes: Iterable<readonly [string, string]>): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeValue(value)}"`);
  return `<${name}${written.join('')}>`;
}

/** Escapes a value in double quotes; the author's entities stay. */
const escapeValue = (value: string) =>
  value.replace(/&(?!#?\w+;)/g, '&amp;').replaceAll('"', '&quot;');

const PIXELS: Readonly<Record<string, number>> = { in: 96, cm: 37.8, mm: 3.78 };
/** What other programs do with a picture, but not a page of ours. */
const IGNORED = /^(?:fig-.*|lightbox|group|loading|decoding|lqip|fetchpriority|layout.*|alt)$/;
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['w', 'width'],
  ['h', 'height'],
]);

/** Lists the attributes that a picture has on a page, with lengths in pixels or per cent. */
export function listOfPicture(attributes: ReadonlyMap<string, string>): Map<string, string> {
  const known = [...attributes].filter(([name]) => !IGNORED.test(name));
  return new Map(
    known.map(([name, value]) => {
      const key = SHORT_NAMES.get(name) ?? name;
      return [key, /^(?:width|height)$/.test(key) ? toPixels(value) : value];
    }),
  );
}

/** Turns `300px` and `2in` into pixels. */
function toPixels(length: string): string {
  const [, number, unit = ''] = /^([\d.]+)(px|in|cm|mm)$/.exec(length) ?? [];
  return number === undefined ? length : String(Math.round(Number(number) * (PIXELS[unit] ?? 1)));
}
