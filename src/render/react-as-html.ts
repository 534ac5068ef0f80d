/**
 * React's static renderer → the same, writing HTML as HTML is written: void elements without a slash,
 * boolean attributes without a value, the names of attributes in small letters. Pure.
 *
 * Done once to the renderer's code, and not to each page: what authors and templates set as it is stays
 * as it is. A renderer that reads otherwise is left alone; its pages are as good, with some bytes more.
 */

/** Attributes of HTML that React writes as its props are named; those of SVG keep their capitals. */
const ATTRIBUTES = [
  'autoComplete',
  'charSet',
  'colSpan',
  'dateTime',
  'encType',
  'enterKeyHint',
  'fetchPriority',
  'hrefLang',
  'imageSizes',
  'imageSrcSet',
  'inputMode',
  'itemProp',
  'itemType',
  'maxLength',
  'minLength',
  'popoverTarget',
  'referrerPolicy',
  'srcDoc',
  'srcLang',
  'srcSet',
  'useMap',
];

const aliases = ATTRIBUTES.map((name) => JSON.stringify([name, name.toLowerCase()])).join();

/** Rewrites the code of `react-dom-server-legacy`; its lines keep their numbers. */
export function writeAsHtml(renderer: string): string {
  return renderer
    .replaceAll('.push("/>")', '.push(">")')
    .replaceAll(`.push(" ", name, '=""')`, '.push(" ", name.toLowerCase())')
    .replace('aliases = new Map([', `aliases = new Map([${aliases},`);
}
