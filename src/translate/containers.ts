/**
 * Containers in colons, as Docusaurus, VitePress and VuePress (`::: tip Title`), Pandoc and Quarto
 * (`::: {.callout-note title="Title"}`) and MyST (`:::{note} Title`) write them: `:::tip[Title]`, with more colons around
 * other containers. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import type { TextEdit } from '../problems/problems.ts';
import { readList, writeTag } from './attribute-list.ts';
import { type Dialect, type ForeignBody, findLiteral, MARKDOWN } from './dialect.ts';
import { writeContainer } from './writing.ts';

export const containers: Dialect = {
  name: 'containers',
  formats: MARKDOWN,
  sign: /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?:{3}/m,
  translate: (body) => ({ edits: listEdits(body), left: [] }),
};

const LINE = /^(?<before>[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?<colons>:{3,})(?<head>[^\n]*)/gm;

/** A container whose end hasn't been found yet. */
interface OpenContainer {
  readonly at: number;
  readonly colons: string;
  readonly head: string;
  readonly before: string;
  /** The most colons of a container in this one. */
  inner: number;
}

function listEdits({ text, literals, context }: ForeignBody): TextEdit[] {
  const edits: TextEdit[] = [];
  const open: OpenContainer[] = [];
  for (const { index, groups = {} } of text.matchAll(LINE)) {
    const { before = '', colons = '', head = '' } = groups;
    const at = index + before.length;
    if (findLiteral(literals, at) !== undefined) continue;
    if (head.trim() !== '') {
      open.push({ at, colons, head, before, inner: 2 });
      continue;
    }
    const same = open.findLastIndex((each) => each.colons === colons);
    const [container] = open.splice(same === -1 ? open.length - 1 : same);
    if (container === undefined) continue;
    const written = readHead(container, text, context.components);
    if (written === null) continue;
    const count = Math.max(container.colons.length, container.inner + 1);
    const outer = open.at(-1);
    if (outer !== undefined) {
      const inner = written.head === null ? container.inner : count;
      outer.inner = Math.max(outer.inner, inner);
    }
    edits.push(...writeContainers(container, written, { at, was: colons + head, before }, count));
  }
  return edits.filter(({ was, is }) => was !== is);
}

/** What a container becomes. */
interface WrittenContainer {
  /** What follows its colons; null for an element of HTML. */
  readonly head: string | null;
  /** The start tag of that element. */
  readonly tag?: string;
  /** Removes the heading in it that is its title. */
  readonly heading?: TextEdit | undefined;
}

function writeContainers(
  { at, colons, head, before }: OpenContainer,
  written: WrittenContainer,
  end: { readonly at: number; readonly was: string; readonly before: string },
  count: number,
): TextEdit[] {
  const { heading } = written;
  const isHtml = written.head === null;
  // The blank lines make the content Markdown.
  const start = isHtml ? `${written.tag}\n${before.trimEnd()}` : ':'.repeat(count) + written.head;
  return [
    { at, was: colons + head, is: start },
    ...(heading === undefined ? [] : [heading]),
    { at: end.at, was: end.was, is: isHtml ? `\n${end.before}</div>` : ':'.repeat(count) },
  ];
}

const HEAD =
  /^(?:\{(?<braces>[^{}]*)\}|(?<name>[a-z][\w-]*))(?:\[(?<label>(?:[^[\]\\]|\\.|\[[^[\]]*\])*)\])?(?![^\s{])(?<rest>.*)$/i;
const LIST_AT_END = /\{([^{}]*)\}$/;
/** Names of classes with a component of ours, which a container of another program doesn't mean. */
const BUILT_IN = ['gallery', 'youtube', 'vimeo', 'video', 'audio', 'gist', 'post', 'figure'];
/** What Quarto's attributes say of a callout's looks. */
const LOOKS = /^(?:title|collapse|icon|appearance|class|open)$/;

/** A container that is written in our way. */
const OURS =
  /^[a-z][\w-]*(?:\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\])?(?:\{(?![^{}]*\b(?:title|collapse)=)[^{}]*\})?[ \t]*$/i;

/** Reads what follows the colons; null for a line that doesn't begin a container. */
function readHead(
  { at, head, colons }: OpenContainer,
  text: string,
  components: readonly string[],
): WrittenContainer | null {
  if (OURS.test(head)) return { head };
  // Pandoc allows colons at the end.
  const { groups } = HEAD.exec(head.trim().replace(/[ \t]*:+$/, '')) ?? {};
  if (groups === undefined) return null;
  const { braces, name, label, rest = '' } = groups;
  const isMyst = braces !== undefined && /^[a-z][\w-]*$/.test(braces);
  const [, later = ''] = LIST_AT_END.exec(rest.trim()) ?? [];
  const states = later.replace(/\bopen\b/, 'fold="+"');
  const list = readList(`{${isMyst ? '' : (braces ?? '')} ${states}}`) ?? new Map<string, string>();
  const classes = list.get('class')?.split(' ') ?? [];
  const names = [isMyst ? braces : name, ...classes].filter((each) => each !== undefined);
  const title = label ?? (rest.trim().replace(LIST_AT_END, '').trim() || list.get('title'));
  const kind = findKind(names);
  if (kind !== undefined) {
    const isQuarto = braces !== undefined && !isMyst && title === undefined;
    const heading = isQuarto ? findHeading(text, at + colons.length + head.length) : undefined;
    const others = names.filter((each) => !each.toLowerCase().endsWith(kind));
    const attributes = listOfCallout(list, others);
    const container = { name: kind, label: title ?? heading?.title, attributes };
    return { head: writeContainer(container, 0), heading: heading?.edit };
  }
  const [first, ...more] = names;
  const isComponent = first !== undefined && [...BUILT_IN, ...components].includes(first);
  if (first === undefined || (isComponent && name === undefined)) {
    const isRead = list.size > 0 || braces?.trim() === '';
    return isRead ? { head: null, tag: writeTag('div', [...list].map(nameAttribute)) } : null;
  }
  const others = [...list].filter(([key]) => key !== 'class' && key !== 'title');
  if (more.length > 0) others.push(['class', more.join(' ')]);
  const container = { name: first, label: title, attributes: new Map(others) };
  return { head: writeContainer(container, 0) };
}

/** Names attributes that HTML doesn't have as Pandoc does: `data-layout-ncol`. */
function nameAttribute([key, value]: readonly [string, string]): readonly [string, string] {
  const isKnown = /^(?:class|id|style|lang|dir|role|title|(?:aria|data)-.+)$/.test(key);
  return [isKnown ? key : `data-${key}`, value];
}

function findKind(names: readonly string[]): string | undefined {
  const kinds = names.map((name) => name.replace(/^(?:callout|admonition)-/, '').toLowerCase());
  return kinds.find((kind) => CALLOUTS.has(kind) && kind !== 'callout');
}

/** Lists the attributes of a callout: whether it is foldable, and those that have nothing to do with its looks. */
function listOfCallout(
  list: ReadonlyMap<string, string>,
  names: readonly string[],
): Map<string, string> {
  const others = new Map([...list].filter(([key]) => !LOOKS.test(key)));
  const collapse = list.get('collapse');
  if (collapse !== undefined) others.set('fold', collapse === 'true' ? '-' : '+');
  if (names.length > 0) others.set('class', names.join(' '));
  return others;
}

/** Finds the heading that begins a callout of Quarto: it is its title. */
function findHeading(text: string, from: number) {
  const [line, title] = /^\n(?:[ \t>]*\n)?[ \t>]*#{1,6}[ \t]+([^\n]+)/.exec(text.slice(from)) ?? [];
  if (line === undefined || title === undefined) return undefined;
  return { title: title.trim(), edit: { at: from, was: line, is: '' } };
}
