/**
 * Shortcodes of code and formulas, whose content no other syntax is read in. Pure.
 */
import { splitNames } from '../text/text.ts';
import { type Call, inline, type Output, pick, type Row } from './shortcode.ts';
import { chooseFence, writeCodeInfo } from './writing.ts';

/** A fence with a language, which is all of a text. */
const WHOLE_FENCE = /^\s*((`{3,}|~{3,})[^\n`]*)(\n[\s\S]*?\n[ \t>]*\2)\s*$/;

function writeCode(call: Call): Output {
  const { content, isHtml } = call;
  const options = readOptions(call);
  const code = content ?? '';
  if (/\bhl_inline\s*=\s*"?true\b/.test(call.written)) return inline(writeInlineCode(code.trim()));
  if (isHtml) return inline(writeHtmlCode(code, options.language));
  const [, start = '', , rest = ''] = WHOLE_FENCE.exec(code) ?? [];
  const isFence = start !== '' && call.name !== 'highlight';
  if (isFence) {
    const [, fence = '', language = ''] = /^(\S*?[`~]+)\s*(\S*)/.exec(start) ?? [];
    return {
      kind: 'block',
      text: `${fence}${writeCodeInfo({ ...options, language })}${rest}`,
      takesContent: true,
    };
  }
  const fence = chooseFence(code);
  return { kind: 'fence', open: fence + writeCodeInfo(options), close: fence };
}

function writeInlineCode(code: string): string {
  const runs = code.match(/`+/g) ?? [];
  const ticks = '`'.repeat(runs.reduce((most, { length }) => Math.max(most, length + 1), 1));
  return runs.length > 0 ? `${ticks} ${code} ${ticks}` : ticks + code + ticks;
}

function writeHtmlCode(code: string, language: string): string {
  const escaped = code
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/^\n|\n$/g, '');
  return `<pre><code${language && ` class="language-${language}"`}>${escaped}</code></pre>`;
}

/**
 * Reads `{% highlight js linenos mark_lines="1 2" %}`, `{{< highlight go "linenos=table,hl_lines=2 4-5" >}}` and
 * `{% codeblock Title lang:js first_line:5 mark:1,3 url %}`.
 */
function readOptions(call: Call) {
  const { name, written, args } = call;
  const isHexo = name === 'codeblock' && call.props.size === 0;
  const positional = isHexo ? '' : (args[0] ?? '');
  const hexo = /\blang:\s*([^\s"']+)/.exec(written)?.[1];
  const stated = hexo ?? pick(call, 'lang language') ?? positional;
  const [language = ''] = /^[\w+#.-]+/.exec(stated) ?? [];
  const lines = /\b(?:hl_lines|mark_lines)\s*[=:]\s*["'[]*([\d\s,-]*\d)|\bmark:([\d,-]+)/.exec(
    written,
  );
  const marked = lines?.[1] ?? lines?.[2];
  const [beforeOptions = ''] = isHexo
    ? (/^(?:(?!\b\w+:\S|https?:)[^\n])*/.exec(written) ?? [])
    : [];
  return {
    language: language === 'plain' || language === 'plaintext' ? 'text' : language,
    title: pick(call, 'title file filename name caption') ?? (beforeOptions.trim() || undefined),
    lines: marked
      ?.trim()
      .split(/[\s,]+/)
      .join(','),
    isNumbered: /\blinenos(?!\s*[=:]\s*["']?(?:false|0))\b/.test(written),
    first: /\b(?:linenostart\s*=\s*|first_line:)(\d+)/.exec(written)?.[1],
  };
}

const DOLLARS: Output = { kind: 'fence', open: '$$', close: '$$' };

export const CODE_ROWS: ReadonlyMap<string, Row> = splitNames<Row>({
  'highlight codeblock code sourcecode': { isLiteral: true, write: writeCode },
  mermaid: { isLiteral: true, write: () => ({ kind: 'fence', open: '```mermaid', close: '```' }) },
  'math katex': { isLiteral: true, write: () => DOLLARS },
});
