/**
 * The HTML that a component renders, for feeds. Pure.
 */

const TAG_END = String.raw`\b(?:"[^"]*"|'[^']*'|[^"'>])*>`;
/** A script or style sheet; or a comment, raw text or tag, in which text may look like one. */
const PARTS = new RegExp(
  String.raw`<(script|style)${TAG_END}.*?</\1\s*>|<!--.*?-->|` +
    String.raw`<(xmp|iframe|noembed|noframes|textarea|title)${TAG_END}.*?</\2\s*>|<\w+${TAG_END}`,
  'gis',
);

/** Removes scripts and style sheets. */
export function dropScripts(made: string): string {
  return made.replace(PARTS, (part, dropped) => (dropped === undefined ? part : ''));
}
