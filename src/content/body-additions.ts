/**
 * What the body pass adds to an author's HTML for those who read with a keyboard, a screen reader or a
 * phone: links of headings to themselves, boxes in which wide tables scroll, names of what has none.
 *
 * Nothing is invented: a name is made of the text that stands beside, or of the host that is embedded.
 * A picture without `alt` stays without. An empty one would say that it is mere decoration, and hide
 * it; how to describe it only the author knows.
 */
import type { Attribute, Tag } from './html-tokens.ts';
import { isInside, type OpenElement } from './open-elements.ts';
import { decodeEntities, foldSpace } from './text.ts';

/** The class of a heading's link to itself, which is empty and stands behind the heading. */
export const ANCHOR_CLASS = 'anchor';

/** What a tag gets: HTML before it, attributes, and HTML behind its element's end. */
export interface Addition {
  readonly before: string;
  readonly attributes: string;
  readonly after: string;
}

const NOTHING: Addition = { before: '', attributes: '', after: '' };

/** Elements that hold nothing a reader could go to by itself. */
const UNDIVIDED = new Set(['a', 'button', 'hgroup', 'label', 'legend', 'summary']);
const TABLE = new Set(['table']);
const LABEL = new Set(['label']);

/** Ids that can stand in an address as they are. */
const LINKABLE = /^[^\s%&"'<>`]+$/;

const CAPTION = /\s*<caption[^>]{0,200}>([\s\S]{0,300}?)<\/caption/iy;
const BLOCK_EDGE = /<\/?(?:blockquote|br|div|dl|h[1-6]|hr|input|li|ol|p|pre|table|td|ul)\b/i;
/** Characters of HTML in which the name of a checkbox is looked for. */
const NAME_LENGTH = 500;

/** True where a heading can have a link to itself: not in a link, nor in what is one thing to press. */
export function canHoldAnchor(stack: readonly OpenElement[]): boolean {
  return !isInside(stack, UNDIVIDED);
}

/** A heading's link to itself. It stands behind the heading, to be no part of the heading's name. */
export function makeAnchor(id: string, heading: string): string {
  if (!LINKABLE.test(id)) return '';
  const label = heading.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
  return `<a class="${ANCHOR_CLASS}" href="#${id}" aria-label="Link to “${label}”"></a>`;
}

/** The additions to one body, whose tags are told in their order. */
export class BodyAdditions {
  private readonly frameTitles: string[] = [];

  constructor(private readonly source: string) {}

  /** What a tag gets that ends at `end`, inside the open elements of `stack`. */
  find(tag: Tag, end: number, stack: readonly OpenElement[]): Addition {
    switch (tag.name) {
      case 'pre':
        return addTabStop(tag, stack);
      case 'table':
        return this.addScrollBox(end, stack);
      case 'input':
        return this.nameCheckbox(tag, end, stack);
      case 'iframe':
        return this.nameFrame(tag);
      default:
        return NOTHING;
    }
  }

  /**
   * A box to scroll in, which keys reach, around an outermost table. A group, not a region: a page
   * of ten tables must not have ten landmarks.
   */
  private addScrollBox(end: number, stack: readonly OpenElement[]): Addition {
    if (isInside(stack, TABLE) || isInside(stack, UNDIVIDED)) return NOTHING;
    CAPTION.lastIndex = end;
    const label = toAttribute(CAPTION.exec(this.source)?.[1] ?? '') || 'Table';
    const before = `<div class="scroll" role="group" aria-label="${label}" tabindex="0">`;
    return { before, attributes: '', after: '</div>' };
  }

  /** A task list's checkbox is named by the text that follows it. */
  private nameCheckbox(tag: Tag, end: number, stack: readonly OpenElement[]): Addition {
    const isTask = this.valueOf(tag, 'type') === 'checkbox' && has(tag, 'disabled');
    if (!isTask || has(tag, 'id') || has(tag, 'aria-label') || isInside(stack, LABEL)) {
      return NOTHING;
    }
    const rest = this.source.slice(end, end + NAME_LENGTH);
    const edge = rest.search(BLOCK_EDGE);
    const name = toAttribute(edge === -1 ? rest : rest.slice(0, edge));
    return name === '' ? NOTHING : { ...NOTHING, attributes: ` aria-label="${name}"` };
  }

  /** A frame is named by its host; a second one of the same host gets a number. */
  private nameFrame(tag: Tag): Addition {
    if (has(tag, 'title') || has(tag, 'aria-label')) return NOTHING;
    const src = decodeEntities(this.valueOf(tag, 'src') ?? '');
    const host = /^\s*(?:https?:)?\/\/([\w.-]+)/i.exec(src)?.[1]?.toLowerCase();
    const title = host === undefined ? 'Embedded content' : `Embedded content from ${host}`;
    this.frameTitles.push(title);
    const count = this.frameTitles.filter((each) => each === title).length;
    const unique = count === 1 ? title : `${title} (${count})`;
    return { ...NOTHING, attributes: ` title="${unique}"` };
  }

  private valueOf(tag: Tag, name: string): string | null {
    const found = tag.attributes.find((attribute) => attribute.name === name);
    return found === undefined ? null : this.source.slice(found.valueStart, found.valueEnd);
  }
}

/** Long lines scroll in their own box, and keys must get there. */
function addTabStop(tag: Tag, stack: readonly OpenElement[]): Addition {
  if (has(tag, 'tabindex') || isInside(stack, UNDIVIDED)) return NOTHING;
  return { ...NOTHING, attributes: ' tabindex="0"' };
}

function has({ attributes }: Tag, wanted: string): boolean {
  return attributes.some(({ name }: Attribute) => name === wanted);
}

/** The text of a piece of HTML, for an attribute's value. */
function toAttribute(html: string): string {
  const text = html.replace(/<[^>]*>?/g, '');
  return foldSpace(text).replace(/"/g, '&quot;');
}
