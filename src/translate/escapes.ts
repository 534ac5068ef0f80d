/**
 * The marks by which template engines show their own syntax, such as `{% raw %}`. Pure.
 */

const RAW_TAG = /^[ \t]*\{%-?\s*(?:end)?raw\s*-?%\}[ \t]*\n|\{%-?\s*(?:end)?raw\s*-?%\}/gm;
const ESCAPE = /(\{\{[<%]?|\{%)\/\*((?:[^*{]|\*(?!\/)|\{(?!\{))*)\*\/([>%]?\}\}|%\})/g;

/** Removes the marks from code that a template engine has read. */
export function removeEscapes(text: string): string {
  const isPair = /\{%-?\s*raw\b/.test(text) && /\{%-?\s*endraw\b/.test(text);
  return (isPair ? text.replace(RAW_TAG, '') : text).replace(ESCAPE, '$1$2$3');
}

/** Puts backslashes where a text would be read as a shortcode or a value. */
export function escapeSigns(text: string): string {
  return text.replace(/\{\{[<%]?|\{%/g, (sign) => sign.replace(/[{<]/g, '\\$&'));
}

/** Matches what a shortcode may contain: anything but other shortcodes and blank lines. */
export const INSIDE = String.raw`[^{}%\n]|\n(?![ \t]*\n)|\{(?![{%])|\}(?!\})|%(?!\})`;
