/**
 * Liquid, and the same syntax in Nunjucks: tags `{% name a b %}` with their ends, includes
 * `{% include name.html a="b" %}`, and values `{{ page.title }}` and `{{ "/a" | relative_url }}`. Pure.
 *
 * Jekyll: jekyllrb.com/docs/liquid/tags, /docs/includes and /docs/liquid/filters. Octopress: octopress.org/docs/plugins.
 * Hexo: hexo.io/docs/tag-plugins. Eleventy: 11ty.dev/docs/filters/url, /docs/plugins/syntaxhighlight.
 */
import type { TextEdit } from '../problems/problems.ts';
import {
  type Dialect,
  type ForeignBody,
  findLiteral,
  TEMPLATES,
  type Untranslated,
} from './dialect.ts';
import { INSIDE } from './escapes.ts';
import type { ShortcodeSyntax, Tag } from './shortcode-tags.ts';
import { translateShortcodes } from './shortcodes.ts';

const TAG = new RegExp(
  String.raw`(?<!\{)\{%-?\s*(?<close>end(?=[\w-]))?(?<name>[\w:-]+)(?![\w:-]|\()(?<given>(?:\{\{[^{}\n]*\}\}|${INSIDE})*)%\}`,
  'g',
);
/** What `{% include x/figure.html a="b" %}` calls: the name of a file without its folders and extension. */
const INCLUDE = /^include(?:_cached|_relative)?$/;
const INCLUDED = /^\s*["']?([^\s"']+)["']?,?/;

const SYNTAX: ShortcodeSyntax = {
  pattern: TAG,
  readTag: ({ index, 0: { length }, groups = {} }, body): Tag | null => {
    const { close, name = '', given = '' } = groups;
    // The end of a shortcode of Zola.
    if (name === 'end') return null;
    const written = fillValues(given.replace(/-$/, ''), body);
    const [, file] = (INCLUDE.test(name) && INCLUDED.exec(written)) || [];
    const included = file?.replace(/^.*\/|\.\w+$/g, '');
    const provider = included === 'video' && /\bprovider=["']?(\w+)/.exec(written)?.[1];
    return {
      start: index,
      end: index + length,
      kind: close ? 'end' : included === undefined ? 'start' : 'void',
      called: provider || (included ?? name),
      written: included === undefined ? written : written.replace(INCLUDED, ''),
      shown: `{% ${close ?? ''}${included === undefined ? name : `${name} ${included}`} %}`,
    };
  },
  writeEndPattern: ({ called }) => String.raw`\{%-?\s*end${called}\s*-?%\}`,
};

export const liquid: Dialect = {
  formats: TEMPLATES,
  sign: /\{\{|\{%/,
  translate: (body) => {
    const tags = translateShortcodes(body, SYNTAX);
    const values = translateValues(body);
    return { edits: [...tags.edits, ...values.edits], left: [...tags.left, ...values.left] };
  },
};

const VALUE = new RegExp(
  String.raw`(?<!\\)\{\{-?(?![{<%(])(?<value>(?:\s*(?:"[^"\n]*"|'[^'\n]*'))?(?:${INSIDE})*?)-?\}\}`,
  'g',
);
/** A shortcode in braces, as Hugo and Zola write them. */
const SHORTCODE = /^\s*[\w.:]+\(/;

function translateValues(body: ForeignBody): { edits: TextEdit[]; left: Untranslated[] } {
  const edits: TextEdit[] = [];
  const left: Untranslated[] = [];
  for (const match of body.text.matchAll(VALUE)) {
    const { index: at, 0: was, groups: { value = '' } = {} } = match;
    if (findLiteral(body.literals, at) || SHORTCODE.test(value)) continue;
    const end = at + was.length;
    const isInAddress = /(?:\]\(\s*<?|\]:\s*<?|=\s*["']?)$/.test(
      body.text.slice(Math.max(0, at - 20), at),
    );
    const is = readValue(value, body, body.text.slice(end, end + 2), isInAddress);
    if (is !== null) edits.push({ at, was, is });
    else {
      const shown = `{{ ${/[\w.$@#/-]+/.exec(value)?.[0] ?? '…'} }}`;
      left.push({ at, shown, hint: 'Replace it with its value.' });
    }
  }
  return { edits, left };
}

/** Replaces values inside the arguments of a tag. */
function fillValues(given: string, body: ForeignBody): string {
  return given.replace(/\{\{([^{}\n]*)\}\}|(?<==\s*)(page\.\w+)/g, (all, one, other, at) => {
    return readValue(one ?? other, body, given.slice(at + all.length).slice(0, 2), true) ?? all;
  });
}

const URL_FILTERS =
  /^(?:\s*\|\s*(?:(?:relative_|absolute_)?url|prepend:\s*site\.(?:base)?url|absolute_url))+\s*$/i;

/**
 * Returns the value of `page.key`, `site.url`, `site.baseurl`, or of a quoted text with filters of addresses; null for
 * anything else. `next` is what follows the expression.
 */
function readValue(
  expression: string,
  { readKey, context }: ForeignBody,
  next: string,
  isInAddress: boolean,
): string | null {
  const value = expression.trim();
  const [, key] = /^(?:page\.)?([\w-]+)$/.exec(value) ?? [];
  const stated = key === undefined ? undefined : readKey(key);
  if (stated !== undefined) return stated.replaceAll('<', '&lt;');
  if (/^site\.(?:base)?url$/i.test(value)) {
    // Addresses within the site begin with a slash.
    if (/^\{[{%]|^\//.test(next) && (isInAddress || /baseurl/i.test(value))) return '';
    if (/baseurl/i.test(value)) return '/';
    return isInAddress ? '/' : context.siteUrl;
  }
  const [, double, single, filters = ''] = /^(?:"([^"]*)"|'([^']*)')(.*)$/s.exec(value) ?? [];
  const text = double ?? single;
  if (text === undefined || filters === '') return text ?? null;
  if (!URL_FILTERS.test(filters)) return null;
  const isRelative = !/^(?:[/#]|[a-z][a-z\d+.-]*:)/i.test(text);
  return /_url|prepend/.test(filters) && isRelative ? `/${text}` : text;
}
