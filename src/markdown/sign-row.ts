/**
 * A sign of another program's syntax: where readers would see it, what a problem calls it, and what to write instead.
 */
export interface SignRow {
  /**
   * A cheap pattern that every body with this sign matches; by default `pattern`. The patterns of all rows are
   * joined into one, so each must begin with a literal character.
   */
  readonly sign?: string;
  /** Matches what the author wrote, from a text's beginning to the character after it, or in another place: see `where`. */
  readonly pattern: RegExp;
  /** How a problem shows it, the same for all alike; `$1` is what the pattern's group matched. */
  readonly shown: string;
  /** What to write instead. */
  readonly hint: string;
  /**
   * Where it is, if not in a text: in the tags of HTML, in an address, in the description of a picture, in code, right
   * after a link, emphasis or code, or around the name of a text.
   */
  readonly where?: 'tag' | 'address' | 'description' | 'code' | 'after' | 'embed';
  /** What readers see, if not the sign as written. */
  readonly seen?: string;
  /** What makes it part of the language, if it is on. */
  readonly setting?: 'math' | 'mark' | 'superscript';
}
