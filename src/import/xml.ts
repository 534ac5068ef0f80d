/**
 * XML: reads exports as a stream, item by item, so that a file of any size needs only the memory of its largest post.
 *
 * Only the entities of XML and HTML are known: a document type can't define any.
 */
import { decode, escape as escapeXml } from 'he';
import { SaxesParser } from 'saxes';
import { VOIDS } from '../markdown/tree.ts';
import { dropControls } from '../text/text.ts';
import { encodingOf, ImportFault, type ImportInput } from './input.ts';

/** An element. Its name is as in the source, without Atom's prefix. */
export class XmlElement {
  readonly children: XmlElement[] = [];
  /** With the markup of the XHTML in it. */
  text = '';

  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** True for an element of XHTML, which becomes part of the text around it. */
  readonly isMarkup: boolean;

  constructor(name: string, attributes: Readonly<Record<string, string>>, isMarkup: boolean) {
    this.name = name;
    this.attributes = attributes;
    this.isMarkup = isMarkup;
  }

  /** The children with that name. */
  list(name: string): XmlElement[] {
    return this.children.filter((each) => each.name === name);
  }

  /** The first text of a child with one of these names; empty if there is none. */
  get(...names: string[]): string {
    return names.map((name) => this.list(name)[0]?.text.trim()).find(Boolean) ?? '';
  }
}

/** Elements that contain the items of a document. */
const OUTER = /^(?:rss|feed|channel|rdf:RDF|posts)$/;
/** The most characters of an item. */
const MAX_ITEM = 64 * 2 ** 20;
const MAX_DEPTH = 200;
/** HTML entities that feeds use although XML doesn't define them. */
const HTML_ENTITIES =
  'nbsp ndash mdash hellip lsquo rsquo ldquo rdquo laquo raquo copy reg trade bull middot eacute egrave agrave ccedil auml ouml uuml szlig euro times';

/** Yields the elements of an XML file, except for those that contain the items. */
export async function* readElements(input: ImportInput, file: string): AsyncGenerator<XmlElement> {
  const parser = new SaxesParser();
  for (const name of HTML_ENTITIES.split(' ')) parser.ENTITIES[name] = decode(`&${name};`);
  const open: XmlElement[] = [];
  const found: XmlElement[] = [];
  let size = 0;
  const fail = (reason: string) => {
    const message = `${file} can't be read at line ${parser.line}: ${reason}`;
    return new ImportFault(message, 'Export it again: it may be incomplete, or edited by hand.');
  };
  const addText = (text: string, isTag = false) => {
    const last = open.at(-1);
    if (last === undefined) return;
    size += text.length;
    if (size > MAX_ITEM) throw fail('one post has more than 64 million characters');
    last.text += last.isMarkup && !isTag ? escapeXml(text) : text;
  };
  parser.on('error', (error) => {
    throw fail(error.message.replace(/^\d+:\d+: /, ''));
  });
  parser.on('opentag', ({ name: written, attributes: all }) => {
    const attributes = all as Record<string, string>;
    const name = written.replace(/^atom:(?!link)/, '');
    const outer = open.at(-1);
    const isMarkup = outer?.isMarkup === true || outer?.attributes.type === 'xhtml';
    const element = new XmlElement(name, attributes, isMarkup);
    if (outer === undefined && OUTER.test(name)) found.push(element);
    else open.push(element);
    if (open.length > MAX_DEPTH) throw fail('its elements are nested too deeply');
    const values = Object.entries(attributes).map(
      ([key, value]) => ` ${key}="${escapeXml(value)}"`,
    );
    if (isMarkup) addText(`<${name}${values.join('')}>`, true);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const outer = open.at(-1);
    if (outer === undefined) size = 0;
    if (element === undefined) return;
    // In HTML, `</br>` would be another line break.
    const end = VOIDS.has(element.name) ? '' : `</${element.name}>`;
    if (outer && element.isMarkup) outer.text += element.text + end;
    else (outer?.children ?? found).push(element);
  });
  let decoder: TextDecoder | null = null;
  for await (const piece of input.stream(file)) {
    decoder ??= new TextDecoder(encodingOf(piece));
    const text = dropControls(decoder.decode(piece, { stream: true }));
    // A form feed is white space elsewhere, but XML has none.
    parser.write(text.replaceAll('\f', ' '));
    yield* found.splice(0);
  }
  if (decoder === null) throw new ImportFault(`${file} is empty`, 'Export it again.');
  parser.close();
  yield* found.splice(0);
}
