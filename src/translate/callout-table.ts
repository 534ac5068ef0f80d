/**
 * Shortcodes of callouts, collapsible parts and tabs, by the names of common themes. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import { splitNames } from '../text/text.ts';
import { type Call, type Output, omit, pick, type Row } from './shortcode.ts';

const KNOWN = 'type kind style title header summary text label name value open details';
/** Words of Hexo's themes for the looks of a note. */
const LOOKS = /^(?:no-icon|icon|simple|modern|flat|disabled)$/;

/** Writes a callout whose kind is an argument: `{{< notice tip "Title" >}}`, `{% note info Title %}`. */
function writeGeneral(call: Call): Output {
  const args = call.args.filter((word) => !LOOKS.test(word));
  const stated = pick(call, 'type kind style') ?? args[0] ?? '';
  const isKind = CALLOUTS.has(stated.toLowerCase());
  // In LoveIt, the argument after the title says whether the callout is open.
  const isState = /^(?:true|false)$/.test(args[2] ?? '');
  const positional = args.slice(1, isState ? 2 : undefined).join(' ');
  const sentence = !isKind && /\s/.test(args[0] ?? '') ? args[0] : undefined;
  const state =
    pick(call, 'details') === 'true'
      ? 'false'
      : (pick(call, 'open') ?? (isState ? args[2] : undefined));
  const other = isKind || call.props.size === 0 ? undefined : pick(call, 'type kind style');
  return writeCallout(
    call,
    isKind ? stated.toLowerCase() : 'note',
    positional || sentence,
    state,
    other,
  );
}

/** Writes a callout that is named by its kind. */
function writeByKind(call: Call): Output {
  const isFolded = /^(?:fold|collapse|spoiler|expand|details)$/.test(call.name);
  const kind = isFolded ? 'details' : call.name;
  return writeCallout(call, kind, call.args.join(' '), pick(call, 'open'));
}

function writeCallout(
  call: Call,
  name: string,
  positional: string | undefined,
  state: string | undefined,
  type?: string,
): Output {
  const label = pick(call, 'title header summary text label') ?? positional;
  const attributes = omit(call, KNOWN);
  if (type !== undefined) attributes.set('class', type);
  if (state === 'true') attributes.set('fold', '+');
  if (state === 'false' && name !== 'details') attributes.set('fold', '-');
  return { kind: 'container', container: { name, label, attributes } };
}

/** Leaves only the tabs, unless they are in comments, as in Hexo. */
function writeTabs({ content }: Call): Output {
  const hint = 'Write each tab as a block: `:::details[Title]{fold="+"}`, its text, `:::`.';
  return content?.includes('<!-- tab') ? { kind: 'invalid', hint } : { kind: 'unwrap' };
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
  'details expand fold collapse spoiler': { write: writeByKind },
  'tabs tabset tabpane codetabs': { write: writeTabs },
  'tab tabitem': { write: writeTab },
});
