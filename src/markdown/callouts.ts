/**
 * The kinds of callouts: notes, tips and warnings that stand apart from the text. Pure.
 */
import { splitNames } from '../text/text.ts';

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

export type CalloutKind = (typeof KINDS)[keyof typeof KINDS];

/** The kinds by their names. */
export const CALLOUTS: ReadonlyMap<string, CalloutKind> = splitNames<CalloutKind>(KINDS);
