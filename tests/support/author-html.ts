/**
 * What validators may find in the bodies of real posts: HTML that their author wrote. The sample site
 * proves that the program writes none of it, for there nothing is allowed.
 */

/** What a validator has found. */
export interface Finding {
  readonly page: string;
  readonly rule: string;
  readonly message: string;
  readonly line: number;
}

/** What is allowed, as `rule: message`. */
const ALLOWED: readonly RegExp[] = [
  /^long-title: /,
  // What only the author can mend: words for pictures, the order of headings, silent videos.
  /^wcag\/(h30|h37|h63|h67): |^error: An “img” element must have an “alt”/,
  /^(prefer-tbody|no-autoplay|no-inline-style): /,
  /^aria-label-misuse: |^error: The “aria-label” attribute must not/,
  /^element-required-attributes: <iframe>|^input-missing-label: <select>/,
  /^heading-level: |^error: The heading “/,
  /^error: An “optgroup” element|^require-sri: /,
  // HTML 4.
  /^(deprecated|no-deprecated-attr|script-type): /,
  /^\w+: The “[\w-]+” (element|attribute .*) is obsolete/,
  /^\w+: The “type” attribute (is unnecessary|for the “style”)/,
  /^error: Element “script” must not have attribute “charset”/,
  // What browsers read all the same.
  /^(attr-quotes|attribute-allowed-values): |^error: Bad value “/,
  /^attr-spacing: |^error: No space between attributes/,
  /^no-dup-attr: |^error: Duplicate attribute/,
  /^warning: .* two consecutive hyphens in a comment/,
  /^no-raw-characters: |^error: Forbidden code point/,
  // In code, where space is kept.
  /^no-trailing-whitespace: /,
  // Out of place, or a slip: `<abb>`.
  /^element-name: |^error: The “abb” element is a completely-unknown/,
  /^element-permitted-content: |^error: Element “abb” not allowed/,
  /^error: A “style” element in “body” must be/,
  /^\w+: (Attribute “[\w-]+” not|The “[\w-]+” attribute is never) allowed on/,
  /^error: .*(“noscript”|End tag “p” implied|No “p” element)/,
];

/** True for what is allowed on the page of an essay. */
export function isOfAuthor({ page, rule, message }: Finding): boolean {
  return page.startsWith('blog/') && ALLOWED.some((each) => each.test(`${rule}: ${message}`));
}
