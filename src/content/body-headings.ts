/**
 * The headings of a body, as the body pass meets them: each gets a link to itself, and waits for an id
 * where the author gave none; a first one that repeats the title goes, with all that was found in it.
 */
import { canHoldAnchor, makeAnchor } from './body-additions.ts';
import type { BodyLink } from './body-attributes.ts';
import type { FaultList } from './body-faults.ts';
import type { BodyOutline } from './body-outline.ts';
import type { BodyText } from './body-text.ts';
import type { HtmlRewriter } from './html-rewriter.ts';
import type { Tag } from './html-tokens.ts';
import type { BeforeHeading, OpenElement, OpenHeading } from './open-elements.ts';
import { decodeEntities, foldSpace } from './text.ts';

/** What a heading adds to, and takes its part of away again where it is dropped. */
interface Found {
  readonly rewriter: HtmlRewriter;
  readonly outline: BodyOutline;
  readonly links: BodyLink[];
  readonly faults: FaultList;
  readonly text: BodyText;
}

export class BodyHeadings {
  constructor(private readonly found: Found) {}

  /** Remembers where a heading begins that may have to be dropped whole: only the first can be. */
  mark(): BeforeHeading | null {
    const { rewriter, outline, links, faults, text } = this.found;
    if (outline.first !== null) return null;
    const segment = rewriter.writeSegment('');
    const [ids, textMark] = [outline.ids.length, text.mark()];
    return { segment, links: links.length, ids, faults: faults.items.length, textMark };
  }

  /** What the tag of a heading says, behind whose attributes an id of ours can go. */
  open(
    { name, attributes }: Tag,
    before: BeforeHeading | null,
    stack: readonly OpenElement[],
    isTextless: boolean,
  ): OpenHeading {
    const { rewriter } = this.found;
    const id = attributes.find((attribute) => attribute.name === 'id');
    const statedId = id ? decodeEntities(rewriter.source.slice(id.valueStart, id.valueEnd)) : null;
    const idSegment = statedId === null ? rewriter.writeSegment('') : null;
    const takesAnchor = name !== 'h1' && !isTextless && canHoldAnchor(stack);
    return { before, idSegment, statedId, takesAnchor, text: '' };
  }

  /** Drops a heading that repeats the title; any other one gets its link, and with it waits for an id. */
  close({ text: written, before, idSegment, statedId, takesAnchor }: OpenHeading): void {
    const { rewriter, outline } = this.found;
    const text = foldSpace(written);
    const stays = outline.addHeading(text);
    if (!stays && before !== null) {
      this.drop(before);
      return;
    }
    const isLinked = takesAnchor && text !== '';
    if (idSegment !== null) {
      const anchorSegment = isLinked ? rewriter.writeSegment('') : null;
      outline.addUnnamed({ text, idSegment, anchorSegment });
    } else if (isLinked) rewriter.write(makeAnchor(statedId ?? '', text));
  }

  /** Takes a heading out again, with all that was found in it. */
  private drop(before: BeforeHeading): void {
    const { rewriter, outline, links, faults, text } = this.found;
    rewriter.writeSegment('');
    rewriter.segments.fill('', before.segment);
    links.length = before.links;
    outline.keepIds(before.ids);
    faults.items.length = before.faults;
    text.returnTo(before.textMark);
  }
}
