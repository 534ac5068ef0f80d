/**
 * The validators' findings that are allowed in the bodies of real posts: HTML that their author wrote. In the
 * sample site no finding is allowed, which shows that the program writes none of it.
 */

/** One finding of a validator. */
export interface Finding {
  readonly page: string;
  readonly rule: string;
  readonly message: string;
  readonly line: number;
}

/** The allowed findings, as `rule: message`. */
const ALLOWED: readonly RegExp[] = [
  /^long-title: /,
  // What only the author can fix: alternative texts, the order of headings, videos without captions.
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
  // What browsers accept.
  /^(attr-quotes|attribute-allowed-values): |^error: Bad value “/,
  /^attr-spacing: |^error: No space between attributes/,
  /^no-dup-attr: |^error: Duplicate attribute/,
  /^warning: .* two consecutive hyphens in a comment/,
  /^no-raw-characters: |^error: Forbidden code point/,
  // In code, where whitespace is preserved.
  /^no-trailing-whitespace: /,
  // Misplaced elements, and a typo: `<abb>`.
  /^element-name: |^error: The “abb” element is a completely-unknown/,
  /^element-permitted-content: |^error: Element “abb” not allowed/,
  /^error: A “style” element in “body” must be/,
  /^\w+: (Attribute “[\w-]+” not|The “[\w-]+” attribute is never) allowed on/,
  /^error: .*(“noscript”|End tag “p” implied|No “p” element)/,
];

/** True for an allowed finding on the page of an essay. */
export function isOfAuthor({ page, rule, message }: Finding): boolean {
  return page.startsWith('blog/') && ALLOWED.some((each) => each.test(`${rule}: ${message}`));
}
