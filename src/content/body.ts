/**
 * The one pass over a body's HTML: gives its text, its links, its ids and its rewritten form.
 *
 * Works on the tokens of the HTML, not on a DOM, so that a body costs little more than its length.
 * The result is balanced: whatever the author left open is closed, so no body can break the page
 * around it. URLs that may lead into the site stay apart from the rest, as segments of their own,
 * because only the site as a whole knows where they lead (`site/links.ts`).
 */
import { QuoteType, Tokenizer } from 'htmlparser2';
import { BodyText } from './body-text.ts';
import { makeHeadingId } from './heading-ids.ts';
import * as html from './html-elements.ts';
import { isExternalUrl, isScriptUrl, splitSrcset, stripSiteUrl } from './link-urls.ts';
import { decodeEntities, foldSpace } from './text.ts';

/** A URL in a body that may lead to something of the site's own. */
export interface BodyLink {
  /** Its index in `segments`; what stands there is escaped for an attribute in double quotes. */
  readonly segment: number;
  /** Decoded; an absolute URL of this site has lost its origin and base path. */
  readonly url: string;
  /** Decoded, as the author wrote it. */
  readonly written: string;
  readonly element: string;
  /** For an image's `src`: the index of an empty segment where attributes can be added, else null. */
  readonly attributesSegment: number | null;
  /** For an image: what the author wrote of `width height loading decoding`. */
  readonly stated: Readonly<Record<string, string>>;
  /** Where the URL stands in the HTML that was read. */
  readonly offset: number;
}

/** Something wrong with a body, with the piece of it that shows the place. */
export interface BodyFault {
  readonly code: 'element-unclosed' | 'end-tag-stray' | 'script-url';
  /** The tag's or the URL's own characters, to find the place in the source by. */
  readonly needle: string;
  /** The element's name. */
  readonly element: string;
  /** In the HTML that was read. */
  readonly offset: number;
}

export interface Body {
  /** Joined, they are the HTML. */
  readonly segments: readonly string[];
  readonly links: readonly BodyLink[];
  /** What `#…` can point at. */
  readonly ids: readonly string[];
  /** The first heading's text, or null. */
  readonly heading: string | null;
  /** The beginning of the text, for the excerpt. */
  readonly text: string;
  readonly wordCount: number;
  /** True when a link had an outbound-click handler. */
  readonly hasOutboundLinks: boolean;
  readonly faults: readonly BodyFault[];
}

interface Attribute {
  readonly name: string;
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly quote: QuoteType;
  readonly end: number;
}

interface FoundUrl {
  readonly from: number;
  readonly to: number;
  readonly url: string;
  readonly written: string;
}

interface OpenElement {
  readonly name: string;
  readonly start: number;
  /** True for an element whose text is not the essay's. */
  readonly textless: boolean;
  readonly foreign: boolean;
  readonly heading: OpenHeading | null;
}

interface OpenHeading {
  /** Where its id goes, or null when the author gave one. */
  readonly idSegment: number | null;
  readonly firstSegment: number;
  readonly linkCount: number;
  readonly idCount: number;
  readonly textMark: { kept: string; words: number };
  text: string;
}

const HEADING = /^h[1-6]$/;
const PAGE_ELEMENTS = new Set(['html', 'head', 'body']);
const IMAGE_ATTRIBUTES = new Set(['width', 'height', 'loading', 'decoding']);

/**
 * Reads a body. A first heading whose text is `title` (folded, case aside) is dropped; with a null
 * title, the first heading is the title and is dropped too. Never fails: any text is HTML.
 */
export function readBody(source: string, title: string | null, siteUrl: string): Body {
  return new BodyReader(source, title, siteUrl).read();
}

class BodyReader {
  private readonly segments: string[] = [];
  private current = '';
  /** The source before this offset is in the output, or left out of it. */
  private done = 0;
  /** The end of the last complete token. */
  private tokenEnd = 0;
  private readonly links: BodyLink[] = [];
  private readonly ids: string[] = [];
  private readonly idSet = new Set<string>();
  private readonly faults: BodyFault[] = [];
  private readonly text = new BodyText();
  private readonly stack: OpenElement[] = [];
  private tagStart = 0;
  private tagName = '';
  private attributes: Attribute[] = [];
  private attributeName: [number, number] = [0, 0];
  private attributeValue: [number, number] = [0, 0];
  private heading: string | null = null;
  private hasOutboundLinks = false;

  constructor(
    private readonly source: string,
    private readonly title: string | null,
    private readonly siteUrl: string,
  ) {}

  read(): Body {
    const ignore = () => {};
    const tokenizer = new Tokenizer(
      { decodeEntities: false },
      {
        ontext: (start, end) => this.readText(start, end),
        onopentagname: (start, end) => {
          this.tagStart = start - 1;
          this.tagName = this.source.slice(start, end).toLowerCase();
          this.attributes = [];
        },
        onattribname: (start, end) => {
          this.attributeName = [start, end];
          this.attributeValue = [end, end];
        },
        onattribdata: (start, end) => {
          this.attributeValue = [start, end];
        },
        onattribend: (quote, end) => this.endAttribute(quote, end),
        onopentagend: (end) => this.openElement(end + 1, false),
        onselfclosingtag: (end) => this.openElement(end + 1, true),
        onclosetag: (start, end) => this.closeElement(start - 2, end),
        oncomment: (_start, end, offset) => this.endComment(end, offset),
        oncdata: (_start, end) => this.endMarkup(end),
        ondeclaration: (start, end) => {
          this.flush(start - 2);
          this.endMarkup(end);
          this.done = this.tokenEnd;
        },
        onprocessinginstruction: (_start, end) => this.endMarkup(end),
        onattribentity: ignore,
        ontextentity: ignore,
        onend: () => this.end(),
        isInForeignContext: () => this.stack.at(-1)?.foreign ?? false,
      },
    );
    tokenizer.write(this.source);
    tokenizer.end();
    return {
      segments: this.segments,
      links: this.links,
      ids: this.ids,
      heading: this.heading,
      text: this.text.beginning(),
      wordCount: this.text.countWords(),
      hasOutboundLinks: this.hasOutboundLinks,
      faults: this.faults,
    };
  }

  /** Puts the source up to the offset into the output. */
  private flush(to: number): void {
    if (to > this.done) this.current += this.source.slice(this.done, to);
    this.done = Math.max(this.done, to);
  }

  /** Makes what is in the output so far a segment, and `segment` the next; returns its index. */
  private addSegment(segment: string): number {
    this.segments.push(this.current, segment);
    this.current = '';
    return this.segments.length - 1;
  }

  private addId(id: string): void {
    this.idSet.add(id);
    this.ids.push(id);
  }

  private readText(start: number, end: number): void {
    this.tokenEnd = end;
    const parent = this.stack.at(-1);
    if (parent?.textless) return;
    const raw = this.source.slice(start, end);
    this.text.add(raw);
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const heading = this.stack[i]?.heading;
      if (heading) {
        heading.text += decodeEntities(raw);
        break;
      }
    }
  }

  private endMarkup(end: number): void {
    const close = this.source.indexOf('>', end);
    this.tokenEnd = close === -1 ? this.source.length : close + 1;
  }

  /** A comment that is never closed would swallow the page, so it is closed. */
  private endComment(end: number, offset: number): void {
    this.endMarkup(end);
    if (offset === 0 && end >= this.source.length) {
      const start = this.source.lastIndexOf('<!--');
      this.faults.push({ code: 'element-unclosed', needle: '<!--', element: '!--', offset: start });
      this.flush(end);
      this.current += '-->';
    }
  }

  private endAttribute(quote: QuoteType, end: number): void {
    const [nameStart, nameEnd] = this.attributeName;
    const [valueStart, valueEnd] = this.attributeValue;
    const name = this.source.slice(nameStart, nameEnd).toLowerCase();
    this.attributes.push({ name, nameStart, valueStart, valueEnd, quote, end });
  }

  private openElement(end: number, selfClosing: boolean): void {
    const name = this.tagName;
    this.tokenEnd = end;
    this.flush(this.tagStart);
    if (PAGE_ELEMENTS.has(name)) {
      this.done = end;
      return;
    }
    const inForeign = this.stack.at(-1)?.foreign ?? false;
    if (!inForeign) this.closeImplied(name);
    const isBlock = html.BLOCK_ELEMENTS.has(name);
    if (isBlock) this.text.part();

    const isHeading = HEADING.test(name) && !inForeign;
    const firstSegment = isHeading ? this.addSegment('') : 0;
    const marks = { linkCount: this.links.length, idCount: this.ids.length };
    const textMark = this.text.mark();
    this.rewriteAttributes(name);
    const hasId = this.attributes.some((attribute) => attribute.name === 'id');
    const isVoid = html.VOID_ELEMENTS.has(name) && !inForeign;
    const foreign = inForeign || html.FOREIGN_ELEMENTS.has(name);
    let idSegment: number | null = null;
    if (isHeading && !hasId) {
      this.flush(selfClosing ? end - 2 : end - 1);
      idSegment = this.addSegment('');
    }
    if (selfClosing && !isVoid && !foreign) {
      this.flush(end - 2);
      this.current += `></${name}>`;
      this.done = end;
      return;
    }
    this.flush(end);
    if (isVoid || selfClosing) return;
    this.stack.push({
      name,
      start: this.tagStart,
      textless: (this.stack.at(-1)?.textless ?? false) || this.isTextless(name),
      foreign,
      heading: isHeading ? { idSegment, firstSegment, textMark, text: '', ...marks } : null,
    });
  }

  private isTextless(name: string): boolean {
    if (html.TEXTLESS_ELEMENTS.has(name)) return true;
    return this.attributes.some(
      (a) =>
        a.name === 'data-footnote-ref' ||
        a.name === 'data-footnote-backref' ||
        (a.name === 'id' && this.source.slice(a.valueStart, a.valueEnd) === 'footnote-label'),
    );
  }

  /** Takes out handlers and script URLs, marks links, and sets URLs apart. */
  private rewriteAttributes(element: string): void {
    const urlAttributes = html.URL_ATTRIBUTES[element];
    const isImage = element === 'img';
    const stated: Record<string, string> = {};
    const found: (Omit<BodyLink, 'attributesSegment' | 'stated'> & { isSource: boolean })[] = [];
    let hasHandler = false;
    let isExternal = false;
    for (const attribute of this.attributes) {
      const { name, valueStart, valueEnd, end } = attribute;
      const isHandler = /^on[a-z]+$/.test(name);
      const isUrl = urlAttributes?.includes(name) === true;
      const raw = this.source.slice(valueStart, valueEnd);
      if (name === 'id' || (name === 'name' && element === 'a')) this.addId(decodeEntities(raw));
      if (isImage && IMAGE_ATTRIBUTES.has(name)) stated[name] = raw;
      if (isHandler || (isUrl && isScriptUrl(decodeEntities(raw)))) {
        if (isHandler) hasHandler = true;
        else this.faults.push({ code: 'script-url', needle: raw, element, offset: valueStart });
        this.flush(this.skipSpaceBack(attribute.nameStart));
        this.done = end;
      } else if (isUrl) {
        const links = this.findLinks(attribute, raw);
        isExternal ||= links.length === 0 && isExternalUrl(decodeEntities(raw).trim());
        for (const link of this.setApart(attribute, links)) {
          found.push({ element, isSource: name === 'src', ...link });
        }
      } else if (name === 'rel' && element === 'a') {
        this.flush(this.skipSpaceBack(attribute.nameStart));
        this.done = end;
      }
    }
    let attributesSegment: number | null = null;
    const tagEnd = this.attributes.at(-1)?.end ?? this.tagStart + 1 + element.length;
    this.flush(tagEnd);
    if (element === 'a') this.current += this.makeLinkAttributes(isExternal, hasHandler);
    if (isImage && found.length > 0) attributesSegment = this.addSegment('');
    for (const { isSource, ...link } of found) {
      this.links.push({ ...link, attributesSegment: isSource ? attributesSegment : null, stated });
    }
  }

  /** The attributes that a link gets at its end: its `rel`, and the mark of an outbound link. */
  private makeLinkAttributes(isExternal: boolean, hasHandler: boolean): string {
    const stated = this.attributes.find((attribute) => attribute.name === 'rel');
    const value = stated ? this.source.slice(stated.valueStart, stated.valueEnd) : '';
    const rel = new Set(value.split(/\s+/).filter((word) => word !== ''));
    if (isExternal) rel.add('noopener');
    if (hasHandler) this.hasOutboundLinks = true;
    const quoted = [...rel].join(' ').replace(/"/g, '&quot;');
    return (rel.size > 0 ? ` rel="${quoted}"` : '') + (hasHandler ? ' data-outbound' : '');
  }

  /** The URLs of an attribute that may lead into the site, with their places in the source. */
  private findLinks(attribute: Attribute, raw: string): FoundUrl[] {
    const { name, valueStart } = attribute;
    const places: [number, number][] = name === 'srcset' ? splitSrcset(raw) : [[0, raw.length]];
    return places.flatMap(([start, end]) => {
      const written = decodeEntities(raw.slice(start, end)).trim();
      const url = stripSiteUrl(written, this.siteUrl) ?? written;
      if (isExternalUrl(url)) return [];
      return [{ from: valueStart + start, to: valueStart + end, url, written }];
    });
  }

  /** Makes each URL a segment of its own, and the attribute's quotes double ones. */
  private setApart(
    attribute: Attribute,
    links: readonly FoundUrl[],
  ): Pick<BodyLink, 'segment' | 'url' | 'written' | 'offset'>[] {
    if (links.length === 0) return [];
    const isQuoted = attribute.quote === QuoteType.Double;
    if (!isQuoted) {
      this.flush(attribute.nameStart);
      this.current += `${attribute.name}="`;
      this.done = attribute.valueStart;
    }
    const apart = links.map(({ from, to, url, written }) => {
      this.flush(from);
      this.done = to;
      const segment = this.addSegment(this.source.slice(from, to).replace(/"/g, '&quot;'));
      return { segment, url, written, offset: from };
    });
    this.flush(attribute.valueEnd);
    if (!isQuoted) this.current += '"';
    if (!isQuoted) this.done = attribute.end;
    return apart;
  }

  private skipSpaceBack(offset: number): number {
    let start = offset;
    while (/\s/.test(this.source[start - 1] ?? '')) start--;
    return start;
  }

  /** Closes what an opening tag ends: an open paragraph, the list item or cell before. */
  private closeImplied(name: string): void {
    if (html.PARAGRAPH_ENDERS.has(name)) {
      this.closeWithin(new Set(['p']), html.SCOPE_BOUNDARIES);
    }
    const rule = html.CLOSED_BY_OPENING[name];
    if (rule !== undefined) this.closeWithin(rule.closes, rule.within);
  }

  /** Closes the outermost of the named elements that stands inside the nearest boundary, if any. */
  private closeWithin(closes: ReadonlySet<string>, boundaries: ReadonlySet<string>): void {
    let outermost = -1;
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const name = this.stack[i]?.name ?? '';
      if (boundaries.has(name)) break;
      if (closes.has(name)) outermost = i;
    }
    if (outermost !== -1) this.closeDownTo(outermost);
  }

  private closeElement(start: number, nameEnd: number): void {
    const name = this.source.slice(start + 2, nameEnd).toLowerCase();
    this.endMarkup(nameEnd);
    this.flush(start);
    this.done = this.tokenEnd;
    if (PAGE_ELEMENTS.has(name)) return;
    const index = this.findOpen(name);
    if (index === -1) {
      if (html.BLOCK_ELEMENTS.has(name)) this.text.part();
      if (!html.OPTIONAL_END.has(name) && !html.VOID_ELEMENTS.has(name)) {
        const needle = this.source.slice(start, nameEnd);
        this.faults.push({ code: 'end-tag-stray', needle, element: name, offset: start });
      }
      return;
    }
    this.closeDownTo(index + 1);
    this.closeTop(true);
  }

  /** The index of the open element that an end tag closes, or -1 when it closes none. */
  private findOpen(name: string): number {
    const isBlock = html.BLOCK_ELEMENTS.has(name);
    const isTablePart = /^(table|t[drh]|thead|tbody|tfoot|caption)$/.test(name);
    for (let i = this.stack.length - 1; i >= 0; i--) {
      const open = this.stack[i] as OpenElement;
      if (open.name === name) return i;
      const isBoundary = isTablePart
        ? open.name === 'table'
        : isBlock
          ? html.SCOPE_BOUNDARIES.has(open.name)
          : html.BLOCK_ELEMENTS.has(open.name);
      if (isBoundary) return -1;
    }
    return -1;
  }

  /** Closes the innermost elements until only `depth` are open. */
  private closeDownTo(depth: number): void {
    while (this.stack.length > depth) this.closeTop(false);
  }

  private closeTop(stated: boolean): void {
    const element = this.stack.pop() as OpenElement;
    const { name } = element;
    if (!stated && !html.OPTIONAL_END.has(name) && !element.foreign) {
      const needle = this.source.slice(element.start, element.start + 1 + name.length);
      this.faults.push({
        code: 'element-unclosed',
        needle,
        element: name,
        offset: element.start,
      });
    }
    this.current += `</${name}>`;
    if (html.BLOCK_ELEMENTS.has(name)) this.text.part();
    if (element.heading) this.endHeading(element.heading);
  }

  private endHeading(open: OpenHeading): void {
    const text = foldSpace(open.text);
    const isFirst = this.heading === null;
    if (isFirst) this.heading = text;
    if (isFirst && (this.title === null || isSameTitle(text, this.title))) {
      this.addSegment('');
      this.segments.fill('', open.firstSegment);
      this.links.length = open.linkCount;
      for (const id of this.ids.splice(open.idCount)) this.idSet.delete(id);
      this.text.returnTo(open.textMark);
      return;
    }
    const id = open.idSegment === null ? null : makeHeadingId(text, this.idSet);
    if (id === null) return;
    this.segments[open.idSegment as number] = ` id="${id}"`;
    this.addId(id);
  }

  private end(): void {
    this.flush(this.tokenEnd);
    const rest = this.source.slice(this.tokenEnd);
    this.done = this.source.length;
    this.current += rest.replace(/</g, '&lt;');
    this.closeDownTo(0);
    this.segments.push(this.current);
    this.current = '';
  }
}

/** True when a heading repeats the title; case and the shape of quotes and dashes do not matter. */
function isSameTitle(heading: string, title: string): boolean {
  const bare = (text: string) =>
    foldSpace(text)
      .toLowerCase()
      .replace(/[\u2018\u2019]/g, "'")
      .replace(/[\u201C\u201D]/g, '"')
      .replace(/\u2026/g, '...')
      .replace(/[\u2013\u2014]|-{2,3}/g, '-');
  return bare(heading) === bare(title) && title !== '';
}
