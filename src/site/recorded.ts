/**
 * Record, the last step: finds what content/addresses.txt has to say after this build. Pure, except that it may ask
 * which addresses are committed.
 */
import type { SiteConfig } from '../essays/config.ts';
import { trimPath } from '../hosts/host-rules.ts';
import type { Problem } from '../problems/problems.ts';
import type { Addressed } from './addressed.ts';
import {
  formatAddresses,
  listRenamed,
  type PublishedAddress,
  type Recording,
  rememberAddresses,
} from './addresses.ts';
import { isGone, type RedirectRule } from './redirects.ts';
import type { Settled } from './settled.ts';
import { listOutputs } from './urls.ts';

/** The published addresses of a site after a build. */
export interface Recorded {
  /** The lines of content/addresses.txt by address. */
  readonly lines: ReadonlyMap<string, PublishedAddress>;
  /** The new text of that file; null to leave it as it is. */
  readonly newText: string | null;
  /** True if writing that text changes or removes some of the problems. */
  readonly isPassing: boolean;
  readonly problems: readonly Problem[];
}

/** Finds the lines to record for a site whose outputs are settled. `rules` are the redirects that the author states. */
export function recordSite(
  addressed: Addressed,
  rules: readonly RedirectRule[],
  { paths }: Pick<Settled, 'paths'>,
  config: Pick<SiteConfig, 'timezone'>,
  recording: Recording,
): Recorded {
  const { traces, recorded, isComplete, isSettled, lines } = addressed;
  // The address of an essay without a valid slug is not gone.
  if (isSettled || !isComplete) {
    const known = new Map(lines.map((line) => [line.address, line]));
    return { lines: known, newText: null, isPassing: false, problems: [] };
  }
  const answers = (address: string) => listOutputs(address).some((path) => paths.has(path));
  const isGivenUp = (address: string) =>
    rules.some((rule) => isGone(rule) && trimPath(rule.from) === address);
  const remembered = rememberAddresses(
    traces,
    recorded,
    config.timezone,
    recording,
    answers,
    isGivenUp,
  );
  const text = formatAddresses(remembered.lines);
  const isNew = recording.remembers !== 'none' && text !== addressed.text;
  return {
    lines: remembered.lines,
    newText: isNew ? text : null,
    isPassing: isNew && (remembered.problems.length > 0 || listRenamed(traces).size > 0),
    problems: remembered.problems,
  };
}
