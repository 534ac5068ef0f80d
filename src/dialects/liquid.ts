/**
 * Liquid, and what is written alike in Nunjucks: tags `{% name a b %}` and `{% include name.html a="b" %}`, and values
 * `{{ page.title }}` and `{{ "/a" | url }}`. Pure.
 *
 * Jekyll: jekyllrb.com/docs/liquid/tags, /docs/includes and /docs/liquid/filters. Octopress: octopress.org/docs/plugins.
 * Hexo: hexo.io/docs/tag-plugins. Eleventy: 11ty.dev/docs/filters/url, /docs/plugins/syntaxhighlight.
 */
import {
  type Dialect,
  type DialectScan,
  MARKDOWN_AND_HTML,
  type Match,
  reportUnknown,
} from './dialect.ts';
import { readValue } from './liquid-values.ts';
import { INSIDE, makeShortcodes } from './shortcodes.ts';

const TAG = new RegExp(
  String.raw`\{%-?\s*(?<name>[\w:-]+)(?![\w:-])(?<given>(?:\{\{[^{}\n]*\}\}|${INSIDE})*)%\}`,
  'y',
);
const VALUE = new RegExp(
  String.raw`\{\{(?<value>(?:-?\s*(?:"[^"\n]*"|'[^'\n]*'))?(?:${INSIDE})*)\}\}`,
  'y',
);

export const liquid: Dialect = {
  name: 'Liquid',
  signs: ['\\{\\{', '\\{%'],
  syntaxes: [
    ...makeShortcodes({
      pattern: TAG,
      show: (name) => `{% ${name} %}`,
      writeEndPattern: (name) => `\\{%-?\\s*end${name}\\s*-?%\\}`,
      unfinished: /\{%-?\s+[a-z][\w-]*/iy,
    }),
    { starts: '{', formats: MARKDOWN_AND_HTML, pattern: VALUE, translate: translateValue },
  ],
};

function translateValue(
  { start, end, groups: { value = '' } }: Match,
  scan: DialectScan,
): string | null {
  const text = readValue(value, scan, scan.source.body.slice(end, end + 2));
  if (text === null) {
    const shown = `{{ ${/[\w.$@#/-]+/.exec(value)?.[0] ?? '…'} }}`;
    reportUnknown({ kind: 'value', shown }, start, scan);
  }
  return text;
}
