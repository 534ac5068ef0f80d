/**
 * Callouts: notes, tips and warnings that stand apart from the text. The dialects write each as a quotation that begins
 * with a title in an element of its own; here, the engine's HTML of it gets its classes. A callout stays a quotation
 * with a bold title, so that it can be read without CSS, as in feeds. Pure.
 */
import { escape as escapeHtml } from 'he';
import { splitNames } from '../text/text.ts';
import { fillText, type Texts } from '../text/texts.ts';

/** The kinds of callouts, by the names that programs give them. A kind also names its class and its title's text. */
const KINDS = {
  'note seealso admonition callout': 'note',
  'info information': 'info',
  'summary abstract tldr': 'summary',
  todo: 'todo',
  'tip hint': 'tip',
  'success check done': 'success',
  important: 'important',
  'question help faq': 'question',
  'warning attention warn': 'warning',
  caution: 'caution',
  'danger error alert': 'danger',
  'failure fail missing': 'failure',
  bug: 'bug',
  example: 'example',
  'quote cite': 'quote',
  'details expand': 'details',
} as const;

type CalloutKind = (typeof KINDS)[keyof typeof KINDS];

/** The kinds by their names. */
export const CALLOUTS: ReadonlyMap<string, CalloutKind> = splitNames<CalloutKind>(KINDS);

/** A callout as its author wrote it. */
export interface Callout {
  /** The author's word for its kind. */
  readonly word: string;
  /** Markdown; undefined for the title of its kind, empty for none. */
  readonly title?: string | undefined;
  /** Whether it is collapsible, and collapsed at first. */
  readonly fold?: 'open' | 'closed' | undefined;
}

const TITLE = 'callout-title';

/** Writes the title of a callout, which begins its quotation and marks it. */
export function writeCalloutTitle({ word, title, fold }: Callout, texts: Texts): string {
  const kind = CALLOUTS.get(word.toLowerCase());
  const own = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
  const usual = kind === undefined ? escapeHtml(own) : fillText(texts[kind]);
  // A collapsible part needs a title to click on.
  const shown = fold === undefined ? (title ?? usual) : title || usual;
  const state = fold ?? (kind === 'details' ? 'closed' : 'fixed');
  return `<${TITLE} data-kind="${kind ?? 'note'}" data-fold="${state}">${shown.trim()}</${TITLE}>`;
}

const START =
  '<blockquote(?<attributes>(?: [^<>]*)?)>' +
  String.raw`(?:(?<gap>\s*)<p><${TITLE} data-kind="(?<kind>\w+)" data-fold="(?<fold>\w+)">` +
  String.raw`(?<empty></${TITLE}>\s*</p>)?)?`;
const PARTS = new RegExp(
  `${START}|</blockquote>|</${TITLE}>(?<last>\\s*</p>)?|<${TITLE}\\b[^<>]*>`,
  'g',
);
/** A class that an attribute list gave to a quotation: `{: .prompt-tip }`, `{: .note }`. */
const CLASS = /^ class="(?:prompt-)?(\w+)"$/;

/** Gives quotations that begin with a callout's title their classes, and turns collapsible ones into `<details>`. */
export function writeCallouts(html: string, texts: Texts): string {
  // Two searches for words are faster than one expression.
  if (!html.includes(`<${TITLE}`) && !html.includes('<blockquote class="')) return html;
  /** The end tags of the open quotations. */
  const open: string[] = [];
  let endOfTitle = '</strong>';
  const writeStart = (groups: Readonly<Record<string, string | undefined>>): string => {
    const { attributes = '', gap = '', kind, fold, empty } = groups;
    const listed = CALLOUTS.get(CLASS.exec(attributes)?.[1] ?? '');
    if (kind === undefined && listed === undefined) {
      open.push('</blockquote>');
      return `<blockquote${attributes}>`;
    }
    const own = listed === undefined ? attributes : '';
    const className = ` class="callout callout-${kind ?? listed}"${own}`;
    if (fold === 'open' || fold === 'closed') {
      open.push('</details>');
      endOfTitle = '</summary>';
      return `<details${className}${fold === 'open' ? ' open' : ''}>${gap}<summary>`;
    }
    open.push('</blockquote>');
    const start = `<blockquote${className} role="note">`;
    if (empty !== undefined) return start;
    const title = `<p class="${TITLE}"><strong>`;
    if (kind !== undefined) return `${start}${gap}${title}`;
    return `${start}\n${title}${fillText(texts[listed ?? 'note'])}</strong></p>`;
  };
  return html.replace(PARTS, (part: string, ...rest) => {
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    if (part.startsWith('<blockquote')) return writeStart(groups);
    if (part === '</blockquote>') return open.pop() ?? part;
    if (!part.startsWith('</')) return '<strong>';
    const end = endOfTitle;
    endOfTitle = '</strong>';
    const { last = '' } = groups;
    if (end === '</strong>') return end + last;
    return last === '' ? `${end}<p>` : end;
  });
}
