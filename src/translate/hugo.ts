/**
 * Hugo: shortcodes `{{< name a="b" >}}` and `{{% name %}}`, with their ends `{{< /name >}}`, and the marks with which a
 * text shows them. Described at gohugo.io/content-management/shortcodes. Pure.
 */
import { type Dialect, editMatches, TEMPLATES } from './dialect.ts';
import { escapeSigns, INSIDE, removeEscapes } from './escapes.ts';
import type { ShortcodeSyntax, Tag } from './shortcode-tags.ts';
import { translateShortcodes } from './shortcodes.ts';

/** The closing sign may be missing. */
const SHORTCODE = new RegExp(
  String.raw`\{\{(?<sign>[<%])\s*(?=\S)(?<close>\/?)\s*(?<name>[\w./-]+)(?<given>(?:${INSIDE})*?)(?<void>\/?)[>%]?\}\}`,
  'g',
);
const ESCAPED = new RegExp(String.raw`\{\{[<%]\/\*(?:${INSIDE})*?\*\/[>%]\}\}`, 'g');

const SYNTAX: ShortcodeSyntax = {
  pattern: SHORTCODE,
  readTag: ({ index, 0: { length }, groups = {} }): Tag => {
    const { sign = '', close, name = '', given = '', void: slash } = groups;
    return {
      start: index,
      end: index + length,
      kind: close ? 'end' : slash ? 'void' : 'start',
      called: name.replace(/^.*\/|\.html$/g, ''),
      written: given,
      shown: `{{${sign} ${close}${name} ${sign === '<' ? '>' : '%'}}}`,
    };
  },
  writeEndPattern: ({ called }) => String.raw`\{\{[<%]\s*/\s*(?:[\w.-]+/)*${called}\s*[>%]\}\}`,
};

export const hugo: Dialect = {
  formats: TEMPLATES,
  sign: /\{\{[<%]/,
  translate: (body) => {
    const escaped = editMatches(body, ESCAPED, ([text]) => escapeSigns(removeEscapes(text)));
    const { edits, left } = translateShortcodes(body, SYNTAX);
    return { edits: [...escaped, ...edits], left };
  },
};
