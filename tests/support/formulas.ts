/** Essays full of formulas, and what becomes of them on the way to their page. */
import type { MarkdownEngine } from '../../src/markdown/engine.ts';
import type { Part } from '../../src/markdown/parts.ts';
import { readBody } from '../../src/markdown/read-body.ts';
import type { Options } from '../../src/markdown/rule.ts';
import { decodeEntities, foldSpace } from '../../src/text/text.ts';
import { USUAL } from './bodies.ts';

/** The ways to write a formula in an essay, by name. */
export const INLINE: Readonly<Record<string, (tex: string) => string>> = {
  paragraph: (tex) => `Say $${tex}$ here, "so" it is.`,
  list: (tex) => `- one $${tex}$\n- two`,
  'nested list': (tex) => `1. one\n   - two $${tex}$ more\n2. three`,
  quotation: (tex) => `> Say $${tex}$ *here*.`,
  table: (tex) => `| a | b |\n|---|---|\n| $${tex}$ | *c* |`,
  emphasis: (tex) => `Say *$${tex}$* and **bold $${tex}$** here.`,
  'the text of a link': (tex) => `Say [$${tex}$](https://a.example/_x_) here.`,
  footnote: (tex) => `Say.[^1]\n\n[^1]: See $${tex}$.`,
  heading: (tex) => `## About $${tex}$ here`,
  definition: (tex) => `Term\n: is $${tex}$ here`,
  'between stars and lines': (tex) => `a*b_c $${tex}$ d*e_f [g] $${tex}$ h* i_`,
};

export const DISPLAY: Readonly<Record<string, (tex: string) => string>> = {
  block: (tex) => `Text.\n\n$$\n${tex}\n$$\n\nMore.`,
  'in a paragraph': (tex) => `Text\n$$\n${tex}\n$$\nmore.`,
  fence: (tex) => `\`\`\`math\n${tex}\n\`\`\``,
  list: (tex) => `- one\n  $$\n${indent(tex, '  ')}\n  $$\n- two`,
  quotation: (tex) => `> Text.\n>\n> $$\n${indent(tex, '> ')}\n> $$\n>\n> More.`,
  'quotation in a list': (tex) => `1. one\n\n   > $$\n${indent(tex, '   > ')}\n   > $$\n\n2. two`,
};

const indent = (tex: string, prefix: string) => tex.replace(/^/gm, prefix);

const OPTIONS: Options = { ...USUAL, math: { isOn: true, macros: {} } };

/** Reads a body in which single dollars are formulas, unless options say otherwise. */
export function readMath(engine: MarkdownEngine, body: string, options: Partial<Options> = {}) {
  const read = readBody(engine, body, { ...OPTIONS, ...options });
  return { ...read, html: read.parts.map(writePart).join('') };
}

function writePart(part: Part): string {
  if (typeof part === 'string') return part;
  if (part.kind === 'slot') return part.written ?? '';
  if (part.kind === 'page') return part.parts.map(writePart).join('');
  return part.kind === 'id' ? part.id : '';
}

/** Writes the formulas of a page as TeX between dollars, two of each for one on lines of its own. */
export function showTex(html: string): string {
  return html
    .replace(/<math alttext="([^"]*)"(.*?)<\/math>/g, (_, tex: string, rest: string) =>
      rest.startsWith(' display="block"')
        ? `$$${decodeEntities(tex)}$$`
        : `$${decodeEntities(tex)}$`,
    )
    .replace(/<span class="joined">(.*?)<\/span>/g, '$1');
}

/** Compares what the engine gets with what is written, and the page of the same essay with that of a simple formula. */
export function findSpoilt(
  tex: string,
  write: (tex: string) => string,
  engine: MarkdownEngine,
): string | null {
  const body = write(tex);
  const essay = listFormulas(readMath(engine, body).html);
  const simple = listFormulas(readMath(engine, write('x')).html);
  const isSame = essay.html === simple.html && essay.tex.length === simple.tex.length;
  const isWhole = essay.tex.every((each) => each === foldSpace(tex).trim());
  return isSame && isWhole ? null : JSON.stringify({ body, ...essay });
}

const SHOWN =
  /<(?:div|span)(?: id="[^"]*")? class="formula[^>]*><math alttext="([^"]*)".*?<\/math><\/(?:div|span)>|<math alttext="([^"]*)".*?<\/math>|<pre><code>([^<]*)<\/code><\/pre>|<code>([^<]*)<\/code>/g;

/** Takes the formulas out of a page, those that can't be read too, and what is made from a heading's words. */
function listFormulas(page: string): { readonly tex: readonly string[]; readonly html: string } {
  const tex: string[] = [];
  const html = page.replace(SHOWN, (_, ...groups: (string | undefined)[]) => {
    const written = groups.slice(0, 4).find((each) => each !== undefined) ?? '';
    tex.push(foldSpace(decodeEntities(written)).trim());
    return 'F';
  });
  const names = /(?<=<h)[^>]*(?=>)|<a class="anchor".*?<\/a>/g;
  const boxes = /<span class="(?:joined|wide-formula)"[^>]*>(.*?)<\/span>/g;
  return { tex, html: html.replace(names, '').replace(boxes, '$1') };
}
