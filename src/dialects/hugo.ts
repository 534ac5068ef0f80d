/**
 * Hugo: shortcodes `{{< name a="b" >}}` and `{{% name %}}`, with an end `{{< /name >}}`. One with a comment for its
 * inside is shown as text; Zola has this escape as well.
 *
 * Described at gohugo.io/shortcodes and gohugo.io/content-management/shortcodes. Pure.
 */
import { removeEscapes } from './code.ts';
import { type Dialect, MARKDOWN_AND_HTML, makeUnknown, type Scan, type Step } from './dialect.ts';
import { INSIDE, translateShortcode } from './shortcodes.ts';

const ESCAPED = new RegExp(String.raw`\{\{[<%]?\/\*(?:${INSIDE})*\*\/[>%]?\}\}`, 'y');
const SHORTCODE = new RegExp(
  String.raw`\{\{(?<sign>[<%])\s*(?<close>\/?)\s*(?<name>[\w./-]+)(?<given>(?:${INSIDE})*)%?\}\}`,
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
      translate: ({ 0: escaped, index }) => {
        const text = removeEscapes(escaped).replace('<', '&lt;');
        return { end: index + escaped.length, text };
      },
    },
    {
      starts: '{',
      formats: MARKDOWN_AND_HTML,
      pattern: SHORTCODE,
      translate: translateMatch,
    },
    makeUnknown('{', MARKDOWN_AND_HTML, /\{\{[<%]\s+[a-z][\w-]*/iy, String),
  ],
};

function translateMatch({ 0: whole, index, groups = {} }: RegExpExecArray, scan: Scan): Step {
  const { sign, close, name = '', given = '' } = groups;
  // As written: it may lack its sign.
  const [closer = ''] = /[>%]?\}\}$/.exec(whole) ?? [];
  const shortcode = {
    start: index,
    end: index + whole.length,
    name,
    given: given.replace(/\/?>?$/, ''),
    isEnd: close === '/',
    show: (shown: string) => `{{${sign} ${shown} ${closer}`,
    endPattern: `\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}`,
  };
  return translateShortcode(shortcode, scan);
}
