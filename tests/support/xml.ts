/**
 * A strict XML parser: a document that is not well-formed fails the test.
 */
import { SaxesParser } from 'saxes';

/** An element: its qualified name, its attributes, its children and its own text. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/** The root element of a document; throws if it is not well-formed. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  type Open = { name: string; attributes: Record<string, string>; children: Open[]; text: string };
  const open: Open[] = [{ name: '', attributes: {}, children: [], text: '' }];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value]);
    const element = { name, attributes: Object.fromEntries(values), children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const add = (piece: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [root] = open[0]?.children ?? [];
  if (root === undefined) throw new Error('There is no element');
  return root;
}

/** The children of an element with a name. */
export function childrenOf({ children }: XmlElement, name: string): XmlElement[] {
  return children.filter((child) => child.name === name);
}

/** The text of the first child with a name; null if there is none. */
export function textOf(element: XmlElement, name: string): string | null {
  return childrenOf(element, name)[0]?.text ?? null;
}
