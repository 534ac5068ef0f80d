/**
 * VitePress: files included with `<<< ./a.js` and `<!--@include: ./a.md-->`, which are reported. Its containers are in
 * `directives.ts`. Described at vitepress.dev/guide/markdown. Pure.
 */
import { type Dialect, makeUnknown, PASTE_FILE } from './dialect.ts';

export const vitepress: Dialect = {
  name: 'VitePress',
  signs: ['\\n[ \\t]*<<<', '<!--[ ]*@include:'],
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
  ],
};
