/**
 * Hugo: shortcodes `{{< name a="b" >}}` and `{{% name %}}`, with an end `{{< /name >}}`. One with a comment for its
 * inside is shown as text; Zola has this escape as well.
 *
 * Described at gohugo.io/shortcodes and gohugo.io/content-management/shortcodes. Pure.
 */
import { removeEscapes } from './code.ts';
import { type Dialect, MARKDOWN_AND_HTML } from './dialect.ts';
import { INSIDE, makeShortcodes } from './shortcodes.ts';

const ESCAPED = new RegExp(String.raw`\{\{[<%]?\/\*(?:${INSIDE})*\*\/[>%]?\}\}`, 'y');
/** The closing sign may be missing. */
const SHORTCODE = new RegExp(
  String.raw`\{\{(?<sign>[<%])\s*(?<close>\/?)\s*(?<name>[\w./-]+)(?<given>(?:${INSIDE})*?)\/?>?%?\}\}`,
  'y',
);

export const hugo: Dialect = {
  name: 'Hugo',
  signs: ['\\{\\{'],
  syntaxes: [
    {
      starts: '{',
      formats: MARKDOWN_AND_HTML,
      pattern: ESCAPED,
      translate: ({ text }) => removeEscapes(text).replace('<', '&lt;'),
    },
    ...makeShortcodes({
      pattern: SHORTCODE,
      show: (name, { text, groups }) => {
        const [end = ''] = /[>%]?\}\}$/.exec(text) ?? [];
        return `{{${groups.sign} ${name} ${end}`;
      },
      writeEndPattern: (name) => `\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`,
      unfinished: /\{\{[<%]\s+[a-z][\w-]*/iy,
    }),
  ],
};
