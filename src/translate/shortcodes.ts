/**
 * Translates the shortcodes in a body, whatever their syntax: writes what the table says, or a call of
 * the site's own component. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { readArguments } from './arguments.ts';
import { type DialectResult, editMatches, type ForeignBody, type Untranslated } from './dialect.ts';
import { escapeSigns, removeEscapes, SIGN } from './escapes.ts';
import {
  findPlace,
  isBare,
  makeHtmlTest,
  type Range,
  removeRange,
  replaceBlock,
  replaceRange,
  wrapContent,
} from './places.ts';
import { type Call, findLostArguments, foldName, type Output } from './shortcode.ts';
import {
  findRow,
  findShortcodes,
  type Shortcode,
  type ShortcodeSyntax,
  type Tag,
} from './shortcode-tags.ts';
import { type Container, writeCode, writeContainer, writeDirective, writeLink } from './writing.ts';

/** What writing a shortcode depends on besides the shortcode. */
interface Scope {
  readonly body: ForeignBody;
  readonly syntax: ShortcodeSyntax;
  readonly isHtml: (range: Range) => boolean;
}

/** The edits of a shortcode, or a hint if it stays as it is. */
type Written = { readonly edits: readonly TextEdit[] } | { readonly hint: string };

const OWN_LINE = { hint: 'Put it on a line of its own.' };
const IN_HTML = { hint: 'Move it out of the HTML around it.' };
const BRACE = { hint: 'Write its arguments without `{` and `}`.' };
const NO_END = { hint: 'Add its closing tag, or remove it.' };

/** Translates the shortcodes of one syntax. */
export function translateShortcodes(
  body: ForeignBody,
  syntax: ShortcodeSyntax,
): Required<DialectResult> {
  const scope: Scope = { body, syntax, isHtml: makeHtmlTest(body) };
  const edits: TextEdit[] = [];
  const left: Untranslated[] = [];
  for (const shortcode of findShortcodes(body, syntax)) {
    const { tag } = shortcode;
    const written = writeShortcode(shortcode, scope);
    if ('hint' in written) left.push({ at: tag.start, shown: tag.shown, hint: written.hint });
    else edits.push(...written.edits);
  }
  return { edits, left };
}

function writeShortcode({ tag, end }: Shortcode, scope: Scope): Written {
  const { body, syntax } = scope;
  if (tag.kind === 'end') return { hint: 'Remove it: there is no opening tag before it.' };
  const isHtml = scope.isHtml({ start: tag.start, end: end?.end ?? tag.end });
  const found = (syntax.readArguments ?? readArguments)(tag.written);
  if (found === null)
    return { hint: 'Write plain values, each between two quotation marks: `a="b"`.' };
  const call: Call = {
    ...found,
    name: foldName(tag.called),
    written: tag.written.trim(),
    content: end === null ? null : body.text.slice(tag.end, end.start),
    isHtml,
  };
  const output = chooseOutput(tag, call, scope);
  if (output === null) return { hint: writeHint(tag.called) };
  return placeOutput(output, { tag, end }, call, scope);
}

/** The site's own components come first. */
function chooseOutput(tag: Tag, call: Call, { body, syntax }: Scope): Output | null {
  const { components } = body.context;
  const own = components.find((each) => foldName(each) === call.name);
  if (own !== undefined) return callComponent(own, call);
  const row = findRow(tag, syntax);
  if (row !== undefined) return row.write(call);
  return syntax.callsUnknown ? callComponent(tag.called, call) : null;
}

function writeHint(name: string): string {
  const example = `export default (props) => <div className="${name}">{props.children}</div>;`;
  return `Replace it with Markdown, or write a component, \`templates/shortcodes/${name}.tsx\`, such as \`${example}\`, and call it with \`::${name}{…}\`.`;
}

/** Calls the site's own component. */
function callComponent(name: string, { args, props, content }: Call): Output {
  const hint = `Write \`::${name}{…}\` with a name for each argument.`;
  if (args.length > 0) return { kind: 'invalid', hint };
  if (content === null) return { kind: 'block', text: writeDirective(name, props) };
  return { kind: 'container', container: { name, attributes: props } };
}

/** Makes the edits of a shortcode. */
function placeOutput(output: Output, { tag, end }: Shortcode, call: Call, scope: Scope): Written {
  const { text } = scope.body;
  const whole = { start: tag.start, end: end?.end ?? tag.end };
  // A template fills them, and attribute lists can't have them.
  const values = [...call.args, ...call.props.values()];
  if (output.kind !== 'fence' && values.some((value) => /[{}]/.test(value))) return BRACE;
  const [lost] = findLostArguments(call, describe(output, call));
  if (lost !== undefined)
    return { hint: `Translate it by hand: there is no equivalent for \`${lost}\` here.` };
  switch (output.kind) {
    case 'invalid':
      return output;
    case 'container':
      return end === null ? NO_END : placeContainer(output.container, tag, end, call, scope);
    case 'unwrap':
      return { edits: unwrap({ tag, end }, output, scope) };
    case 'fence':
      if (end === null) return NO_END;
      return isInLine(text, tag, end)
        ? { edits: [replaceRange(text, whole, writeCode(text.slice(tag.end, end.start)))] }
        : orOwnLine(wrapContent(text, tag, end, { ...output, change: removeEscapes }));
    case 'address': {
      const isShown = isBare(text, tag.start);
      const is = isShown ? linkAddress(output.url, call.isHtml) : output.url;
      return { edits: [replaceRange(text, whole, is)] };
    }
    case 'inline':
      return { edits: [replaceRange(text, whole, removeEscapes(output.text))] };
    case 'block':
      if (call.isHtml) return IN_HTML;
      if (end !== null && !output.takesContent && call.content?.trim()) {
        return { hint: 'Move its content below it, and remove its closing tag.' };
      }
      return orOwnLine(replaceBlock(text, whole, output.text));
    case 'picture': {
      const block = call.isHtml ? null : replaceBlock(text, whole, output.text);
      return { edits: block ?? [replaceRange(text, whole, output.text)] };
    }
  }
}

/** Everything that a shortcode becomes, besides its content. Addresses and code have no words in their arguments. */
function describe(output: Output, { written }: Call): string {
  if ('text' in output) return output.text;
  if (output.kind === 'container') return writeContainer(output.container);
  return output.kind === 'unwrap' ? (output.below ?? '') : written;
}

/** Removes the tags around content. Signs of shortcodes that are shown as text get backslashes, except in code. */
function unwrap(
  { tag, end }: Shortcode,
  { below = '', isShown = false }: Output & { readonly kind: 'unwrap' },
  { body }: Scope,
): TextEdit[] {
  const { text } = body;
  if (end === null) return [removeRange(text, tag)];
  const last = below === '' ? removeRange(text, end) : replaceRange(text, end, below);
  const edits = [removeRange(text, tag), last];
  if (!isShown) return edits;
  const content = { ...body, text: text.slice(0, end.start) };
  const signs = editMatches(content, SIGN, ([sign]) => escapeSigns(sign));
  return [...edits, ...signs.filter(({ at }) => at >= tag.end)];
}

/** True for a pair of tags with a line's text before or after it. */
function isInLine(text: string, tag: Tag, end: Range): boolean {
  const isOneLine = !text.slice(tag.start, end.end).includes('\n');
  return isOneLine && !(findPlace(text, tag).startsLine && findPlace(text, end).endsLine);
}

function linkAddress(url: string, isHtml: boolean): string {
  return isHtml ? `<a href="${url}">${url}</a>` : writeLink(url, url);
}

function orOwnLine(edits: readonly TextEdit[] | null): Written {
  return edits === null ? OWN_LINE : { edits };
}

const BELOW_ROW = /\|[^\n]*\n[ \t>]*$/;

/** Writes the first and last line of a container; the dialect of containers adds colons to those around others. */
function placeContainer(
  container: Container,
  tag: Tag,
  end: Range,
  { isHtml }: Call,
  { body: { text } }: Scope,
): Written {
  if (isHtml) return IN_HTML;
  if (!findPlace(text, tag).startsLine || !findPlace(text, end).endsLine) return OWN_LINE;
  // A line below the row of a table would be another row.
  const isBelowRow = BELOW_ROW.test(text.slice(Math.max(0, end.start - 400), end.start));
  const close = isBelowRow ? `\n${findPlace(text, end).indent}:::` : ':::';
  return orOwnLine(wrapContent(text, tag, end, { open: writeContainer(container), close }));
}
