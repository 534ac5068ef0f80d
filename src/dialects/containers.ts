/**
 * Containers: content between a start and an end, such as `:::note` and `:::`, in the syntax of any dialect. Both are
 * replaced once the end is found, by a quotation for callouts and a `<div>` for others, so that the Markdown and the
 * dialects between them are still read. Pure.
 */
import { escapeAttributes } from '../markdown/attributes.ts';
import { type Callout, writeCalloutTitle } from '../markdown/callouts.ts';
import type { DialectScan } from './dialect.ts';

/** What a container becomes. */
export interface ContainerElement {
  readonly element: 'blockquote' | 'div';
  readonly className?: string | undefined;
  readonly id?: string | undefined;
  /** The other attributes of a `<div>`. */
  readonly others?: Readonly<Record<string, string>>;
  /** For a quotation. */
  readonly callout?: Callout;
  /** The first paragraph of a `<div>`; Markdown. */
  readonly caption?: string | undefined;
  /** Reports a class that has no style. Called once the container is closed. */
  reportUnstyled?(): void;
}

/** A container whose end hasn't been found yet. */
export interface OpenContainer extends ContainerElement {
  /** What its end must repeat: the colons, or the name of the shortcode. */
  readonly mark: string;
  readonly start: number;
  readonly end: number;
  /** The white space and `>` before it. */
  readonly indent: string;
  /** Reports it if it has no end. */
  reportUnclosed(): void;
}

/** Closes an open container and the ones inside it, which have no end of their own. */
export function closeContainer(
  index: number,
  { start, end }: { readonly start: number; readonly end: number },
  scan: DialectScan,
): void {
  const [container, ...unclosed] = scan.containers.splice(index);
  if (container === undefined) return;
  for (const each of unclosed) each.reportUnclosed();
  container.reportUnstyled?.();
  const { element, indent } = container;
  scan.containerEdits.push([container.start, container.end, writeStart(container, scan)]);
  const below = `\n${indent}`;
  scan.containerEdits.push([start, end, `${below}${below}</${element}>${below}${below}`]);
}

/** The marker of a list item. An item without text beside its marker can't follow a paragraph. */
const ITEM = /(?:^|\n)[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/;

/** Writes the start of a container. Without the blank lines, its content would be HTML instead of Markdown. */
function writeStart(container: OpenContainer, { texts, source }: DialectScan): string {
  const { element, className, id, others, indent, callout, caption, start } = container;
  const below = `\n${indent}`;
  const isFirstInItem = ITEM.test(source.body.slice(Math.max(0, start - 50), start));
  const tag = `<${element}${escapeAttributes({ class: className, id, ...others })}>`;
  const first = callout === undefined ? caption : writeCalloutTitle(callout, texts);
  const paragraph = first ? `${below}${first}${below}` : '';
  return `${isFirstInItem ? '' : below}${tag}${below}${paragraph}${below}`;
}
