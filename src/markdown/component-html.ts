/**
 * Components in the HTML of a body: a scan writes the call of each, and the page or feed renders it. Pure.
 */
import { escape as escapeHtml } from 'he';
import { decodeEntities } from '../text/text.ts';
import { rewriteProps } from './body-attributes.ts';
import { type BodyScan, startElement } from './body-scan.ts';
import type { Shortcode } from './components.ts';
import { COMPONENT } from './delimiters.ts';
import * as html from './html.ts';

/** Cannot be the name of an attribute. */
const CALL = '{}';

/** Follows the content of a component. */
export const COMPONENT_END = COMPONENT + COMPONENT;

/** Writes the call of a component for `renderShortcodes`, with slots for its URLs. */
export function writeCall(
  shortcode: Shortcode,
  tag: html.Tag,
  around: html.Surroundings,
  scan: BodyScan,
): string {
  const values = [...Object.entries(shortcode.props), ...shortcode.args.entries()];
  const attributes = new Map(values.map(([key, value]) => [`${key}`, escapeHtml(`${value}`)]));
  const element = startElement(tag, around, scan.source, attributes);
  rewriteProps(element, scan);
  const others = Object.entries(shortcode.props).filter(([, value]) => typeof value !== 'string');
  const call = escapeHtml(JSON.stringify({ ...shortcode, props: Object.fromEntries(others) }));
  const written = html.writeAttributes(new Map([[CALL, call], ...attributes])) + element.inTag;
  return COMPONENT + written + COMPONENT;
}

/** Renders a component; `content` is HTML. */
type RenderComponent = (shortcode: Shortcode, content: string) => string;

/** Replaces the shortcodes in the HTML of a page or feed by their rendered components, innermost first. */
export function renderShortcodes(body: string, render: RenderComponent): string {
  const open = [{ attributes: '', html: '' }];
  for (const [index, piece] of body.split(COMPONENT).entries()) {
    const last = open.at(-1);
    if (index % 2 === 1 && piece !== '') open.push({ attributes: piece, html: '' });
    else if (index % 2 === 0 && last !== undefined) last.html += piece;
    else {
      const { attributes = '', html: content = '' } = open.pop() ?? {};
      const around = open.at(-1);
      if (around !== undefined) around.html += render(readCall(attributes), content);
    }
  }
  return open[0]?.html ?? '';
}

const TAG_END = String.raw`\b(?:"[^"]*"|'[^']*'|[^"'>])*>`;
/** A script or style sheet; or a comment, raw text or tag, in which text may look like one. */
const PARTS = new RegExp(
  String.raw`<(script|style)${TAG_END}.*?</\1\s*>|<!--.*?-->|` +
    String.raw`<(xmp|iframe|noembed|noframes|textarea|title)${TAG_END}.*?</\2\s*>|<\w+${TAG_END}`,
  'gis',
);

/** Removes scripts and style sheets from the HTML of a component, for feeds. */
export function dropScripts(made: string): string {
  return made.replace(PARTS, (part, dropped) => (dropped === undefined ? part : ''));
}

/** Reads a shortcode back, with its URLs and with its picture's attributes under React's names. */
function readCall(attributes: string): Shortcode {
  const values = html.readAttributes({ attributes });
  const shortcode: Shortcode = JSON.parse(decodeEntities(values.get(CALL) ?? ''));
  const texts = [...values].map(([key, value]) => [key, decodeEntities(value ?? '')] as const);
  const args = texts.filter(([key]) => /^\d/.test(key)).map(([, value]) => value);
  const named = texts.filter(([key]) => key !== CALL && !/^\d/.test(key));
  const props = named.map(([key, value]) => {
    if (key === 'style') return [key, readStyle(value) ?? value];
    return [key === 'srcset' ? 'srcSet' : key, value];
  });
  return { ...shortcode, args, props: { ...Object.fromEntries(props), ...shortcode.props } };
}

const DECLARATION = /([\w-]+)\s*:\s*((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])+)/g;

/** Reads CSS declarations as the object that React requires for `style`; null for other words, such as `wide`. */
export function readStyle(css: string): Readonly<Record<string, string>> | null {
  const declarations = [...css.matchAll(DECLARATION)].map(([, property = '', value = '']) => {
    const name = property.startsWith('--') ? property : nameInScript(property.toLowerCase());
    return [name, value.trim()];
  });
  return declarations.length === 0 ? null : Object.fromEntries(declarations);
}

/** The name of a CSS property in scripts: `backgroundColor`, `WebkitHyphens`. */
function nameInScript(property: string): string {
  const name = property.replace(/^-ms-/, 'ms-');
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
