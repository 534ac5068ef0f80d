/**
 * The places of tables of contents: `[TOC]` of Python-Markdown, `[[toc]]` of VuePress, `[[_TOC_]]` of GitLab, `{:toc}`
 * of kramdown, `{{TOC}}` of MultiMarkdown, `{{ .TableOfContents }}` of Hugo, `{{ page.toc }}` of Zola and Jekyll,
 * `<!-- toc -->` of many tools, and `<TOCInline />` of Docusaurus. Shortcodes named `toc` are in `shortcode-table.ts`.
 *
 * They must be on a line of their own; elsewhere, other dialects report them, or they are text. Pure.
 */
import { CONTENTS_PLACE } from '../markdown/contents.ts';
import {
  type Dialect,
  type DialectScan,
  inAnyCase,
  LIST_STARTS,
  MARKDOWN_AND_HTML,
  type Match,
} from './dialect.ts';

const TOC = inAnyCase('toc');

export const contents: Dialect = {
  name: 'Contents',
  signs: [`\\[_?${TOC}_?\\]`, '\\{:', '\\{\\{', `<!--\\s*${TOC}\\b`, '<TOCInline'],
  syntaxes: [
    {
      starts: '[',
      isAtLineStart: true,
      pattern: /(?<indent>[ >]{0,12})(?:\[\[?toc\]\]?|\[\[_toc_\]\])[ \t]*$/imy,
      translate: writePlace,
    },
    {
      starts: LIST_STARTS,
      isAtLineStart: true,
      // The list item that the contents replace; a fence in it is code.
      pattern:
        /(?<indent>[ \t]*)(?:[*+-]|\d+\.)[ \t](?!`{3}|~{3})[^\n]*\n[ \t]*\{:\s*toc\b[^{}\n]*\}/iy,
      translate: writePlace,
    },
    {
      starts: '{',
      isAtLineStart: true,
      formats: MARKDOWN_AND_HTML,
      pattern:
        /(?<indent>[ \t]*)(?:\{:\s*toc\b[^{}\n]*\}|\{\{-?\s*(?:toc|(?:\$?\.|\.?page\.)(?:toc|TableOfContents))\s*-?\}\})[ \t]*$/imy,
      translate: writePlace,
    },
    {
      starts: '<',
      isAtLineStart: true,
      formats: MARKDOWN_AND_HTML,
      pattern:
        /(?<indent>[ \t]*)(?:<!--\s*toc\s*-->(?:\s*<!--\s*(?:tocstop|\/toc|toc end)\s*-->)?|<TOCInline\b(?:[^<>{}\n]|\{[^{}\n]*\})*>)[ \t]*$/imy,
      translate: (match, scan) => (isWritten(match, scan) ? null : writePlace(match, scan)),
    },
    {
      starts: 'i',
      isAtLineStart: true,
      pattern: /import\s+TOCInline\s+from\s+['"][^'"\n]+['"];?[ \t]*$/my,
      translate: () => '',
    },
  ],
};

/** Blank lines around the place keep the neighbouring lines Markdown. */
function writePlace({ groups: { indent = '' } }: Match, { format }: DialectScan): string {
  if (format === 'html') return CONTENTS_PLACE;
  return `${indent}\n${indent}${CONTENTS_PLACE}\n${indent}`;
}

/** True for a comment that a tool has already written a list below, up to a closing comment. */
function isWritten({ text, end }: Match, { source: { body } }: DialectScan): boolean {
  return (
    /^\s*<!--\s*toc\s*-->\s*$/i.test(text) &&
    /<!--\s*(?:tocstop|\/toc|toc end)\s*-->/i.test(body.slice(end))
  );
}
