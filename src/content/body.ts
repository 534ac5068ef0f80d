/**
 * The one pass over a body's HTML: gives its text, its links, its ids and its rewritten form.
 *
 * Works on the tokens of the HTML, not on a DOM, so that a body costs little more than its length.
 * The result is balanced: whatever the author left open is closed, so no body can break the page
 * around it. URLs that may lead into the site stay apart from the rest, as segments of their own,
 * because only the site as a whole knows where they lead (`site/links.ts`).
 */
import { type Addition, BodyAdditions } from './body-additions.ts';
import { type BodyLink, rewriteAttributes } from './body-attributes.ts';
import { type BodyFault, FaultList } from './body-faults.ts';
import { BodyHeadings } from './body-headings.ts';
import { BodyOutline } from './body-outline.ts';
import { isAutolink, isTextless } from './body-tags.ts';
import { BodyText } from './body-text.ts';
import { ElementStack } from './element-stack.ts';
import * as html from './html-elements.ts';
import { HtmlRewriter } from './html-rewriter.ts';
import { readTokens, type Tag } from './html-tokens.ts';
import type { OpenElement, OpenHeading } from './open-elements.ts';
import { decodeEntities } from './text.ts';

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
  /** What stands in `class` of each `<code>` first, as it is written there. */
  readonly codeClasses: readonly string[];
  /** False for a body that plainly brings no scripts or objects along. */
  readonly mayEmbed: boolean;
  readonly faults: readonly BodyFault[];
}

const LESS_THAN = 0x3c;

/**
 * Reads a body. A first heading whose text is the title is dropped; with a null title the first
 * heading is the title, and is dropped too. Never fails: any text is HTML.
 */
export function readBody(source: string, title: string | null, siteUrl: string): Body {
  return new BodyReader(source, title, siteUrl).read();
}

class BodyReader {
  private readonly rewriter: HtmlRewriter;
  private readonly text = new BodyText();
  private readonly links: BodyLink[] = [];
  private readonly stack: ElementStack;
  private readonly outline: BodyOutline;
  private readonly headings: BodyHeadings;
  private readonly additions: BodyAdditions;
  private readonly faults: FaultList;
  private hasOutboundLinks = false;
  private mayEmbed = false;
  private readonly codeClasses: string[] = [];
  /** The end of the last complete token. */
  private tokenEnd = 0;
  private tag: Tag = { name: '', start: 0, attributes: [] };
  private nestedAutolinks = 0;

  constructor(
    private readonly source: string,
    title: string | null,
    private readonly siteUrl: string,
  ) {
    this.rewriter = new HtmlRewriter(source);
    this.outline = new BodyOutline(title);
    this.additions = new BodyAdditions(source);
    this.faults = new FaultList(source);
    const { rewriter, outline, links, faults, text } = this;
    this.headings = new BodyHeadings({ rewriter, outline, links, faults, text });
    this.stack = new ElementStack(rewriter, faults, (element) => this.leave(element));
  }

  read(): Body {
    readTokens(this.source, {
      text: (start, end) => this.readText(start, end),
      open: (tag, end, isSelfClosing) => {
        this.tag = tag;
        this.openElement(end, isSelfClosing);
      },
      close: (start, nameEnd) => this.closeElement(start, nameEnd),
      comment: (end, mayStay) => this.readComment(end, mayStay),
      end: () => this.end(),
      isForeign: () => this.stack.top?.isForeign ?? false,
    });
    return {
      segments: this.rewriter.segments,
      links: this.links,
      ids: this.outline.ids,
      heading: this.outline.first,
      text: this.text.beginning(),
      wordCount: this.text.countWords(),
      hasOutboundLinks: this.hasOutboundLinks,
      codeClasses: this.codeClasses,
      mayEmbed: this.mayEmbed,
      faults: this.faults.items,
    };
  }

  private readText(start: number, end: number): void {
    this.tokenEnd = end;
    const { source } = this;
    const parent = this.stack.top;
    const isRaw = html.RAW_TEXT_ELEMENTS.has(parent?.name ?? '');
    if (!isRaw && source.charCodeAt(start) === LESS_THAN) {
      // A "<" that begins no tag could begin one together with what comes to stand behind it.
      this.rewriter.leaveOut(start, end);
      this.rewriter.write(source.slice(start, end).replace(/</g, '&lt;'));
    }
    if (parent?.name === 'script') {
      const script = source.slice(start, end);
      parent.opensComment = script.lastIndexOf('<!--') > script.lastIndexOf('-->');
    }
    if (parent?.isTextless) return;
    this.text.add(source, start, end);
    if (parent?.within) parent.within.text += decodeEntities(source.slice(start, end));
  }

  /** Parts words and lines: the edge of a block, or a line break. */
  private part(): void {
    this.text.part();
    const heading = this.stack.top?.within;
    if (heading) heading.text += ' ';
  }

  private endMarkup(end: number): void {
    const close = this.source.indexOf('>', end);
    this.tokenEnd = close === -1 ? this.source.length : close + 1;
  }

  /** Keeps a comment that may stay. One that is never closed would swallow the page, and goes. */
  private readComment(end: number, mayStay: boolean): void {
    const start = this.tokenEnd;
    this.endMarkup(end);
    const isClosed = end < this.source.length;
    if (!isClosed) this.faults.add('element-unclosed', '!--', start, 4);
    if (!isClosed || !mayStay) this.rewriter.leaveOut(start, this.tokenEnd);
  }

  private openElement(end: number, isSelfClosing: boolean): void {
    const { tag, rewriter } = this;
    const { name } = tag;
    this.tokenEnd = end;
    rewriter.copyTo(tag.start);
    const kind = html.kindOf(name);
    const isNested =
      name === 'a' &&
      this.stack.items.some((open) => open.name === 'a') &&
      isAutolink(tag, end, this.source);
    if (isNested) this.nestedAutolinks++;
    if (isNested || this.isLeftOut(name, kind)) {
      rewriter.leaveOut(tag.start, end);
      return;
    }
    if (this.stack.top?.isForeign && kind.endsForeign) this.stack.closeForeign();
    const inForeign = this.stack.top?.isForeign ?? false;
    if (!inForeign) this.stack.makeRoomFor(name);
    if (kind.isBlock) this.part();
    this.copyTag(kind, inForeign, end, isSelfClosing);
  }

  /** Copies the opening tag with what is added to it; its element is open then, unless it has no end. */
  private copyTag(
    kind: html.ElementKind,
    inForeign: boolean,
    end: number,
    isSelfClosing: boolean,
  ): void {
    const { tag, rewriter } = this;
    const { name } = tag;
    if (kind.isEmbedding) this.mayEmbed = true;
    const isHeading = kind.isHeading && !inForeign;
    const before = isHeading ? this.headings.mark() : null;
    const addition =
      kind.takesAdditions && !inForeign ? this.additions.find(tag, end, this.stack.items) : null;
    if (addition !== null) rewriter.write(addition.before);
    this.readAttributes();
    if (addition !== null) this.addAttributes(addition);
    const isForeign = kind.isForeign || (inForeign && !html.HTML_IN_FOREIGN.has(name));
    const isVoid = kind.isVoid && !inForeign;
    const parent = this.stack.top;
    const isSilent = parent?.isTextless || isTextless(tag, this.source);
    let heading: OpenHeading | null = null;
    if (isHeading) {
      rewriter.copyTo(isSelfClosing ? end - 2 : end - 1);
      heading = this.headings.open(tag, before, this.stack.items, isSilent);
    }
    if (isSelfClosing && !isVoid && !isForeign && !inForeign) {
      // Browsers take <a name="x"/> for an opening tag; the author meant an element without content.
      rewriter.leaveOut(end - 2, end);
      rewriter.write(`></${name}>${addition?.after ?? ''}`);
      return;
    }
    if (isSelfClosing && isVoid) {
      rewriter.leaveOut(tag.attributes.at(-1)?.end ?? tag.start + 1 + name.length, end);
      rewriter.write('>');
      return;
    }
    rewriter.copyTo(end);
    if (isVoid || isSelfClosing) return;
    this.stack.items.push({
      name,
      start: tag.start,
      isTextless: isSilent,
      isForeign,
      heading,
      within: heading ?? parent?.within ?? null,
      after: addition?.after ?? '',
      opensComment: false,
    });
  }

  /** True for what makes a page of a body, and for what browsers ignore inside <select>. */
  private isLeftOut(name: string, kind: html.ElementKind): boolean {
    if (kind.isLeftOut) return true;
    const isInSelect = html.SELECT_PARTS.has(this.stack.top?.name ?? '');
    return isInSelect && !html.SELECT_CONTENT.has(name);
  }

  private readAttributes(): void {
    if (this.tag.attributes.length === 0) return;
    const parent = this.stack.top?.name ?? '';
    const found = rewriteAttributes(this.tag, this.rewriter, this.siteUrl, parent);
    this.links.push(...found.links);
    for (const id of found.ids) this.outline.addId(id);
    for (const { start, end } of found.scriptUrls) {
      this.faults.add('script-url', this.tag.name, start, end - start);
    }
    if (found.isOutbound) this.hasOutboundLinks = true;
    const [first] = this.tag.attributes;
    if (this.tag.name === 'code' && first?.name === 'class') {
      this.codeClasses.push(this.source.slice(first.valueStart, first.valueEnd));
    }
  }

  /** Adds attributes behind those of the author's. */
  private addAttributes({ attributes }: Addition): void {
    const { name, start, attributes: stated } = this.tag;
    this.rewriter.copyTo(stated.at(-1)?.end ?? start + 1 + name.length);
    this.rewriter.write(attributes);
  }

  private closeElement(start: number, nameEnd: number): void {
    const name = this.source.slice(start + 2, nameEnd).toLowerCase();
    this.endMarkup(nameEnd);
    const isNested = name === 'a' && this.nestedAutolinks > 0;
    if (!isNested && this.stack.closeAsWritten(name, start, nameEnd, this.tokenEnd)) return;
    this.rewriter.leaveOut(start, this.tokenEnd);
    if (this.isLeftOut(name, html.kindOf(name))) return;
    if (name === 'br') {
      // Browsers take </br> for <br>.
      this.rewriter.write('<br>');
      this.part();
      return;
    }
    if (isNested) {
      this.nestedAutolinks--;
      return;
    }
    if (this.stack.closeNamed(name)) return;
    if (html.BLOCK_ELEMENTS.has(name)) this.part();
    if (!html.OPTIONAL_END.has(name) && !html.VOID_ELEMENTS.has(name)) {
      this.faults.add('end-tag-stray', name, start, name.length + 3);
    }
  }

  /** What comes of an element's end. */
  private leave({ name, heading }: OpenElement): void {
    if (html.kindOf(name).isBlock) this.text.part();
    if (heading !== null) this.headings.close(heading);
  }

  /** What the source ends in, such as half a tag, is text. */
  private end(): void {
    const rest = this.source.slice(this.tokenEnd);
    this.rewriter.leaveOut(this.tokenEnd, this.source.length);
    this.rewriter.write(rest.replace(/</g, '&lt;'));
    this.stack.closeDownTo(0);
    this.outline.nameHeadings(this.rewriter.segments);
    this.rewriter.finish();
  }
}
