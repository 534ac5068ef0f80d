/**
 * The signs of other programs' syntax that `blog fix` translates, by what has the syntax. Each is looked for in text, in
 * tags, in addresses or in code: see `SignRow`. Pure.
 */
import type { SignRow } from './sign-row.ts';

const DIRECTIVE = 'Write a directive, such as `::youtube{id="…"}`.';
const CONTAINER = 'Write `:::note[Title]` above the text and `:::` below it.';
const BELOW =
  'Put attributes right after a picture, or on a line of their own below a block: `{.wide #id}`.';
const IN_CODE = 'Write Markdown or HTML instead. To show it as it is, put it in code.';
const LINK = 'Write a link: `[text](other.md)` or `[[other]]`.';
const FORMULA = 'Put formulas between dollars: `$$ … $$`.';

/** The environments of TeX that begin a line of text without dollars around them. */
const ENVIRONMENTS = 'align|alignat|displaymath|eqnarray|equation|flalign|gather|multline';
/** The names of emoji that people use most: words between colons often mean something else. */
const EMOJI =
  '100|[+-]1|angry|beers?|blush|boom|bug|bulb|cat|clap|confused|cry|cupid|dancer|dog|exclamation|eyes|facepalm|fire|' +
  'flushed|gift|grin|grinning|hand|heart|heart_eyes|heavy_check_mark|hugs|innocent|joy|kissing_heart|laughing|muscle|' +
  'nerd_face|ok_hand|open_mouth|party|partying_face|pensive|pizza|point_(?:down|left|right|up)|pray|question|rage|' +
  'rainbow|raised_hands|relaxed|relieved|rocket|rofl|roll_eyes|scream|see_no_evil|shrug|skull|sleeping|slightly_smiling_face|' +
  'smile|smile_cat|smiley|smirk|sob|sparkles|star2?|stuck_out_tongue(?:_winking_eye)?|sunglasses|sunny|sweat_smile|tada|' +
  'thinking|thumbs(?:down|up)|triumph|unamused|upside_down_face|v|warning|wave|white_check_mark|wink|worried|x|yum|zap';

/** A tag with a capital letter, as components have; old HTML has such tags, too. */
const COMPONENT =
  /<(?!(?:B(?:ig|lockquote|ody|r)|Center|Code|Div|Em|Font|Form|H(?:ead|r|tml)|Img|Input|Li|Ol|Pre|S(?:mall|pan|trong)|T(?:able|body|d|h|itle|r)|Ul)\b)([A-Z][a-z][\w.]*)/;

export const TRANSLATED_SIGNS: readonly SignRow[] = [
  // Hugo, Zola, Jekyll, Eleventy and Hexo
  {
    pattern: /\{\{[<%]-?\s*(?:\/\s*)?([\w./-]+)/,
    shown: '{{< $1 >}}',
    hint: DIRECTIVE,
  },
  {
    sign: '\\{%',
    pattern: /(?<!\{)\{%-?\s*([a-z]\w*)/,
    shown: '{% $1 %}',
    hint: DIRECTIVE,
  },
  {
    pattern: /\{\{-?\s*([\w.$-]+)/,
    shown: '{{ $1 }}',
    hint: IN_CODE,
  },
  {
    sign: '\\{[{%]',
    pattern: /(?:\{|%7B)(?:\{|%|%7B)/i,
    shown: ']({{ … }})',
    hint: LINK,
    where: 'address',
  },
  // kramdown
  {
    pattern: /\{:\s*[.#\w]/,
    shown: '{: … }',
    hint: BELOW,
  },
  {
    sign: '<\\w[^<>]*\\smarkdown[=\\s>]',
    pattern: /<\w[^<>]*\smarkdown(?:=["']?\w+["']?)?[\s>]/,
    shown: '<… markdown="1">',
    hint: 'Remove the attribute, and put a blank line after the tag.',
    where: 'tag',
  },
  // MDX
  {
    sign: '<[A-Z][a-z]',
    pattern: COMPONENT,
    shown: '<$1>',
    hint: 'Write a directive: `::name{a="b"}`, or `:::name` … `:::` around Markdown.',
    where: 'tag',
  },
  // Obsidian
  {
    pattern: /!\[\[/,
    shown: '![[ … ]]',
    where: 'embed',
    seen: 'a link',
    hint: "Write a link, `[[other]]`: one text can't be shown inside another.",
  },
  {
    sign: '\\^[\\w-]{4,}[ \\t]*(?:\\n|$)',
    pattern: /(?:^|\s)\^[a-zA-Z0-9][a-zA-Z0-9-]{3,}\s*$/m,
    shown: '^…',
    hint: 'Remove it, and link to a heading: `[[page#Heading]]`.',
  },
  {
    sign: '#\\^',
    pattern: /#(?:\^|%5E)/i,
    shown: '[[…#^…]]',
    hint: 'Link to a heading: `[[page#Heading]]`.',
    where: 'address',
  },
  {
    sign: '\\[_?[Tt][Oo][Cc]',
    pattern: /\\?\[\[_?toc_?\]\]|@\[toc\]/i,
    shown: '[[toc]]',
    hint: 'Write `[TOC]`.',
  },
  // Docusaurus, VitePress, Pandoc and Quarto
  {
    sign: ':::',
    pattern: /^:{3,}(?:\s*$|[ {]|[a-z][\w-]*[ \t]+\S)/im,
    shown: ':::',
    hint: CONTAINER,
  },
  {
    pattern: /\]\{(?:[.#][\w-]+|[\w-]+=)[^{}\n]*\}/,
    shown: '[…]{.…}',
    hint: 'Write `<span class="…">`.',
  },
  {
    sign: '\\{(?:target|rel|download)=',
    pattern: /^\{(target|rel|download)=[^{}\n]*\}/,
    shown: '[…](…){$1=…}',
    hint: 'Write the link in HTML: `<a href="…" target="_blank">`.',
  },
  // Pelican
  {
    sign: '\\{(?:filename|static|attach)',
    pattern: /^(?:\{|%7B)(?:filename|static|attach)/i,
    shown: '{filename}',
    hint: LINK,
    where: 'address',
  },
  // WordPress
  {
    pattern: /\[\/?(caption|gallery|embed|sourcecode|playlist)\b[^\]\n]*\]/,
    shown: '[$1]',
    hint: DIRECTIVE,
  },
  // small marks
  {
    sign: `:(?:${EMOJI}):`,
    pattern: new RegExp(`(?<![\\w:/]):(${EMOJI}):(?![\\w:])`),
    shown: ':$1:',
    hint: 'Write the character itself.',
  },
  {
    pattern: /\^\[[^\]\s]/,
    shown: '^[…]',
    hint: 'Write a footnote: `[^1]` here, and `[^1]: …` on a line of its own.',
  },
  // formulas
  {
    sign: '\\\\[([]',
    pattern:
      /\\[([](?=(?:(?!\\[)\]])[\s\S]){0,500}?(?:[\^_={}]|\\[a-zA-Z]{2})(?:(?!\\[)\]])[\s\S]){0,2000}\\[)\]])/,
    shown: '\\( … \\)',
    hint: FORMULA,
  },
  {
    sign: '\\\\begin\\{',
    pattern: new RegExp(`^\\s*\\\\begin\\{((?:${ENVIRONMENTS})\\*?)\\}`, 'm'),
    shown: '\\begin{$1}',
    hint: 'Put `$$` on the lines above and below.',
  },
  // kramdown and editors
  {
    sign: '\\]\\([^\\s()<>]+ [^"\'\\s()=]',
    pattern: /\]\((?:[^\s()"]+ +)+[^\s()"]*\.[a-z]\w*(?:[?#][^\s()]*)?(?: +"[^"\n]*")?\)/i,
    shown: '[…](a b.md)',
    hint: 'Write `%20` for each space in the address.',
  },
];
