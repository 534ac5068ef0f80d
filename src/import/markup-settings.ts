/**
 * Reads which extensions of Markdown an imported blog used, from its settings and packages: formulas, small marks and line
 * breaks.
 */

import { readAll } from './generators/settings.ts';
import type { ImportInput } from './input.ts';

/** The settings and packages of all generators. */
const SETTINGS =
  /^(?:_config\.\w+|(?:config\/_default\/)?(?:hugo|config|params|markup|markdown)\.(?:toml|ya?ml|json)|\.?eleventy(?:\.config)?\.[cm]?[jt]s|astro\.config\.\w+|quartz\.config\.ts|pelicanconf\.py|package\.json)$/;

const ON = String.raw`["']?\s*[:=]\s*["']?(?:true|on|yes)\b`;
/**
 * `math: true` and its like; Hugo's passthrough of single dollars; plugins for Astro, Eleventy and Hexo; an engine of
 * kramdown.
 */
const MATH = new RegExp(
  String.raw`^[^#\n]*\b(?:(?:use_?|has_?)?(?:math|mathjax|katex|latex)(?:_?enable[d]?)?${ON}|` +
    String.raw`(?:mathjax|katex|math):[ \t]*\n[ \t]+enabled?:[ \t]*true|` +
    String.raw`math_engine["']?\s*[:=]\s*["']?(?!nil|null|~)\w|` +
    String.raw`inline["']?\s*[:=]\s*\[+\s*\[?["']\$["']|` +
    String.raw`remark-math\b|rehype-(?:katex|mathjax)\b|markdown-it-(?:katex|mathjax\d?|texmath|math)\b|` +
    String.raw`hexo-(?:math|filter-mathjax|renderer-mathjax|math-katex)\b)`,
  'im',
);

/** Reads the settings of a blog that may name extensions of Markdown, and its list of packages. */
export function readMarkup(input: ImportInput): Promise<string> {
  return readAll(input, SETTINGS);
}

/** True if these settings turn formulas between single dollars on. */
export function statesMath(markup: string): boolean {
  return MATH.test(markup);
}

/** The same setting in markdown-it, goldmark, kramdown, commonmark, Python-Markdown, remark and Quartz. */
const BREAKS =
  /^(?![ \t]*\/\/)[^#\n]*(?:\b(?:breaks|hard_?wraps?)["']?\s*[:=]\s*true|HARDBREAKS|\bnl2br\b|\bremark-breaks\b|^\s*Plugin\.HardLineBreaks\b)/im;
const NO_BREAKS = /^[^#\n]*\bbreaks["']?\s*:\s*false|hexo-renderer-pandoc/m;

/** True if the blog showed line ends within paragraphs, as Hexo does unless its settings say otherwise. */
export function showsLineEnds(generator: string, markup: string): boolean {
  return BREAKS.test(markup) || (generator === 'hexo' && !NO_BREAKS.test(markup));
}
