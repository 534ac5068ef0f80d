/**
 * The small marks, each turned on by a setting. The engine reads `H~2~O` and `x^2^`. The delimiters of `==marked==`,
 * which may enclose emphasis and links, become tags here.
 */
import type { MdastVisitorContext } from 'satteri';
import type { Inline } from '../inlines.ts';
import { makeHtml, makeText, type NodeOf, placeOf, sourceOf } from '../markdown-nodes.ts';
import type { Rule } from '../rule.ts';

/** A delimiter, with what may stand beside it: a highlight has no space at its edges, and none is empty. */
interface Sign {
  readonly inline: Inline;
  readonly at: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

/** Two single tildes in a block. */
const TILDES = /(?<!~)~(?!~)(?:[^~\n]|\n(?![ \t]*\n))+~(?!~)/;

export const marks: Rule = ({ options, source }) => {
  const { marks: isOn } = options;
  const hasHighlights = isOn.mark && /==[^\s=]/.test(source);
  const hasTildes = TILDES.test(source);
  const superscript = isOn.superscript && source.includes('^');
  if (!hasHighlights && !hasTildes && !superscript) return null;
  const restore = (node: Script, context: MdastVisitorContext) => {
    if (!isMark(node, source, isOn.subscript)) restoreSigns(node, source, context);
  };
  return {
    features: { subscript: isOn.subscript && hasTildes, superscript },
    needsPlaces: hasTildes || superscript || source.includes('\\='),
    markdown: { delete: restore, subscript: restore, superscript: restore },
    ...(hasHighlights && { inlines: (inlines) => highlight(inlines, source) }),
  };
};

type Script = NodeOf<'delete'> | NodeOf<'subscript'> | NodeOf<'superscript'>;

/** False for signs that the engine pairs, but no author would: those of `5~10 and 6~12`. */
function isMark(node: Script, source: string, hasSubscripts: boolean): boolean {
  const written = sourceOf(node, source);
  if (written.startsWith('~~')) return true;
  if (node.type !== 'delete') return !/(?<!\\)\s/.test(written);
  // Without subscripts, the engine strikes `~text~` through.
  return !hasSubscripts && !/[\p{L}\p{N})\]]/u.test(source.charAt(placeOf(node).start - 1));
}

function restoreSigns(node: Script, source: string, context: MdastVisitorContext): void {
  const sign = makeText(source.charAt(placeOf(node).start)) as NodeOf<'text'>;
  context.replaceNode(node, [sign, ...node.children, sign]);
}

/** Pairs the delimiters of a block. */
function highlight(inlines: readonly Inline[], source: string): void {
  const texts = inlines.filter(({ type, isLiteral }) => type === 'text' && !isLiteral);
  const tags = new Map<Inline, [at: number, tag: string][]>();
  const add = ({ inline, at }: Sign, tag: string) =>
    tags.set(inline, [...(tags.get(inline) ?? []), [at, tag]]);
  let open: Sign | null = null;
  for (const sign of texts.flatMap((inline) => listSigns(inline, source))) {
    if (open !== null && sign.closes) {
      add(open, '<mark>');
      add(sign, '</mark>');
      open = null;
    } else if (open === null && sign.opens) open = sign;
  }
  for (const [inline, places] of tags) inline.parts = splitText(inline.value, places);
}

function listSigns(inline: Inline, source: string): Sign[] {
  const { node, value } = inline;
  // A run of signs in the text is the same run in the source, where a backslash may be before it or in it.
  const written = [...sourceOf(node, source).matchAll(/(\\*)=(?:\\?=)*/g)];
  const isEscaped = (nth: number) => {
    const [run = '', before = ''] = written[nth] ?? [];
    return before.length % 2 === 1 || run.includes('\\', before.length);
  };
  const runs = [...value.matchAll(/=+/g)].filter(
    ({ 0: run }, nth) => run.length === 2 && !isEscaped(nth),
  );
  return runs.map(({ index: at }) => {
    const around = value.slice(Math.max(0, at - 1), at + 3);
    const opens = /(?<![\w{])==(?!\s)/.test(around);
    return { inline, at, opens, closes: /(?<!\s)==(?!\w)/.test(around) };
  });
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
