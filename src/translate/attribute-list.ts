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

/** Attributes that other programs use on pictures, and our pages don't. */
const IGNORED = /^(?:fig-.*|lightbox|group|loading|lqip|alt)$/;

/** Lists the attributes that a picture has on a page. */
export function listOfPicture(attributes: ReadonlyMap<string, string>): Map<string, string> {
  const known = [...attributes].filter(([name]) => !IGNORED.test(name));
  return new Map(known.map(([name, value]) => [name, value.replace(/^(\d+)px$/, '$1')]));
}
