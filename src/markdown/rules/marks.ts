/**
 * The small marks, each by a setting: `H~2~O` and `x^2^` are the engine's; of `==marked==`, which may reach over emphasis
 * and links, the delimiters become tags.
 */
import type { Inline } from '../inlines.ts';
import { makeHtml, makeText } from '../markdown-nodes.ts';
import type { Rule } from '../rule.ts';

/** A delimiter, with what may stand beside it: a highlight has no space at its edges, and none is empty. */
interface Sign {
  readonly inline: Inline;
  readonly at: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

export const marks: Rule = ({ options, source }) => {
  const { mark, subscript: sub, superscript: sup } = options.marks;
  const hasHighlights = mark && /==[^\s=]/.test(source);
  const subscript = sub && source.includes('~');
  const superscript = sup && source.includes('^');
  if (!hasHighlights && !subscript && !superscript) return null;
  return {
    features: { subscript, superscript },
    ...(hasHighlights && { inlines: highlight }),
  };
};

/** Pairs the delimiters of a block. */
function highlight(inlines: readonly Inline[]): void {
  const texts = inlines.filter(({ type, isLiteral }) => type === 'text' && !isLiteral);
  const tags = new Map<Inline, [at: number, tag: string][]>();
  const add = ({ inline, at }: Sign, tag: string) =>
    tags.set(inline, [...(tags.get(inline) ?? []), [at, tag]]);
  let open: Sign | null = null;
  for (const sign of texts.flatMap(listSigns)) {
    if (open !== null && sign.closes) {
      add(open, '<mark>');
      add(sign, '</mark>');
      open = null;
    } else if (open === null && sign.opens) open = sign;
  }
  for (const [inline, places] of tags) inline.parts = splitText(inline.value, places);
}

function listSigns(inline: Inline): Sign[] {
  const { value } = inline;
  return [...value.matchAll(/(?<!=)==(?!=)/g)].map(({ index: at }) => ({
    inline,
    at,
    opens: /(?<![\w{])==(?!\s)/.test(value.slice(Math.max(0, at - 1), at + 3)),
    closes: /(?<!\s)==(?!\w)/.test(value.slice(Math.max(0, at - 1), at + 3)),
  }));
}

/** Puts tags in the places of delimiters. */
function splitText(value: string, places: readonly (readonly [at: number, tag: string])[]) {
  let done = 0;
  const parts = places.flatMap(([at, tag]) => {
    const before = makeText(value.slice(done, at));
    done = at + 2;
    return [before, makeHtml(tag)];
  });
  return [...parts, makeText(value.slice(done))].filter((node) => !('value' in node) || node.value);
}
