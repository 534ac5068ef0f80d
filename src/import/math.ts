/**
 * Formulas of imported blogs: tells from their settings whether there are any between single dollars.
 */

import { readAll } from './generators/settings.ts';
import type { ImportInput } from './input.ts';

/** The settings and packages of all generators. */
const SETTINGS =
  /^(?:_config\.\w+|(?:config\/_default\/)?(?:hugo|config|params|markup|markdown)\.(?:toml|ya?ml|json)|\.?eleventy(?:\.config)?\.[cm]?[jt]s|astro\.config\.\w+|package\.json)$/;

const ON = String.raw`["']?\s*[:=]\s*["']?(?:true|on|yes)\b`;
/**
 * `math: true` and its like; Hugo's passthrough of single dollars; plugins for Astro, Eleventy and Hexo; an engine of
 * kramdown.
 */
const SIGNS = new RegExp(
  String.raw`^[^#\n]*\b(?:(?:use_?|has_?)?(?:math|mathjax|katex|latex)(?:_?enable[d]?)?${ON}|` +
    String.raw`(?:mathjax|katex|math):[ \t]*\n[ \t]+enabled?:[ \t]*true|` +
    String.raw`math_engine["']?\s*[:=]\s*["']?(?!nil|null|~)\w|` +
    String.raw`inline["']?\s*[:=]\s*\[+\s*\[?["']\$["']|` +
    String.raw`remark-math\b|rehype-(?:katex|mathjax)\b|markdown-it-(?:katex|mathjax\d?|texmath|math)\b|` +
    String.raw`hexo-(?:math|filter-mathjax|renderer-mathjax|math-katex)\b)`,
  'im',
);

/** True if the settings of a blog turn formulas on. */
export async function statesMath(input: ImportInput): Promise<boolean> {
  return SIGNS.test(await readAll(input, SETTINGS));
}
