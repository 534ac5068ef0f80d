/**
 * Liquid, and what is written alike in Nunjucks: tags `{% name a b %}` and `{% include name.html a="b" %}`, and values
 * `{{ page.title }}` and `{{ "/a" | url }}`. Pure.
 *
 * Jekyll: jekyllrb.com/docs/liquid/tags, /docs/includes and /docs/liquid/filters. Octopress: octopress.org/docs/plugins.
 * Hexo: hexo.io/docs/tag-plugins. Eleventy: 11ty.dev/docs/filters/url, /docs/plugins/syntaxhighlight.
 */
import {
  type Dialect,
  MARKDOWN_AND_HTML,
  makeUnknown,
  type Scan,
  type Step,
  tell,
} from './dialect.ts';
import { readValue } from './liquid-values.ts';
import { INSIDE, translateShortcode } from './shortcodes.ts';

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
    { starts: '{', formats: MARKDOWN_AND_HTML, pattern: TAG, translate: translateTag },
    { starts: '{', formats: MARKDOWN_AND_HTML, pattern: VALUE, translate: translateValue },
    makeUnknown('{', MARKDOWN_AND_HTML, /\{%-?\s+[a-z][\w-]*/iy, String),
  ],
};

function translateTag({ 0: whole, index, groups = {} }: RegExpExecArray, scan: Scan): Step {
  const { name = '', given = '' } = groups;
  const shortcode = {
    start: index,
    end: index + whole.length,
    name,
    given,
    isEnd: false,
    show: (shown: string) => `{% ${shown} %}`,
    endPattern: `\\{%-?\\s*end${name}\\s*-?%\\}`,
  };
  return translateShortcode(shortcode, scan);
}

function translateValue({ 0: whole, index, groups }: RegExpExecArray, scan: Scan): Step {
  const value = groups?.value ?? '';
  const end = index + whole.length;
  const text = readValue(value, scan, scan.source.body.slice(end, end + 2));
  if (text !== null) return { end, text };
  tell(`{{ ${/[\w.$@#/-]+/.exec(value)?.[0] ?? '…'} }}`, index, scan);
  return { end };
}
