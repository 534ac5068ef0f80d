/**
 * The sentence about posts whose old addresses nobody could read: neither a rule of the old blog nor a sitemap. Pure.
 */
import { count } from '../problems/report.ts';

const MOST_SHOWN = 3;

/** Says that these new addresses are assumed, with links to the old site by which the author can compare them. */
export function describeUnread(assumed: readonly string[], siteUrl: string): string {
  const base = URL.canParse(siteUrl) ? siteUrl.replace(/\/+$/, '') : '';
  const step = Math.max(1, Math.floor(assumed.length / MOST_SHOWN));
  const shown = assumed.filter((_, at) => at % step === 0).slice(0, MOST_SHOWN);
  const [first = ''] = shown;
  const form = first.replace(/[^/]+(\/?)$/, '…$1');
  const links = shown.map((address) => base + address).join(' ');
  const sitemap = base === '' ? 'FILE' : `${base}/sitemap.xml`;
  return (
    `I couldn't find the form of your addresses for ${count(assumed.length, 'post')}, and assumed \`${form}\`. ` +
    `Compare these: ${links} If the old site has others, import again with \`--sitemap ${sitemap}\`.`
  );
}
