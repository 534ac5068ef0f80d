/** Essays full of formulas, and what becomes of them on the way to their page. */
import { type EssayParser, translateBody } from '../../src/essays/essay-body.ts';
import { readFrontMatter } from '../../src/essays/front-matter.ts';
import { readBody } from '../../src/markdown/body.ts';
import { fillFormulas, maskFormulas, placeFormulas } from '../../src/markdown/formula-mask.ts';
import { findFormulas } from '../../src/markdown/formulas.ts';

/** The ways to write a formula in an essay, by name. */
export const INLINE: Readonly<Record<string, (tex: string) => string>> = {
  paragraph: (tex) => `Say $${tex}$ here, "so" it is.`,
  brackets: (tex) => `Say \\(${tex}\\) here.`,
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
  glued: (tex) => `Text.\n\n$$${tex}$$\n\nMore.`,
  brackets: (tex) => `\\[\n${tex}\n\\]`,
  fence: (tex) => `\`\`\`math\n${tex}\n\`\`\``,
  list: (tex) => `- one\n  $$\n${indent(tex, '  ')}\n  $$\n- two`,
  quotation: (tex) => `> Text.\n>\n> $$\n${indent(tex, '> ')}\n> $$\n>\n> More.`,
  'quotation in a list': (tex) => `1. one\n\n   > $$\n${indent(tex, '   > ')}\n   > $$\n\n2. two`,
};

const indent = (tex: string, prefix: string) => tex.replace(/^/gm, prefix);

/** What an essay's formulas are for the engine, and the body's HTML with `<math>n</math>` in place of each. */
export function readEssay(body: string, parser: EssayParser, isOn = true) {
  const file = { path: 'content/essays/x.md', bytes: Buffer.from(`---\ntitle: X\n---\n${body}`) };
  const written = readFrontMatter(file);
  const { listParts } = parser.markdown;
  const found = findFormulas(written.body, { format: 'markdown', isOn, components: [], listParts });
  const tex = found.formulas.map((each) => each.tex);
  const mask = maskFormulas(written, found);
  const { source } = translateBody(mask?.source ?? written, 'markdown', parser);
  const html = parser.markdown.toHtml(source.body, 'markdown');
  const results = tex.map((_, i) => ({ html: `<math>${i}</math>` }));
  const ready = { found, page: { results, labels: new Map() } };
  const placed = mask === null ? html : placeFormulas(html, mask, ready);
  const read = readBody(placed, { title: 'X', siteUrl: 'https://a.example' });
  return { tex, html: fillFormulas(read.html, ready), found };
}

/** Compares what the engine gets with what is written, and the page of the same essay with that of a simple formula. */
export function findSpoilt(
  tex: string,
  write: (tex: string) => string,
  parser: EssayParser,
): string | null {
  const body = write(tex);
  const essay = readEssay(body, parser);
  const simple = readEssay(write('x'), parser);
  if (essay.tex.length !== simple.tex.length || essay.tex.some((each) => each !== tex.trim())) {
    return JSON.stringify({ body, tex: essay.tex });
  }
  const isSame = withoutNames(essay.html) === withoutNames(simple.html);
  return isSame ? null : JSON.stringify({ body, html: essay.html });
}

/** Takes out what a heading's words are made into, and the focus of a table that a long formula makes wide. */
function withoutNames(html: string): string {
  return html.replace(/(?<=<h2).*?(?=>)|<a class="anchor".*?<\/a>| tabindex="0"(?=><table)/g, '');
}
