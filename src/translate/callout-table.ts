/**
 * Shortcodes of callouts, collapsible parts and tabs, by the names of common themes. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import { splitNames } from '../text/text.ts';
import { type Call, type Output, omit, pick, type Row } from './shortcode.ts';

const KNOWN = 'type kind style title header summary text label name value open';

/** Writes a callout whose kind is an argument: `{{< notice tip "Title" >}}`, `{% note info Title %}`. */
function writeGeneral(call: Call): Output {
  const { args } = call;
  const stated = (pick(call, 'type kind style') ?? args[0] ?? '').toLowerCase();
  const isKind = CALLOUTS.has(stated);
  const isSentence = !isKind && /\s/.test(args[0] ?? '');
  return writeCallout(
    call,
    isKind ? stated : 'note',
    (isSentence ? args : args.slice(1)).join(' '),
  );
}

/** Writes a callout that is named by its kind. */
function writeByKind(call: Call): Output {
  return writeCallout(call, call.name === 'expand' ? 'details' : call.name, call.args.join(' '));
}

function writeCallout(call: Call, name: string, positional: string): Output {
  const label = pick(call, 'title header summary text label') ?? positional;
  const attributes = omit(call, KNOWN);
  const state = pick(call, 'open');
  if (state === 'true') attributes.set('fold', '+');
  return { kind: 'container', container: { name, label, attributes } };
}

/** Writes a tab as a part that is open at first. */
function writeTab(call: Call): Output {
  const label = pick(call, 'label title name header value') ?? call.args.join(' ');
  const attributes = new Map([['fold', '+']]);
  return { kind: 'container', container: { name: 'details', label, attributes } };
}

export const CALLOUT_ROWS: ReadonlyMap<string, Row> = splitNames<Row>({
  'callout admonition notice alert hint note aside': { write: writeGeneral },
  'info tip important success question warning caution danger failure': { write: writeByKind },
  'details expand': { write: writeByKind },
  'tabs fragment': { write: () => ({ kind: 'unwrap' }) },
  'tab tabitem': { write: writeTab },
});
