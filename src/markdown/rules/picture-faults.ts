/**
 * Pictures without a description, which screen readers can't describe, and in formats that hardly any browser shows.
 */
import { subjectOf } from '../../problems/edits.ts';
import { placeOf, sourceOf } from '../markdown-nodes.ts';
import type { Rule } from '../rule.ts';
import { readText } from '../tree.ts';

/** A picture in Markdown without a description: `![](hill.jpg)`, `![[hill.jpg]]` and `![[hill.jpg|300]]`. */
const UNNAMED = /!\[(?:\]\(|\[[^|[\]\n]*\.(?:png|jpe?g|gif|webp|avif|svg)(?:\|[\dx]*)?\]\])/i;
const UNSHOWN = /\.(heic|heif|psd|dng|cr2|nef|arw)(?:[?#]|$)/i;

const NO_ALT = {
  code: 'alt-missing',
  message: 'A picture has no description',
  hint: 'Say what it shows: `![a red door](door.jpg)`, `<img alt="a red door">`; or `alt=""` for decoration.',
  isShared: true,
} as const;

export const pictureFaults: Rule = ({ found: { faults }, source }) => ({
  ...(UNNAMED.test(source) && {
    needsPlaces: true,
    markdown: {
      image(node) {
        if (sourceOf(node, source).search(UNNAMED) !== 0) return;
        faults.push({ ...NO_ALT, at: placeOf(node).start, written: '![](' });
      },
    },
  }),
  elements: {
    img(node) {
      const { alt, src } = node.properties;
      // It may have become a film.
      if (src === undefined || node.tagName !== 'img') return;
      const written = (readText(src) ?? '').trim();
      if (alt === undefined) faults.push({ ...NO_ALT, written });
      const [, format] = UNSHOWN.exec(written) ?? [];
      if (format === undefined) return;
      const message = `Most browsers can't show ${format.toUpperCase()} pictures`;
      const hint = 'Save it as JPEG, PNG or WebP.';
      faults.push({ code: 'image-format', message, hint, written, subject: subjectOf(written) });
    },
  },
});
