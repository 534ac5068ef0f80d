/**
 * What validators find in the HTML that an author wrote, and how it is told from what the program
 * wrote: it stands in the body of an essay, and the essay's source holds the same tag, attribute,
 * heading or text. Markdown alone makes no such tag, so nothing of the program's can hide behind it.
 */
import { decode } from 'he';
import { Parser } from 'htmlparser2';

/** What a validator has found. */
export interface Finding {
  readonly page: string;
  readonly rule: string;
  readonly message: string;
  /** Where in the page's text. */
  readonly offset: number;
}

/** An essay's page, and what it was made of. */
export interface AuthoredPage {
  readonly html: string;
  readonly source: string;
  readonly title: string;
}

type Proof = (finding: Finding, page: AuthoredPage) => boolean;

/** What is allowed, as `rule: message`, and what proves that the author wrote it. */
const ALLOWED: readonly (readonly [finding: RegExp, proof: Proof])[] = [
  [/^long-title: /, isOwnTitle],
  // What only the author can mend: words for pictures, the order of headings, silent videos.
  [/^wcag\/h37: |^error: An “img” element must have an “alt”/, isOwnTag],
  [/^(wcag\/h30|wcag\/h63|prefer-tbody|no-autoplay|no-inline-style): /, isOwnTag],
  [/^wcag\/h67: /, isOwnPicture],
  [/^aria-label-misuse: |^error: The “aria-label” attribute must not/, isOwnTag],
  [/^element-required-attributes: <iframe>|^input-missing-label: <select>/, isOwnTag],
  [/^heading-level: |^error: The heading “/, isOwnHeading],
  [/^error: An “optgroup” element|^require-sri: /, isOwnTag],
  // HTML 4.
  [/^(deprecated|no-deprecated-attr|script-type): /, isOwnTag],
  [/^\w+: The “[\w-]+” (element|attribute .*) is obsolete/, isOwnTag],
  [/^\w+: The “type” attribute (is unnecessary|for the “style”)/, isOwnTag],
  [/^error: Element “script” must not have attribute “charset”/, isOwnTag],
  // What browsers read all the same.
  [/^(attr-quotes|attribute-allowed-values): /, isOwnTag],
  [/^attr-spacing: |^error: No space between attributes/, isOwnSpacing],
  [/^error: Bad value “/, isOwnValue],
  [/^no-dup-attr: |^error: Duplicate attribute/, isOwnTag],
  [/^warning: .* two consecutive hyphens in a comment/, isOwnText],
  [/^no-raw-characters: |^error: Forbidden code point/, isOwnText],
  // In code, where space is kept.
  [/^no-trailing-whitespace: /, isOwnLineEnd],
  // Out of place, or a slip: `<abb>`.
  [/^element-name: |^error: The “abb” element is a completely-unknown/, isOwnTag],
  [/^element-permitted-content: |^error: Element “abb” not allowed/, isOwnTag],
  [/^error: A “style” element in “body” must be/, isOwnTag],
  [/^\w+: (Attribute “[\w-]+” not|The “[\w-]+” attribute is never) allowed on/, isOwnTag],
  [/^error: .*(“noscript”|End tag “p” implied|No “p” element)/, isOwnNoscript],
];

/** True for what is allowed, and was written by the author. */
export function isOfAuthor(finding: Finding, page: AuthoredPage): boolean {
  const text = `${finding.rule}: ${finding.message}`;
  return ALLOWED.some(([allowed, proof]) => {
    const isPlaced = proof === isOwnTitle || isInBody(finding, page);
    return allowed.test(text) && isPlaced && proof(finding, page);
  });
}

function isInBody({ offset }: Finding, { html }: AuthoredPage): boolean {
  const [start, end] = findProse(html);
  return start <= offset && offset < end;
}

function isOwnTitle({ offset }: Finding, { html, title }: AuthoredPage): boolean {
  const [, shown = ''] = /<title>(.*?)<\/title>/s.exec(html) ?? [];
  const isShort = decode(shown).length <= 70; // An escaped apostrophe is counted as six letters.
  return html.lastIndexOf('<title>', offset) !== -1 && (isShort || decode(shown) === title);
}

/** The source has a tag of that name, with the attribute that the finding is about. */
function isOwnTag({ message, offset }: Finding, { html, source }: AuthoredPage): boolean {
  const start = html.lastIndexOf('<', offset);
  const [tag = '', name = ''] = /^<\/?([\w-]+)/.exec(html.slice(start)) ?? [];
  const at = offset - start;
  const standing = at > tag.length ? /^[\w-]+/.exec(html.slice(offset))?.[0] : undefined;
  const attribute = ATTRIBUTE.exec(message)?.slice(1).find(Boolean) ?? standing;
  if (name === '') return false;
  if (attribute === undefined) return new RegExp(`<${name}\\b`, 'i').test(source);
  return new RegExp(`<${name}\\b[^>]*?[\\s"']${attribute}\\b`, 'i').test(source);
}

/** The attribute that a message is about. */
const ATTRIBUTE =
  /^The “([\w-]+)” attribute|^Attribute “([\w-]+)”|attribute “([\w-]+)”|^Attribute "([\w-]+)"/;

/** The source has a tag of that name with attributes that nothing parts. */
function isOwnSpacing({ offset }: Finding, { html, source }: AuthoredPage): boolean {
  const [, name = ''] = /^<([\w-]+)/.exec(html.slice(html.lastIndexOf('<', offset))) ?? [];
  return name !== '' && new RegExp(`<${name}\\b[^>]*["'][\\w-]+=?`).test(source);
}

/** The source has the value, be it in a link of Markdown. */
function isOwnValue({ message }: Finding, { source }: AuthoredPage): boolean {
  const [, value = ''] = /^Bad value “(.*?)” for/.exec(message) ?? [];
  return value !== '' && (source.includes(value) || source.includes(decodeURI(value)));
}

/** A picture in raw HTML, or one in Markdown that has a title only: `![](x.png "title")`. */
function isOwnPicture(finding: Finding, page: AuthoredPage): boolean {
  return isOwnTag(finding, page) || /!\[\]\([^)]* ["']/.test(page.source);
}

function isOwnNoscript(_: Finding, { source }: AuthoredPage): boolean {
  return /<noscript\b/i.test(source);
}

/** The source has a heading of that level, in Markdown or in HTML. */
function isOwnHeading({ offset }: Finding, { html, source }: AuthoredPage): boolean {
  const [, level = ''] = /^<?h([1-6])/.exec(html.slice(html.lastIndexOf('<', offset))) ?? [];
  return (
    level !== '' && new RegExp(`<h${level}\\b|^ {0,3}#{${level}}\\s|^[=-]+$`, 'im').test(source)
  );
}

/** The source has the very same characters. */
function isOwnText({ offset }: Finding, { html, source }: AuthoredPage): boolean {
  const [piece = ''] =
    /^[^<]{1,8}/.exec(html.slice(offset)) ?? /^<!--.{0,8}/.exec(html.slice(offset)) ?? [];
  return piece !== '' && source.includes(piece);
}

/** The source has lines that end in space; code keeps it. */
function isOwnLineEnd({ offset }: Finding, { html, source }: AuthoredPage): boolean {
  return /^[ \t]/.test(html.slice(offset)) && /[ \t]\r?\n/.test(source);
}

/** From where to where the body of the essay stands; nowhere on a page without one. */
function findProse(html: string): readonly [start: number, end: number] {
  let [depth, start, end] = [0, -1, -1];
  const parser = new Parser({
    onopentag(_, attributes) {
      if (start !== -1) depth++;
      else if (attributes.class?.split(' ').includes('prose')) start = parser.endIndex + 1;
    },
    onclosetag() {
      if (start === -1 || end !== -1) return;
      if (depth === 0) end = parser.startIndex;
      depth--;
    },
  });
  parser.end(html);
  return [start, end];
}
