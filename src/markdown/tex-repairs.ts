/**
 * Rewrites TeX that LaTeX and MathJax understand but Temml doesn't, or not in the same way.
 */
import type { TexEdit } from './tex-edits.ts';

/** The environments of whole formulas. */
export const ENVIRONMENT =
  /\\(begin|end)\{(equation|align|gather|multline|alignat|flalign|eqnarray|displaymath)(\*?)\}/g;

/** Changes a formula's environments and colours to what Temml knows. */
export function repairTex(tex: string): TexEdit[] {
  if (!tex.includes('\\')) return [];
  return [...renameEnvironments(tex), ...joinColumns(tex), ...limitColours(tex)];
}

/** Removes Temml's equation numbers, which need a script. */
function renameEnvironments(tex: string): TexEdit[] {
  return Array.from(tex.matchAll(ENVIRONMENT), ({ 0: written, 1: side, 2: name = '', index }) => {
    const known = /^(?:flalign|eqnarray)$/.test(name) ? 'align' : name;
    const isBare = name === 'equation' || name === 'displaymath';
    const text = isBare ? '' : `\\${side}{${known}*}`;
    return { start: index, end: index + written.length, text };
  });
}

const COLUMNS = /\\(begin|end)\{eqnarray\*?\}|\\(begin|end)(?![a-zA-Z])|\\[\s\S]|[{}&]|%.*/g;

/** Joins the second and third columns of `eqnarray`, a sign and what follows it: `align` has one column for both. */
function joinColumns(tex: string): TexEdit[] {
  const edits: TexEdit[] = [];
  let isInside = false;
  let depth = 0;
  let count = 0;
  for (const { 0: token, 1: bound, 2: nested, index: start } of tex.matchAll(COLUMNS)) {
    if (bound !== undefined) isInside = bound === 'begin';
    if (bound !== undefined) depth = 0;
    else if (token === '{' || nested === 'begin') depth += 1;
    else if (token === '}' || nested === 'end') depth -= 1;
    if (bound !== undefined || (token === '\\\\' && depth === 0)) count = 0;
    if (token !== '&' || !isInside || depth !== 0) continue;
    count += 1;
    if (count === 2) edits.push({ start, end: start + 1, text: '' });
  }
  return edits;
}

const COLOUR = /\\\\|\\(?:text)?color\s*\{([^{}]*)\}(?=\s*(\{)?)/g;

/** Makes `\color{red}{x}` end after the braces, as in MathJax, and replaces `green` with CSS's, which is readable. */
function limitColours(tex: string): TexEdit[] {
  const edits: TexEdit[] = [];
  for (const { 0: written, 1: name, 2: brace, index: start } of tex.matchAll(COLOUR)) {
    if (name === undefined) continue;
    const command = brace === undefined && !written.startsWith('\\text') ? 'color' : 'textcolor';
    const colour = name.trim() === 'green' ? '#008000' : name;
    edits.push({ start, end: start + written.length, text: `\\${command}{${colour}}` });
  }
  return edits;
}
