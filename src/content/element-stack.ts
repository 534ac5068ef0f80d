/**
 * The elements of a body that are open, and how each is closed: by the author's end tag, or by one that
 * is written for them, with the fault that it is.
 */
import type { FaultList } from './body-faults.ts';
import * as html from './html-elements.ts';
import type { HtmlRewriter } from './html-rewriter.ts';
import { depthBeforeOpening, findClosed, type OpenElement } from './open-elements.ts';

const GREATER_THAN = 0x3e;

export class ElementStack {
  /** The open elements, outermost first. */
  readonly items: OpenElement[] = [];

  /** `onClosed` is told of every element behind whose end the rewriter stands. */
  constructor(
    private readonly rewriter: HtmlRewriter,
    private readonly faults: FaultList,
    private readonly onClosed: (element: OpenElement) => void,
  ) {}

  /** The innermost one. */
  get top(): OpenElement | undefined {
    return this.items.at(-1);
  }

  /** Closes what an opening tag ends: a paragraph, the list item before it. */
  makeRoomFor(name: string): void {
    this.closeDownTo(depthBeforeOpening(this.items, name));
  }

  /**
   * Closes the innermost element, by an end tag from `start` to `end` that can stay just as it is; false
   * for any other. Its name ends at `nameEnd`.
   */
  closeAsWritten(name: string, start: number, nameEnd: number, end: number): boolean {
    const { top, rewriter } = this;
    const { source } = rewriter;
    if (top?.name !== name || top.heading !== null || name === 'script') return false;
    const isWhole = end === nameEnd + 1 && source.charCodeAt(nameEnd) === GREATER_THAN;
    if (!isWhole || !source.startsWith(name, start + 2)) return false;
    rewriter.copyTo(end);
    rewriter.write(top.after);
    this.items.pop();
    this.onClosed(top);
    return true;
  }

  /** Closes the element that an end tag of this name is for, and all in it; false where there is none. */
  closeNamed(name: string): boolean {
    const index = findClosed(this.items, name);
    if (index === -1) return false;
    this.closeDownTo(index + 1);
    this.closeTop(true);
    return true;
  }

  /** Closes the innermost svg or math, and all in it. */
  closeForeign(): void {
    let depth = this.items.length;
    while (depth > 0 && this.items[depth - 1]?.isForeign) depth--;
    this.closeDownTo(depth);
  }

  /** Closes the innermost elements until only `depth` are open. */
  closeDownTo(depth: number): void {
    while (this.items.length > depth) this.closeTop(false);
  }

  private closeTop(isStated: boolean): void {
    const element = this.items.pop() as OpenElement;
    const { name } = element;
    if (!isStated && !html.OPTIONAL_END.has(name) && !element.isForeign) {
      this.faults.add('element-unclosed', name, element.start, name.length + 2);
    }
    // Inside <script>, "<!--" would keep a browser from seeing the end tag.
    if (name === 'script' && element.opensComment) this.rewriter.write('\n-->');
    this.rewriter.write(`</${name}>${element.after}`);
    this.onClosed(element);
  }
}
