/**
 * Tags that the engine doesn't read as their author means: an address without quotes, `<a href=/x>`, is put in quotes,
 * and an alert of Bootstrap gets the classes of our callouts. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import { ALL_FORMATS, type Dialect, editMatches } from './dialect.ts';

const TAG =
  /(?<!\\)<[a-z][a-z0-9-]*(?:\s+[a-z][\w:-]*(?:=(?:"[^"]*"|'[^']*'|[^\s"'=<>\x60]+))?)+\s*>/gi;
const ALERT =
  /(?<=<(?:div|section|aside|p)\b[^<>]*\sclass=["'])(?:alert alert-(?<kind>[a-z]+))(?=["'\s])/g;
/** The kinds whose names aren't those of callouts. */
const KINDS: Readonly<Record<string, string>> = {
  primary: 'note',
  secondary: 'note',
  light: 'note',
  dark: 'note',
};

export const htmlTags: Dialect = {
  name: 'tags of HTML',
  formats: ALL_FORMATS,
  sign: /<[a-z][^<>]*=[^\s"'<>]*\/|\balert alert-/i,
  translate: (body) => ({
    edits: [
      ...editMatches(body, TAG, ([tag]) =>
        tag.replace(/"[^"]*"|'[^']*'|=[^\s"'=<>\x60]*\/[^\s"'=<>\x60]*/g, quote),
      ),
      ...editMatches(body, ALERT, ({ groups: { kind = '' } = {} }) => {
        const known = KINDS[kind] ?? CALLOUTS.get(kind);
        return known === undefined ? null : `callout callout-${known}`;
      }),
    ],
    left: [],
  }),
};

/** Puts quotes around a value; a match that has them stays. */
function quote(written: string): string {
  return written.startsWith('=') ? `="${written.slice(1)}"` : written;
}
