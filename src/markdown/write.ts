/**
 * Writes a body's HTML tree as parts: HTML, with slots for what pages and feeds fill in. Ids and the levels of headings
 * are parts too, because they differ where an essay is one of several on a page. Pure.
 */
import { nameAttribute } from './attribute-names.ts';
import type { ComponentCall, Part } from './parts.ts';
import {
  DRAWINGS,
  type Element,
  type Node,
  type Properties,
  RAW,
  type Root,
  readText,
  type Value,
  VOIDS,
  type Wrapper,
} from './tree.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: an author's entities can make control characters
const SPECIAL = /[&<>"\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Escapes text, and drops control characters. */
export function escapeText(text: string): string {
  return text.replace(SPECIAL, (sign) => ESCAPES[sign] ?? (sign === '"' ? sign : ''));
}

/** Escapes the value of an attribute. A `<` is escaped too, so that it never looks like a tag. */
export function escapeValue(value: string): string {
  return value.replace(SPECIAL, (sign) => ESCAPES[sign] ?? (sign === '"' ? '&quot;' : ''));
}

/** Attributes that hold ids of the body. */
const IDS = new Set(
  'id htmlFor form list headers popoverTarget commandFor ariaLabelledBy ariaDescribedBy ariaDetails ariaControls ariaOwns'.split(
    ' ',
  ),
);
/** Attributes that hold fragments. */
const FRAGMENTS = new Set(['href', 'xLinkHref', 'useMap']);
const SHARED_LEVEL = /^h[2-5]$/;
const COMMAS = new Set(['coords', 'accept']);

/** Writes a tree. */
export function writeTree(root: Root): Part[] {
  const writer = new TreeWriter();
  for (const node of root.children) writer.write(node, false, false);
  return writer.finish();
}

class TreeWriter {
  private parts: Part[] = [];
  /** The HTML since the last part. Joined, it takes a third of the memory of a string that grew piece by piece. */
  private html: string[] = [];

  finish(): Part[] {
    if (this.html.length > 0) this.parts.push(this.html.join(''));
    this.html = [];
    return this.parts;
  }

  write(node: Node, isDrawing: boolean, isRaw: boolean): void {
    if (node.type === 'text') this.html.push(isRaw ? node.value : escapeText(node.value));
    else if (node.type === 'part') this.add(node.part);
    else if (node.type === 'comment' || node.isRemoved) return;
    else if (node.isPageOnly) this.addForm('page', (page) => page.writeAll(node, isDrawing));
    else this.writeAll(node, isDrawing);
  }

  private add(part: Part): void {
    if (typeof part === 'string') {
      this.html.push(part);
      return;
    }
    this.finish().push(part);
  }

  private addForm(kind: 'page' | 'feed', write: (inner: TreeWriter) => void): void {
    const inner = new TreeWriter();
    write(inner);
    const parts = inner.finish();
    if (parts.length > 0) this.add({ kind, parts });
  }

  /** Writes an element with what is before, around and after it. */
  private writeAll(node: Element, isDrawing: boolean): void {
    const { before = [], after = [], wrappers = [] } = node;
    for (const each of before) this.write(each, isDrawing, false);
    this.writeWrapped(node, wrappers, isDrawing);
    for (const each of after) this.write(each, isDrawing, false);
  }

  private writeWrapped(node: Element, wrappers: readonly Wrapper[], isDrawing: boolean): void {
    const wrapper = wrappers.at(-1);
    if (wrapper === undefined) {
      if (node.component === undefined) this.writeElement(node, isDrawing);
      else this.writeCall(node.component, (inner) => inner.writeChildren(node, isDrawing));
      return;
    }
    const { element, first } = wrapper;
    const writeContent = (writer: TreeWriter) => {
      for (const each of first) writer.write(each, isDrawing, false);
      writer.writeWrapped(node, wrappers.slice(0, -1), isDrawing);
      writer.writeChildren(element, isDrawing);
    };
    if (element.component === undefined) {
      this.writeStart(element, isDrawing);
      writeContent(this);
      this.writeEnd(element);
    } else this.writeCall(element.component, writeContent);
  }

  private writeCall(call: ComponentCall, write: (inner: TreeWriter) => void): void {
    const inner = new TreeWriter();
    write(inner);
    this.add({ kind: 'component', call, parts: inner.finish() });
  }

  private writeChildren({ children }: Element, isDrawing: boolean, isRaw = false): void {
    for (const child of children) this.write(child, isDrawing, isRaw);
  }

  private writeElement(node: Element, isDrawing: boolean): void {
    const { tagName, children } = node;
    const isRaw = RAW.has(tagName) && !isDrawing;
    const isInside = DRAWINGS.has(tagName) || (isDrawing && tagName !== 'foreignObject');
    if (tagName !== '') this.writeStart(node, isDrawing || isInside);
    if (VOIDS.has(tagName)) return;
    const [first] = children;
    // The parser drops a line break there.
    const isLine = first?.type === 'text' && first.value.startsWith('\n');
    if (isLine && /^(?:pre|textarea|listing)$/.test(tagName)) this.html.push('\n');
    this.writeChildren(node, isInside, isRaw);
    if (tagName !== '') this.writeEnd(node);
  }

  private writeStart(
    { tagName, properties, page, feed, inTag = [] }: Element,
    isDrawing: boolean,
  ): void {
    this.html.push('<');
    this.writeName(tagName);
    const write = (writer: TreeWriter, name: string, value: Value | undefined) =>
      writer.writeAttribute(tagName, name, value, isDrawing);
    for (const name in properties) {
      if (page === undefined && feed === undefined) write(this, name, properties[name]);
    }
    if (page !== undefined || feed !== undefined) {
      for (const name in { ...properties, ...page, ...feed }) {
        const isSame = page?.[name] === undefined && feed?.[name] === undefined;
        if (isSame) write(this, name, properties[name]);
        else this.writeForms(name, properties, page, feed, write);
      }
    }
    for (const part of inTag) this.add(part);
    this.html.push('>');
  }

  /** Writes an attribute that differs between pages and feeds. */
  private writeForms(
    name: string,
    properties: Properties,
    page: Properties | undefined,
    feed: Properties | undefined,
    write: (writer: TreeWriter, name: string, value: Value | undefined) => void,
  ): void {
    this.addForm('page', (inner) => write(inner, name, page?.[name] ?? properties[name]));
    this.addForm('feed', (inner) => write(inner, name, feed?.[name] ?? properties[name]));
  }

  private writeEnd({ tagName }: Element): void {
    this.html.push('</');
    this.writeName(tagName);
    this.html.push('>');
  }

  private writeName(tagName: string): void {
    if (!SHARED_LEVEL.test(tagName)) this.html.push(tagName);
    else {
      this.html.push('h');
      this.add({ kind: 'level', level: Number(tagName[1]) });
    }
  }

  private writeAttribute(
    tagName: string,
    name: string,
    value: Value | undefined,
    isDrawing: boolean,
  ): void {
    if (value === undefined || value === false) return;
    this.html.push(` ${nameAttribute(name, isDrawing)}`);
    if (value === true) return;
    this.html.push('="');
    if (typeof value === 'object' && 'pieces' in value) {
      for (const piece of value.pieces)
        this.add(typeof piece === 'string' ? escapeValue(piece) : piece);
    } else this.writeValue(tagName, name, value);
    this.html.push('"');
  }

  private writeValue(tagName: string, name: string, value: Value): void {
    const text =
      COMMAS.has(name) && Array.isArray(value) ? value.join(',') : (readText(value) ?? '');
    if (IDS.has(name) || (name === 'name' && /^(?:a|map)$/.test(tagName))) this.writeIds(text);
    else if (FRAGMENTS.has(name) && text.startsWith('#') && text !== '#') {
      this.html.push('#');
      this.add({ kind: 'id', id: text.slice(1) });
    } else if (text.startsWith('url(#') && text.endsWith(')')) {
      this.html.push('url(#');
      this.add({ kind: 'id', id: text.slice('url(#'.length, -1) });
      this.html.push(')');
    } else this.html.push(escapeValue(text));
  }

  private writeIds(text: string): void {
    for (const [index, id] of text.split(' ').entries()) {
      if (index > 0) this.html.push(' ');
      if (id !== '') this.add({ kind: 'id', id });
    }
  }
}
