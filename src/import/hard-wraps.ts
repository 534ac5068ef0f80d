/**
 * Line breaks of blogs whose Markdown shows each line of a paragraph by itself, as Hexo's does by default: a backslash at
 * the end of a line keeps its break. Pure.
 */
import { listNodes } from '../translate/code-spans.ts';
import type { GeneratorName } from './generators.ts';

/** The settings of markdown-it and marked, of Hugo and of kramdown; a plugin for Astro. */
const ON =
  /\bbreaks["']?\s*:\s*true\b|\bhardwraps\s*[:=]\s*true\b|\bhard_wrap\s*:\s*true\b|\bremark-breaks\b/i;
const OFF = /\bbreaks["']?\s*:\s*false\b/;

/** True if the settings of a blog, or Hexo's defaults, make each line end a line break. */
export function statesBreaks(name: GeneratorName, markup: string): boolean {
  const isDefault = name === 'hexo' && markup.includes('hexo-renderer-marked');
  return ON.test(markup) || (isDefault && !OFF.test(markup));
}

const TEXTS: ReadonlySet<string> = new Set(['text']);
/** A line of a directive or of a template tag. */
const MARKUP = /^[\s>]*(?::{2}|\{[{%])/;

/** Writes a backslash at the end of each line that another line of its paragraph follows. */
export function keepLineBreaks(body: string, math: boolean): string {
  const ends = listNodes(body, TEXTS, math).flatMap(({ start, end }) =>
    Array.from(body.slice(start, end).matchAll(/\n/g), ({ index }) => start + index),
  );
  const isOfWords = (at: number) => {
    const before = body.slice(body.lastIndexOf('\n', at - 1) + 1, at);
    return !MARKUP.test(before) && !MARKUP.test(body.slice(at + 1));
  };
  let written = '';
  let done = 0;
  for (const at of ends.filter(isOfWords)) {
    written += `${body.slice(done, at)}\\`;
    done = at;
  }
  return written + body.slice(done);
}
