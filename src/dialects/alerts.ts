/**
 * Alerts of GitHub and callouts of Obsidian: a quotation that begins with `[!NOTE]`, which becomes a bold label.
 *
 * Described at docs.github.com, "Basic writing", and help.obsidian.md, "Callouts". Pure.
 */
import { fillText } from '../text/texts.ts';
import { type Dialect, type DialectScan, type Match, makeUnknown } from './dialect.ts';

export const alerts: Dialect = {
  name: 'alerts',
  signs: ['\\[!'],
  syntaxes: [
    {
      starts: '[',
      isAtLineStart: true,
      pattern:
        /(?<quote>[ \t]*(?:>[ \t]?)+)\[!(?<alert>[a-z][\w-]*)\](?![([])[+-]?(?<heading>[^\n]*)/iy,
      translate: labelQuotation,
    },
    makeUnknown({
      starts: '[',
      pattern: /\[![a-z]\w*\](?![([])/iy,
      show: (written) => written.toUpperCase(),
    }),
  ],
};

/** The alerts of GitHub. Other callouts are labelled with the author's own word. */
const LABELS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

function labelQuotation({ groups }: Match, scan: DialectScan): string {
  const { quote = '', alert = '', heading = '' } = groups;
  const name = alert.toLowerCase();
  const label = LABELS.find((each) => each === name);
  const word =
    label === undefined
      ? alert.charAt(0).toUpperCase() + name.slice(1)
      : fillText(scan.texts[label]);
  return `${quote}**${heading.trim() || word}**\n${quote}`;
}
