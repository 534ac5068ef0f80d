/**
 * OldSite: the addresses that another blog program has by default, other than its posts'.
 */
/** An old address and the address that replaces it. */
export type Redirect = readonly [from: string, to: string];

export interface OldSite {
  /** The address of its feed, if it differs from ours, and of the feed that replaces it. */
  readonly feed?: Redirect;
  /** The addresses of its pages of tags; empty if they are like ours, absent if it has none. */
  readonly tagPages?: string;
}
