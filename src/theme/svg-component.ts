/**
 * A drawing as a React component: an SVG file → the module that a template imports. Pure.
 *
 * The component takes the props of `<svg>`, which override the file's attributes, and `title`, which names the drawing for
 * screen readers. A page can have several drawings, so ids get a prefix of their own in each, and so do the classes of
 * a drawing with a style sheet, because its rules would apply to the whole page.
 */
import { basename } from 'node:path';
import { escape as escapeHtml } from 'he';
import { SaxesParser } from 'saxes';
import { readStyle } from '../markdown/style-attribute.ts';
import { VOIDS } from '../markdown/tree.ts';
import { DataFault } from './data-fault.ts';

type Attributes = Readonly<Record<string, string>>;

/** A drawing, with `PREFIX` before each of its ids and scoped classes. */
interface Drawing {
  readonly root: Attributes;
  readonly inner: string;
}

/** A noncharacter, which no XML file contains. */
const PREFIX = '\uffff';

/** Attributes of the root that mean nothing in HTML. */
const DROPPED = /^(?:xmlns(?::.*)?|version|xml:space|enable-background)$/;

/** Writes the module of a component. */
export function writeComponent(text: string, file: string): string {
  const { root, inner } = readDrawing(text);
  const kept = Object.entries(root).filter(([name]) => !DROPPED.test(name));
  const { class: className = '', style = '', ...attributes } = Object.fromEntries(kept);
  const stem = basename(file, '.svg').replace(/[^\w-]+/g, '-');
  return `import { createElement, useId } from 'react';
const fixed = ${JSON.stringify(attributes)};
const fixedStyle = ${JSON.stringify(readStyle(style) ?? {})};
const inner = ${JSON.stringify(inner)};
const escape = (text) => String(text).replace(/[&<>]/g, (sign) => '&#' + sign.charCodeAt(0) + ';');
export default function Drawing({ title, children, className, style, ...props }) {
  const prefix = ${JSON.stringify(`${stem}-`)} + useId().replace(/\\W/g, '') + '-';
  const place = (text) => text.replaceAll('${PREFIX}', prefix);
  const own = Object.entries(fixed).map(([name, value]) => [name, place(value)]);
  const classes = [place(${JSON.stringify(className)}), className].filter(Boolean).join(' ');
  return createElement('svg', {
    ...Object.fromEntries(own),
    ...(title ? { role: 'img' } : {}),
    ...(classes ? { className: classes } : {}),
    style: { ...fixedStyle, ...style },
    ...props,
    dangerouslySetInnerHTML: {
      __html: (title ? '<title>' + escape(title) + '</title>' : '') + place(inner),
    },
  });
}`;
}

/** Reads a drawing as HTML; throws a fault where the XML stops being well-formed. */
function readDrawing(text: string): Drawing {
  const known: Known = {
    ids: new Set([...text.matchAll(/\sid\s*=\s*["']([^"']+)/g)].map(([, id = '']) => id)),
    hasStyle: text.includes('<style'),
  };
  const parser = new SaxesParser();
  let root: Attributes | null = null;
  let inner = '';
  let depth = 0;
  let inStyle = false;
  parser.on('error', ({ message }) => {
    const reason = message.replace(/^(?:\d+:\d+: )?/, '').replace(/\.$/, '');
    const at = Math.max(0, text.lastIndexOf('<', parser.position - 1));
    throw new DataFault(`This SVG isn't well-formed: ${reason}`, 'Export it again.', at);
  });
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    const prefixed = prefixAttributes(attributes, known);
    inStyle = name === 'style';
    if (root === null) {
      if (name !== 'svg') throw new DataFault(`This file contains <${name}>, not <svg>`, EXPORT, 0);
      root = prefixed;
    } else {
      const written = Object.entries(prefixed).map(
        ([key, value]) => ` ${key}="${escapeHtml(value)}"`,
      );
      inner += `<${name}${written.join('')}>`;
    }
    if (isSelfClosing) inStyle = false;
    depth++;
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    inStyle = false;
    if (depth > 0 && !VOIDS.has(name)) inner += `</${name}>`;
  });
  const addText = (piece: string) => {
    if (depth > 0) inner += escapeHtml(inStyle ? prefixStyle(piece, known) : piece);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  return { root: root ?? {}, inner: inner.trim() };
}

const EXPORT = 'Export the drawing as SVG.';

/** The ids of a drawing, and whether it has a style sheet. */
interface Known {
  readonly ids: ReadonlySet<string>;
  readonly hasStyle: boolean;
}

/** Attributes that list ids. */
const ID_LISTS = /^(?:id|aria-(?:labelledby|describedby|controls|owns))$/;

function prefixAttributes(attributes: Attributes, { hasStyle }: Known): Attributes {
  const prefixed = Object.entries(attributes).map(([name, value]) => {
    if (ID_LISTS.test(name) || (hasStyle && name === 'class')) {
      return [name, value.trim().replace(/[^\s]+/g, (word) => PREFIX + word)];
    }
    if (/^(?:xlink:)?href$/.test(name)) return [name, value.replace(/^#/, (sign) => sign + PREFIX)];
    return [name, prefixUrls(value)];
  });
  return Object.fromEntries(prefixed);
}

function prefixUrls(text: string): string {
  return text.replace(/(url\(\s*["']?#)/g, `$1${PREFIX}`);
}

/** Prefixes the ids and classes in the selectors of a style sheet. */
function prefixStyle(css: string, { ids }: Known): string {
  const selected = css.replace(/(?<=^|[{}])[^{}]*\{/g, (selector) => {
    return selector.replace(/([#.])(-?[A-Za-z_][\w-]*)/g, (written, sign, name) => {
      const isOwn = sign === '.' || ids.has(name);
      return isOwn ? sign + PREFIX + name : written;
    });
  });
  return prefixUrls(selected);
}
