/**
 * VitePress: files included with `<<< ./a.js` and `<!--@include: ./a.md-->`, which are reported, and `<script setup>`, which
 * is left out. Its containers are in `directives.ts`. Described at vitepress.dev/guide/markdown. Pure.
 */
import {
  type Dialect,
  type DialectScan,
  findClosing,
  type Match,
  makeUnknown,
  PASTE_FILE,
  type Step,
} from './dialect.ts';

export const vitepress: Dialect = {
  name: 'VitePress',
  signs: ['\\n[ \\t]*<<<', '<!--[ ]*@include:', '<script[^<>]{0,99}\\ssetup\\b'],
  syntaxes: [
    makeUnknown({
      starts: '<',
      isAtLineStart: true,
      pattern: /[ \t>]*<<<[ \t]*(?=[@./\w][^\s<>]*\.\w)/y,
      show: () => '<<<',
      hint: PASTE_FILE,
    }),
    makeUnknown({
      starts: '<',
      pattern: /<!-- *@include:[^\n]*?-->/y,
      show: () => '<!--@include: … -->',
      hint: PASTE_FILE,
    }),
    {
      starts: '<',
      pattern: /<script\b[^<>]{0,99}\ssetup\b[^<>]{0,99}>/y,
      translate: leaveOutScript,
    },
  ],
};

/** Leaves out a script that only Vue can run: a browser would report its imports as errors. */
function leaveOutScript({ start, end }: Match, scan: DialectScan): Step | null {
  const closing = findClosing('</script[ \\t]*>', end, scan);
  if (closing === null) return null;
  const message = "Vue isn't run here, so `<script setup>` is left out";
  const hint = 'Remove it, or write a React component in templates/shortcodes/.';
  const subject = 'script setup';
  scan.foreign.push({ code: 'markup-foreign', message, hint, at: start, subject });
  return { end: closing.end, text: '' };
}
