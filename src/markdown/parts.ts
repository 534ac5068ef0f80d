/**
 * The parts of a body: HTML, and slots that pages and feeds fill in. They are plain values, kept in the cache as JSON.
 */

/** The place of something that only the whole site knows, such as the current address of a link. */
export interface Slot {
  readonly kind: 'slot';
  /** Its number in the body, to which a `Fill` refers. */
  readonly slot: number;
  /** For an address, what the author wrote, which is the default if nothing fills the slot; null for anything else. */
  readonly written: string | null;
}

/** Part of a page's address or outline, which differs where an essay is one of several on a page. */
export interface IdPart {
  readonly kind: 'id';
  readonly id: string;
}

export interface LevelPart {
  readonly kind: 'level';
  /** The number in the name of a heading. */
  readonly level: number;
}

/** Parts that only pages have, or only feeds. */
export interface FormPart {
  readonly kind: 'page' | 'feed';
  readonly parts: readonly Part[];
}

/** Code that is highlighted when a page is made. */
export interface CodePart {
  readonly kind: 'code';
  /** The name that highlight.js has for it; empty for plain text. */
  readonly language: string;
  readonly text: string;
  /** How its lines are marked, a letter for each; null for code without marks or numbers. */
  readonly marks: string | null;
}

/** The value of a component's attribute. */
export type PropValue = string | number | boolean | Readonly<Record<string, string>> | Slot;

/** The call of a component of `templates/shortcodes/`. */
export interface ComponentCall {
  /** The name of the component's file, without its extension. */
  readonly name: string;
  readonly props: Readonly<Record<string, PropValue>>;
  /** The slot for attributes of the picture in `props`, or null. */
  readonly picture: Slot | null;
  readonly hasContent: boolean;
  /** In the author's file, counted from 1; null for code, which `name` renders because of its language. */
  readonly line: number | null;
}

export interface ComponentPart {
  readonly kind: 'component';
  readonly call: ComponentCall;
  /** Its content. */
  readonly parts: readonly Part[];
}

/** A piece of a body; a string is HTML. */
export type Part = string | Slot | IdPart | LevelPart | FormPart | CodePart | ComponentPart;
