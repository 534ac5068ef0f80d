/**
 * The places of tables of contents on lines of their own, which become `[TOC]`: `[[toc]]` of VuePress, `[[_TOC_]]` of
 * GitLab, `@[toc]` of many editors, `{:toc}` of kramdown, `{{TOC}}` of MultiMarkdown, `{{ .TableOfContents }}` of Hugo,
 * `{{ page.toc }}` of Zola, shortcodes and tags called `toc`, `<!-- toc -->`, and `<TOCInline />` of Docusaurus. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { type Dialect, type ForeignBody, findLiteral, MARKDOWN } from './dialect.ts';

export const contents: Dialect = {
  name: 'contents',
  formats: MARKDOWN,
  sign: /\btoc\b|_toc_|TableOfContents|<TOCInline/i,
  translate: (body) => ({
    edits: [...body.text.matchAll(PLACE)].flatMap((each) => write(each, body)),
    left: [],
  }),
};

const CALLS = [
  String.raw`\{\{[<%]\s*toc\b[^{}\n]*[%>]\}\}`,
  String.raw`\{%-?\s*(?:include\s+)?toc(?:\.html)?\b[^{}\n]*%\}`,
  String.raw`\{\{-?\s*(?:(?:\$?\.|\.?page\.)?(?:toc|TableOfContents)(?:\(\))?)\s*(?:\|\s*safe\s*)?-?\}\}`,
];
const FORMS = [
  String.raw`\[\[toc\]\]|\[\[_toc_\]\]|@\[toc\](?:\([^()\n]*\))?`,
  // The item that kramdown's contents replace.
  String.raw`(?:(?:[*+-]|\d+\.)[ \t](?!\x60{3}|~{3})[^\n]*\n[ \t]*)?\{:\s*toc\b[^{}\n]*\}`,
  ...CALLS,
  String.raw`<!--\s*toc\s*-->(?<close>\s*<!--\s*(?:tocstop|\/toc|toc end)\s*-->)?`,
  String.raw`<TOCInline\b(?:[^<>{}\n]|\{[^{}\n]*\})*>`,
];
const PLACE = new RegExp(String.raw`^(?<indent>[ \t>]*)(?<form>${FORMS.join('|')})[ \t]*$`, 'gim');

/** Writes `[TOC]` as a paragraph of its own. */
function write(match: RegExpMatchArray, { text, literals }: ForeignBody): TextEdit[] {
  const { indent = '', form = '', close } = match.groups ?? {};
  const at = (match.index ?? 0) + indent.length;
  const isComment = form.startsWith('<!--');
  if (!isComment && findLiteral(literals, at) !== undefined) return [];
  const end = at + form.length;
  // A tool has written the list below such a comment.
  const isWritten =
    isComment &&
    close === undefined &&
    /<!--\s*(?:tocstop|\/toc|toc end)\s*-->/i.test(text.slice(end));
  if (isWritten) return [];
  const before = /(?:^|\n)[ \t>]*\n[ \t>]*$|^[ \t>]*$/.test(text.slice(0, at)) ? '' : `\n${indent}`;
  const after = /^[ \t]*(?:$|\n[ \t>]*(?:\n|$))/.test(text.slice(end))
    ? ''
    : `\n${indent.trimEnd()}`;
  return [{ at, was: form, is: `${before}[TOC]${after}` }];
}
