/**
 * The parts of a body that hold no formula: code, addresses and raw HTML. Pure.
 */
import type { Part } from './edits.ts';

/** A part of a body without formulas. */
export interface Literal {
  readonly start: number;
  readonly end: number;
}

const CODE_ELEMENT =
  /^<(code|kbd|samp|tt|pre|textarea|title|svg|math|xmp)\b(?:"[^"]*"|'[^']*'|[^"'>])*>$/i;

/** Lists the parts of Markdown without formulas: code, raw HTML and addresses. */
export function listLiterals(body: string, parts: readonly Part[]): Literal[] {
  const literals: Literal[] = [];
  let code: { readonly name: string; readonly start: number } | null = null;
  for (const { type, start, end } of [...parts].sort((a, b) => a.start - b.start)) {
    const text = body.slice(start, end);
    if (type === 'html' && code !== null) {
      if (text.toLowerCase() !== `</${code.name}>`) continue;
      literals.push({ start: code.start, end });
      code = null;
      continue;
    }
    const [, element] = type === 'html' ? (CODE_ELEMENT.exec(text) ?? []) : [];
    if (element !== undefined) code = { name: element.toLowerCase(), start };
    else if (/^(?:html|code|inlineCode|definition)$/.test(type)) literals.push({ start, end });
    else if (type === 'link' || type === 'image') {
      const isBare = type === 'link' && !text.startsWith('[');
      const url = isBare ? 0 : text.lastIndexOf('](');
      if (url !== -1) literals.push({ start: start + url, end });
    }
  }
  return literals.sort((a, b) => a.start - b.start);
}

const HTML_PART =
  /<!--[\s\S]*?(?:-->|$)|<(pre|code|kbd|samp|tt|script|style|textarea|svg|math|title|xmp)\b[\s\S]*?(?:<\/\1\s*>|$)|<\/?[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi;

/** Lists the tags of HTML, and the elements whose content is code. */
export function listHtml(body: string): Literal[] {
  return Array.from(body.matchAll(HTML_PART), ({ 0: text, index }) => {
    return { start: index, end: index + text.length };
  });
}
