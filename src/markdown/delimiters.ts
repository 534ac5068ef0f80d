/**
 * The control characters that delimit parts of a body's HTML until its page or feed is made. Pure.
 *
 * No text contains them: `dropControls` removes them from everything that an author writes. The HTML of a body with
 * parts to fill in is therefore one string, which the cache keeps as it is.
 */

/** Encloses a slot: a URL to fill in, or nothing where attributes can be added. */
export const SLOT = '\u0001';

/** Encloses a part that feeds omit: a script, a style sheet, a heading's self-link. */
export const PAGE_ONLY = '\u0002';

/**
 * Precedes the language of a block of code, separates it from the code, and follows the code. In the text that an
 * excerpt is cut from, it encloses inline code.
 */
export const CODE_DELIMITER = '\u0003';

/** Encloses a heading's number, which stands in for its id until all of the author's ids are known. */
export const HEADING_NUMBER = '\u0004';

/** Encloses the attributes of a component. Doubled, it ends the component's content. */
export const COMPONENT = '\u0005';

/** Encloses the empty element of a table of contents. */
export const CONTENTS = '\u0007';

/** Stands in for the content of a component while it is rendered. */
export const CONTENT = '\u0006';

/** The attribute of a `<pre>` in which the engine passes on what follows the language of a fence. */
export const INFO_ATTRIBUTE = 'data-info';

/** The attribute of an `<img>` that passes on the label of a numbered figure. */
export const LABEL_ATTRIBUTE = 'data-label';
