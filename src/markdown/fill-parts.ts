/**
 * Makes the HTML of a page or a feed from the parts of a body, with what the site knows about its links. Pure.
 */
import { writeCode } from './code.ts';
import type { ComponentCall, Part, PropValue, Slot } from './parts.ts';
import type { Heading } from './rule.ts';
import { hasScheme, replaceInSrcset } from './url-syntax.ts';
import { escapeValue } from './write.ts';

/** What fills a slot: a URL, words for an attribute, or attributes by their names in HTML. */
export type Filling = string | Readonly<Record<string, string | number>>;

/** What fills a slot in place of the author's address; `inFeeds` if feeds get another. */
export type Fill = readonly [slot: number, filling: Filling, inFeeds?: Filling];

/** The call of a component, with its addresses and the attributes of its picture. */
export interface FilledCall extends Pick<ComponentCall, 'name' | 'hasContent' | 'line'> {
  readonly props: Readonly<Record<string, unknown>>;
}

/** What the parts of a body are filled for. */
export interface PartsUse {
  /** `embedded` is for a page with other essays: ids get a prefix, and headings are one level lower. */
  readonly form: 'page' | 'feed' | 'embedded';
  readonly fills: readonly Fill[];
  /** The absolute URL of the essay's own page. */
  readonly pageUrl: string;
  /** The prefix of ids in `embedded`. */
  readonly prefix: string;
  /** Renders a component; `content` is HTML. */
  renderComponent(call: FilledCall, content: string): string;
}

/** Makes the HTML of a body. */
export function fillParts(parts: readonly Part[], use: PartsUse): string {
  const isFeed = use.form === 'feed';
  const fillings = new Map(
    use.fills.map(([slot, filling, inFeeds]) => [slot, (isFeed && inFeeds) || filling]),
  );
  return write(parts, { ...use, fillings });
}

/** Makes the HTML of a line, in which there are no ids and no components. */
export function fillLine(parts: readonly Part[], fills: readonly Fill[]): string {
  const renderComponent = (_: FilledCall, content: string) => content;
  return fillParts(parts, { form: 'page', fills, pageUrl: '', prefix: '', renderComponent });
}

/** The headings of a body in the form that its parts are filled for. */
export function fillHeadings(
  headings: readonly Heading[],
  { form, prefix }: Pick<PartsUse, 'form' | 'prefix'>,
): readonly Heading[] {
  if (form !== 'embedded') return headings;
  return headings.map(({ id, text, level }) => ({ id: prefix + id, text, level: level + 1 }));
}

interface Writing extends PartsUse {
  readonly fillings: ReadonlyMap<number, Filling>;
}

function write(parts: readonly Part[], writing: Writing): string {
  let html = '';
  for (const part of parts) html += typeof part === 'string' ? part : writePart(part, writing);
  return html;
}

function writePart(part: Exclude<Part, string>, writing: Writing): string {
  const { form } = writing;
  const isEmbedded = form === 'embedded';
  const isFeed = form === 'feed';
  switch (part.kind) {
    case 'slot':
      return writeSlot(part, writing);
    case 'id':
      return escapeValue((isEmbedded ? writing.prefix : '') + part.id);
    case 'level':
      return String(part.level + (isEmbedded ? 1 : 0));
    case 'page':
      return isFeed ? '' : write(part.parts, writing);
    case 'feed':
      return isFeed ? write(part.parts, writing) : '';
    case 'code':
      return writeCode(part, isFeed);
    case 'component':
      return writing.renderComponent(fillCall(part.call, writing), write(part.parts, writing));
  }
}

function writeSlot(slot: Slot, writing: Writing): string {
  const filling = writing.fillings.get(slot.slot) ?? slot.written ?? '';
  if (typeof filling === 'string') {
    return escapeValue(slot.written === null ? filling : fillUrl(filling, writing));
  }
  return Object.entries(filling)
    .map(([name, value]) => ` ${name}="${escapeValue(fillAttribute(name, value, writing))}"`)
    .join('');
}

/** Makes a URL absolute in feeds, and adds the prefix of ids to a fragment. */
function fillUrl(url: string, { form, pageUrl, prefix }: Writing): string {
  if (form === 'embedded') return /^#./.test(url) ? `#${prefix}${url.slice(1)}` : url;
  if (form === 'page' || hasScheme(url) || !URL.canParse(url, pageUrl)) return url;
  return new URL(url, pageUrl).href;
}

function fillAttribute(name: string, value: string | number, writing: Writing): string {
  if (name === 'poster') return fillUrl(String(value), writing);
  if (name !== 'srcset') return String(value);
  return replaceInSrcset(String(value), (url) => fillUrl(url, writing));
}

function fillCall(
  { name, props, picture, hasContent, line }: ComponentCall,
  writing: Writing,
): FilledCall {
  const filled = Object.entries(props).map(([key, value]) => [key, fillProp(key, value, writing)]);
  return {
    name,
    hasContent,
    line,
    props: { ...Object.fromEntries(filled), ...fillPicture(picture, writing) },
  };
}

function fillProp(key: string, value: PropValue, writing: Writing): unknown {
  if (key === 'id' && writing.form === 'embedded') return `${writing.prefix}${value}`;
  if (typeof value !== 'object' || !('kind' in value)) return value;
  const filling = writing.fillings.get((value as Slot).slot) ?? (value as Slot).written ?? '';
  return typeof filling === 'string' ? fillUrl(filling, writing) : filling;
}

/** The attributes of a component's picture, by React's names. */
function fillPicture(picture: Slot | null, writing: Writing): Record<string, string> {
  const filling = picture === null ? undefined : writing.fillings.get(picture.slot);
  if (filling === undefined || typeof filling === 'string') return {};
  const attributes = Object.entries(filling).map(([name, value]) => {
    return [name === 'srcset' ? 'srcSet' : name, fillAttribute(name, value, writing)];
  });
  return Object.fromEntries(attributes);
}
