/**
 * Zola: shortcodes `{{ name(a="b") }}` and `{% name(a="b") %}…{% end %}`, and links to files of the site,
 * `@/posts/a.md`. Described at getzola.org/documentation/content/shortcodes and /documentation/content/linking. Pure.
 */
import { toAddress } from '../markdown/addresses.ts';
import { type Dialect, editMatches, TEMPLATES } from './dialect.ts';
import { INSIDE } from './escapes.ts';
import type { ShortcodeSyntax, Tag } from './shortcode-tags.ts';
import { translateShortcodes } from './shortcodes.ts';

const SHORTCODE = new RegExp(
  String.raw`\{(?<sign>[{%])-?\s*(?:(?<name>[\w.:]+)\((?<given>(?:${INSIDE})*)\)|(?<close>end))\s*-?[}%]\}`,
  'g',
);
const LINK = /(?<=[("'<]|\]: )@(\/[^\s()"'<>]+\.md)/gi;

const SYNTAX: ShortcodeSyntax = {
  pattern: SHORTCODE,
  readTag: ({ index, 0: { length }, groups = {} }): Tag | null => {
    const { sign, name = '', given = '', close } = groups;
    if (close !== undefined && sign === '{') return null;
    return {
      start: index,
      end: index + length,
      kind: close ? 'end' : sign === '{' ? 'void' : 'start',
      called: name.replace(/^.*::/, ''),
      written: given,
      shown: close ? '{% end %}' : sign === '{' ? `{{ ${name}() }}` : `{% ${name}() %}`,
    };
  },
  writeEndPattern: () => String.raw`\{%-?\s*end\s*-?%\}`,
};

export const zola: Dialect = {
  formats: TEMPLATES,
  sign: /\{[{%]-?\s*[\w.:]+\(|@\//,
  translate: (body) => {
    const links = editMatches(body, LINK, ([, path]) => toAddress(path));
    const { edits, left } = translateShortcodes(body, SYNTAX);
    return { edits: [...links, ...edits], left };
  },
};
