/**
 * The places of tables of contents on lines of their own, which become `[TOC]`: `[[toc]]` of VuePress and Eleventy, `{:toc}`
 * of kramdown with its item, `{{ .TableOfContents }}` of Hugo, and `<!-- toc -->`. Pure.
 */
import { type Dialect, editMatches, findLiteral, MARKDOWN } from './dialect.ts';

const PLACE =
  /^(?<indent>[ \t>]*)(?<form>\[\[_?toc_?\]\]|@\[toc\]|(?:(?:[*+-]|\d+\.)[ \t](?!`{3}|~{3})[^\n]*\n[ \t]*)?\{:\s*toc\b[^{}\n]*\}|\{\{\s*\.TableOfContents\s*\}\})[ \t]*$/gim;
/** If a comment for the end follows, a tool wrote the list between the two, and it stays. */
const COMMENT = /^<!--\s*toc\s*-->(?![\s\S]*<!--\s*(?:tocstop|\/toc)\s*-->)/gim;

export const contents: Dialect = {
  formats: MARKDOWN,
  sign: /\btoc\b|_toc_|TableOfContents/i,
  translate: (body) => {
    const { text } = body;
    const places = editMatches(body, PLACE, ({ index, 0: all, groups: { indent = '' } = {} }) => {
      // It is a paragraph of its own.
      const isFirst = /(?:^|\n)[ \t>]*\n$|^$/.test(text.slice(0, index));
      const isLast = /^(?:$|\n[ \t>]*(?:\n|$))/.test(text.slice(index + all.length));
      const gap = `${indent.trimEnd()}\n`;
      return `${isFirst ? '' : gap}${indent}[TOC]${isLast ? '' : `\n${indent.trimEnd()}`}`;
    });
    const comments = [...text.matchAll(COMMENT)]
      .filter(({ index }) => findLiteral(body.literals, index)?.start === index)
      .map(({ index: at, 0: was }) => ({ at, was, is: '[TOC]' }));
    return { edits: [...places, ...comments] };
  },
};
