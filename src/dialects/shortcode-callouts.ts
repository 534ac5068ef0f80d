/**
 * Callouts as shortcodes with an end: Hugo's `{{< callout >}}`, `{{% notice tip %}}`, `{{< admonition note "Title" >}}`,
 * Hexo's `{% note info %}` and Zola's `{% callout(type="note") %}`. The names are those of common themes. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import { writeHint } from '../markdown/component-tags.ts';
import { findLineStart } from '../markdown/components.ts';
import { closeContainer } from './containers.ts';
import { type DialectScan, type Match, reportUnknown } from './dialect.ts';
import type { FoundShortcode } from './shortcodes.ts';

/** The shortcodes whose kind is an argument. */
const GENERAL = /^(?:callout|admonition|notice|alert|hint|note)$/;
/** The shortcodes that are named by their kind. */
const BY_KIND =
  /^(?:info|tip|important|success|question|warning|caution|danger|failure|details|expand|fold|collapse|spoiler)$/;
const FOLDED = /^(?:fold|collapse|spoiler)$/;
const FOLDS: ReadonlyMap<string, 'open' | 'closed'> = new Map([
  ['true', 'open'],
  ['false', 'closed'],
]);
const MARK = 'shortcode ';

/** Notes the start of a callout; false for any other shortcode. */
export function beginCallout({ start, end, shown, component, call }: FoundShortcode): boolean {
  const { name, scan } = call;
  const isGeneral = GENERAL.test(name);
  if (scan.format !== 'markdown' || !(isGeneral || BY_KIND.test(name))) return false;
  const { args, props } = call;
  const stated = props.type ?? props.kind ?? props.style ?? props.color ?? args[0] ?? '';
  const isKind = CALLOUTS.has(stated.toLowerCase()) && isGeneral;
  const byName = FOLDED.test(name) ? 'details' : name;
  const word = isKind ? stated : isGeneral ? 'note' : byName;
  // In LoveIt, the argument after the title says whether the callout is open.
  const [, , third = ''] = isGeneral ? args : [];
  const isState = FOLDS.has(third);
  const positional = isGeneral ? args.slice(1, isState ? 2 : undefined).join(' ') : args[0];
  const named = props.title ?? props.header ?? props.summary ?? props.text;
  const title = named ?? (positional || undefined);
  const fold = props.details === 'true' ? 'closed' : FOLDS.get(props.open ?? third);
  const before = findLineStart(scan.source.body, start) ?? '';
  scan.containers.push({
    element: 'blockquote',
    callout: { word, title, fold },
    mark: MARK + name,
    start,
    end,
    indent: before.replace(/[^>\s]/g, ' '),
    reportUnclosed: () => {
      const hint = writeHint(component, scan.components);
      reportUnknown({ kind: 'shortcode', shown, hint }, start, scan);
    },
  });
  return true;
}

/** Closes the callout that an end belongs to; false if there is none. Zola's ends have no name. */
export function endCallout(written: string, match: Match, scan: DialectScan): boolean {
  const name = written.toLowerCase().replace(/^end/, '').replaceAll('-', '_');
  const index = scan.containers.findLastIndex(({ mark }) => {
    return name === '' ? mark.startsWith(MARK) : mark === MARK + name;
  });
  if (index === -1) return false;
  closeContainer(index, match, scan);
  return true;
}
