/**
 * A list of links with something small beside each, such as its year: related essays, the parts of a series, the lines of
 * the archive, all tags.
 */
import type { ReactNode } from 'react';

export interface EssayLink {
  readonly url: string;
  readonly label: ReactNode;
  /** What is beside the label; null for nothing. */
  readonly aside: string | number | null;
  readonly isCurrent?: boolean;
}

interface EssayLinksProps {
  /** What assistive technology calls the list; without a name, it isn't a landmark. */
  readonly name?: string;
  readonly heading?: string;
  /** Null for links that are left out. */
  readonly links: readonly (EssayLink | null)[];
}

export function EssayLinks({ name, heading, links }: EssayLinksProps) {
  const Block = name === undefined ? 'div' : 'nav';
  return (
    <Block className="related" aria-label={name}>
      {heading && <h2>{heading}</h2>}
      <ul>
        {links.map((link, index) => (
          <li key={link?.url ?? index}>{link === null ? '…' : renderLink(link)}</li>
        ))}
      </ul>
    </Block>
  );
}

function renderLink({ url, label, aside, isCurrent }: EssayLink) {
  return (
    <a href={url} aria-current={isCurrent ? 'page' : undefined}>
      {isCurrent ? <b>{label}</b> : label}{' '}
      {aside !== null && <span className="count">{aside}</span>}
    </a>
  );
}

/** Links to essays, with their years. */
export function linkByYear(
  essays: readonly { readonly url: string; readonly title: string; readonly year: string }[],
): EssayLink[] {
  return essays.map(({ url, title, year }) => ({ url, label: title, aside: year }));
}
