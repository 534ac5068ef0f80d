/**
 * The one pass over a body's HTML: gives its text, its links, its ids and its rewritten form.
 *
 * Works on the tokens of the HTML, not on a DOM, so that a body costs little more than its length.
 * The result is balanced: whatever the author left open is closed, so no body can break the page
 * around it. URLs that may lead into the site stay apart from the rest, as segments of their own,
 * because only the site as a whole knows where they lead (`site/body-links.ts`).
 */
import { type Addition, BodyAdditions, canHoldAnchor, makeAnchor } from './body-additions.ts';
import { type BodyLink, rewriteAttributes } from './body-attributes.ts';
import { type BodyFault, FaultList } from './body-faults.ts';
import { BodyOutline } from './body-outline.ts';
import { isAutolink, isTextless } from './body-tags.ts';
import { BodyText } from './body-text.ts';
import * as html from './html-elements.ts';
import { HtmlRewriter } from './html-rewriter.ts';
import { readTokens, type Tag } from './html-tokens.ts';
import {
  type BeforeHeading,
  depthBeforeOpening,
  findClosed,
  type OpenElement,
  type OpenHeading,
} from './open-elements.ts';
import { decodeEntities, foldSpace } from './text.ts';

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

const [LESS_THAN, GREATER_THAN] = [0x3c, 0x3e];

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
  private readonly stack: OpenElement[] = [];
  private readonly links: BodyLink[] = [];
  private readonly outline: BodyOutline;
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
      isForeign: () => this.stack.at(-1)?.isForeign ?? false,
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
    const parent = this.stack.at(-1);
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
    const heading = this.stack.at(-1)?.within;
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
      this.stack.some((open) => open.name === 'a') &&
      isAutolink(tag, end, this.source);
    if (isNested) this.nestedAutolinks++;
    if (isNested || this.isLeftOut(name, kind)) {
      rewriter.leaveOut(tag.start, end);
      return;
    }
    if (this.stack.at(-1)?.isForeign && kind.endsForeign) this.closeForeign();
    const inForeign = this.stack.at(-1)?.isForeign ?? false;
    if (!inForeign) this.closeDownTo(depthBeforeOpening(this.stack, name));
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
    const before = isHeading ? this.markHeading() : null;
    const addition =
      kind.takesAdditions && !inForeign ? this.additions.find(tag, end, this.stack) : null;
    if (addition !== null) rewriter.write(addition.before);
    this.readAttributes();
    if (addition !== null) this.addAttributes(addition);
    const isForeign = kind.isForeign || (inForeign && !html.HTML_IN_FOREIGN.has(name));
    const isVoid = kind.isVoid && !inForeign;
    const parent = this.stack.at(-1);
    const isSilent = parent?.isTextless || isTextless(tag, this.source);
    let heading: OpenHeading | null = null;
    if (isHeading) {
      rewriter.copyTo(isSelfClosing ? end - 2 : end - 1);
      heading = this.readHeading(before, isSilent);
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
    this.stack.push({
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
    const isInSelect = html.SELECT_PARTS.has(this.stack.at(-1)?.name ?? '');
    return isInSelect && !html.SELECT_CONTENT.has(name);
  }

  private readAttributes(): void {
    if (this.tag.attributes.length === 0) return;
    const parent = this.stack.at(-1)?.name ?? '';
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

  /** Remembers where a heading begins that may have to be dropped whole: only the first can be. */
  private markHeading(): BeforeHeading | null {
    if (this.outline.first !== null) return null;
    const segment = this.rewriter.writeSegment('');
    const [links, ids, faults] = [this.links, this.outline.ids, this.faults.items];
    const textMark = this.text.mark();
    return { segment, links: links.length, ids: ids.length, faults: faults.length, textMark };
  }

  /** What the tag of a heading says, behind whose attributes an id of ours can go. */
  private readHeading(before: BeforeHeading | null, isTextless: boolean): OpenHeading {
    const { tag, stack, rewriter, source } = this;
    const id = tag.attributes.find(({ name }) => name === 'id');
    const statedId = id ? decodeEntities(source.slice(id.valueStart, id.valueEnd)) : null;
    const idSegment = statedId === null ? rewriter.writeSegment('') : null;
    const takesAnchor = tag.name !== 'h1' && !isTextless && canHoldAnchor(stack);
    return { before, idSegment, statedId, takesAnchor, text: '' };
  }

  private closeElement(start: number, nameEnd: number): void {
    const name = this.source.slice(start + 2, nameEnd).toLowerCase();
    this.endMarkup(nameEnd);
    if (this.closeAsWritten(name, start, nameEnd)) return;
    this.rewriter.leaveOut(start, this.tokenEnd);
    if (this.isLeftOut(name, html.kindOf(name))) return;
    if (name === 'br') {
      // Browsers take </br> for <br>.
      this.rewriter.write('<br>');
      this.part();
      return;
    }
    if (name === 'a' && this.nestedAutolinks > 0) {
      this.nestedAutolinks--;
      return;
    }
    const index = findClosed(this.stack, name);
    if (index !== -1) {
      this.closeDownTo(index + 1);
      this.closeTop(true);
      return;
    }
    if (html.BLOCK_ELEMENTS.has(name)) this.part();
    if (!html.OPTIONAL_END.has(name) && !html.VOID_ELEMENTS.has(name)) {
      this.faults.add('end-tag-stray', name, start, name.length + 3);
    }
  }

  /** Closes the innermost element, by an end tag that can stay just as it is; false for any other. */
  private closeAsWritten(name: string, start: number, nameEnd: number): boolean {
    const { stack, source, rewriter } = this;
    const top = stack.at(-1);
    if (top?.name !== name || top.heading !== null || name === 'script') return false;
    if (name === 'a' && this.nestedAutolinks > 0) return false;
    const isWhole = this.tokenEnd === nameEnd + 1 && source.charCodeAt(nameEnd) === GREATER_THAN;
    if (!isWhole || !source.startsWith(name, start + 2)) return false;
    rewriter.copyTo(this.tokenEnd);
    rewriter.write(top.after);
    stack.pop();
    if (html.kindOf(name).isBlock) this.text.part();
    return true;
  }

  /** Closes the innermost svg or math, and all in it. */
  private closeForeign(): void {
    let depth = this.stack.length;
    while (depth > 0 && this.stack[depth - 1]?.isForeign) depth--;
    this.closeDownTo(depth);
  }

  /** Closes the innermost elements until only `depth` are open. */
  private closeDownTo(depth: number): void {
    while (this.stack.length > depth) this.closeTop(false);
  }

  private closeTop(isStated: boolean): void {
    const element = this.stack.pop() as OpenElement;
    const { name } = element;
    if (!isStated && !html.OPTIONAL_END.has(name) && !element.isForeign) {
      this.faults.add('element-unclosed', name, element.start, name.length + 2);
    }
    // Inside <script>, "<!--" would keep a browser from seeing the end tag.
    if (name === 'script' && element.opensComment) this.rewriter.write('\n-->');
    this.rewriter.write(`</${name}>${element.after}`);
    if (html.BLOCK_ELEMENTS.has(name)) this.text.part();
    if (element.heading !== null) this.closeHeading(element.heading);
  }

  /** Drops a heading that repeats the title; any other one gets its link, and with it waits for an id. */
  private closeHeading({
    text: written,
    before,
    idSegment,
    statedId,
    takesAnchor,
  }: OpenHeading): void {
    const text = foldSpace(written);
    const stays = this.outline.addHeading(text);
    if (!stays && before !== null) {
      this.dropHeading(before);
      return;
    }
    const isLinked = takesAnchor && text !== '';
    if (idSegment !== null) {
      const anchorSegment = isLinked ? this.rewriter.writeSegment('') : null;
      this.outline.addUnnamed({ text, idSegment, anchorSegment });
    } else if (isLinked) this.rewriter.write(makeAnchor(statedId ?? '', text));
  }

  /** Takes a heading out again, with all that was found in it. */
  private dropHeading(before: BeforeHeading): void {
    this.rewriter.writeSegment('');
    this.rewriter.segments.fill('', before.segment);
    this.links.length = before.links;
    this.outline.keepIds(before.ids);
    this.faults.items.length = before.faults;
    this.text.returnTo(before.textMark);
  }

  /** What the source ends in, such as half a tag, is text. */
  private end(): void {
    const rest = this.source.slice(this.tokenEnd);
    this.rewriter.leaveOut(this.tokenEnd, this.source.length);
    this.rewriter.write(rest.replace(/</g, '&lt;'));
    this.closeDownTo(0);
    this.outline.nameHeadings(this.rewriter.segments);
    this.rewriter.finish();
  }
}
