/**
 * Alerts of GitHub and Hugo, and callouts of Obsidian: a quotation that begins with `[!NOTE]`, which becomes a callout.
 *
 * Described at docs.github.com, "Basic writing", gohugo.io/render-hooks/blockquotes, and help.obsidian.md, "Callouts".
 * Pure.
 */
import { writeCalloutTitle } from '../markdown/callouts.ts';
import { type Dialect, type DialectScan, type Match, makeUnknown } from './dialect.ts';

/** Obsidian allows metadata after a vertical bar. */
const SIGN = String.raw`\[!(?<word>[a-z][\w-]*)(?:\|[^\]\n]*)?\](?![([])(?<fold>[+-]?)(?<title>[^\n]*)`;
const QUOTE = String.raw`(?<quote>[ \t]*(?:>[ \t]?)+)`;
const ITEM = String.raw`(?<=^(?<item>[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]{1,9})(?<quote>(?:>[ \t]?){1,9}))`;

export const alerts: Dialect = {
  name: 'alerts',
  signs: ['\\[!'],
  syntaxes: [
    {
      starts: '[',
      isAtLineStart: true,
      pattern: new RegExp(QUOTE + SIGN, 'iy'),
      translate: translateAlert,
    },
    {
      // In a quotation that begins a list item.
      starts: '[',
      pattern: new RegExp(ITEM + SIGN, 'imy'),
      translate: translateAlert,
    },
    makeUnknown({
      starts: '[',
      pattern: /\[![a-z]\w*\](?![([])/iy,
      show: (written) => written.toUpperCase(),
    }),
  ],
};

function translateAlert({ groups }: Match, { texts }: DialectScan): string {
  const { item, quote = '', word = '', fold = '', title = '' } = groups;
  const states = { '+': 'open', '-': 'closed' } as const;
  const callout = {
    word,
    title: title.trim() || undefined,
    fold: fold === '+' || fold === '-' ? states[fold] : undefined,
  };
  const written = writeCalloutTitle(callout, texts);
  // The item's marker and the first `>` stay where they are.
  if (item !== undefined) return `${written}\n${item.replace(/\S/g, ' ')}${quote}`;
  return `${quote}${written}\n${quote}`;
}
