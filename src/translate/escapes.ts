/**
 * The marks with which authors show a template engine's own syntax, such as `{% raw %}`. Pure.
 */
import { type Dialect, TEMPLATES } from './dialect.ts';

const RAW_TAG = /^[ \t]*\{%-?\s*(?:end)?raw\s*-?%\}[ \t]*\n|\{%-?\s*(?:end)?raw\s*-?%\}/gm;
const ESCAPE = /(\{\{[<%]?|\{%)\/\*((?:[^*{]|\*(?!\/)|\{(?!\{))*)\*\/([>%]?\}\}|%\})/g;

/** Removes the marks from code that a template engine has read. */
export function removeEscapes(text: string): string {
  const isPair = /\{%-?\s*raw\b/.test(text) && /\{%-?\s*endraw\b/.test(text);
  return (isPair ? text.replace(RAW_TAG, '') : text).replace(ESCAPE, '$1$2$3');
}

/** The signs of shortcodes and values. */
export const SIGN = /\{\{[<%]?|\{%/g;

/** Puts backslashes where a text would be read as a shortcode or a value. */
export function escapeSigns(text: string): string {
  return text.replace(SIGN, (sign) => sign.replace(/[{<]/g, '\\$&'));
}

/**
 * Escapes in code. A template engine reads them there as well, but an author of another program may want to show them,
 * so they go only if it is known that a template engine would have removed them.
 */
export const escapes: Dialect = {
  formats: TEMPLATES,
  sign: /\{%-?\s*raw\b|\{[{%][<%]?\/\*/,
  translate: ({ text, literals, context }) => {
    if (context.program === undefined) return { edits: [] };
    const edits = literals.flatMap(({ start, end, type }) => {
      const was = text.slice(start, end);
      const is = type === 'html' && !/^<(?:pre|code)/i.test(was) ? was : removeEscapes(was);
      return is === was ? [] : [{ at: start, was, is }];
    });
    return { edits };
  },
};

/** Matches what a shortcode may contain: anything but other shortcodes and blank lines. */
export const INSIDE = String.raw`[^{}%\n]|\n(?![ \t]*\n)|\{(?![{%])|\}(?!\})|%(?!\})`;
