/**
 * Shortcodes for code. No other syntax is read in their content. Pure.
 */
import { foldSpace, splitNames } from '../text/text.ts';
import { type Call, invalid, type Output, pick, type Row } from './shortcode.ts';
import { chooseFence } from './writing.ts';

/**
 * Writes `{% highlight js linenos mark_lines="1 2" %}`, `{{< highlight go "linenos=table,hl_lines=2 4-5" >}}` and
 * `{% codeblock Title lang:js %}`.
 */
function writeCode(call: Call): Output {
  const { name, written, args, content, isHtml } = call;
  if (isHtml) return invalid('Write `<pre><code>…</code></pre>`.');
  const [, named = '', hexo] = /^(.*?)\s*\blang:\s*([^\s"']+)/.exec(written) ?? [];
  const positional = name === 'codeblock' ? '' : (args[0] ?? '');
  const [language = ''] =
    /^[\w+#.-]+/.exec(hexo ?? pick(call, 'lang language') ?? positional) ?? [];
  const [, marked] = /\b(?:hl_lines|mark_lines)\s*=\s*["'[]*([\d\s,-]*\d)/.exec(written) ?? [];
  const title = foldSpace(pick(call, 'title file filename name') ?? named);
  const words = [
    title && `title="${title.replaceAll('"', "'").replaceAll('`', '')}"`,
    marked && `{${marked.split(/[\s,]+/).join(',')}}`,
    /\blinenos(?!\s*[=:]\s*["']?(?:false|0))\b/.test(written) && 'linenos',
  ].filter(Boolean);
  // Without a language, the first word would be one.
  const info = [words.length > 0 ? language || 'text' : language, ...words].join(' ');
  const fence = chooseFence(content ?? '');
  return { kind: 'fence', open: fence + info, close: fence };
}

export const CODE_ROWS: ReadonlyMap<string, Row> = splitNames<Row>({
  'highlight codeblock code sourcecode': { isLiteral: true, write: writeCode },
});
