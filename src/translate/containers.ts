/**
 * Containers in colons, as Docusaurus and VuePress (`::: tip Title`) and Pandoc and Quarto
 * (`::: {.callout-note title="Title"}`) write them: `:::tip[Title]`, with more colons around other containers. Pure.
 */
import { CALLOUTS } from '../markdown/callouts.ts';
import type { TextEdit } from '../problems/problems.ts';
import { readList } from './attribute-list.ts';
import {
  type Dialect,
  type DialectResult,
  type ForeignBody,
  findLiteral,
  MARKDOWN,
  type Untranslated,
} from './dialect.ts';
import { writeContainer } from './writing.ts';

export const containers: Dialect = {
  formats: MARKDOWN,
  sign: /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?:{3}/m,
  translate,
};

const LINE = /^(?<before>[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(?<colons>:{3,})(?<head>[^\n]*)/gm;

/** A container whose end hasn't been found yet. */
interface OpenContainer {
  readonly at: number;
  readonly colons: string;
  readonly head: string;
  /** The most colons of a container in this one. */
  inner: number;
}

function translate({ text, literals, context }: ForeignBody): DialectResult {
  const edits: TextEdit[] = [];
  const left: Untranslated[] = [];
  const open: OpenContainer[] = [];
  for (const { index, groups = {} } of text.matchAll(LINE)) {
    const { before = '', colons = '', head = '' } = groups;
    const at = index + before.length;
    if (findLiteral(literals, at) !== undefined) continue;
    if (head.trim() !== '') {
      open.push({ at, colons, head, inner: 2 });
      continue;
    }
    const same = open.findLastIndex((each) => each.colons === colons);
    const [container] = open.splice(same === -1 ? open.length - 1 : same);
    if (container === undefined) continue;
    const written = readHead(container.head);
    if (written === null) continue;
    // A component of MDX, without which its content is only a `div`.
    const [name] = /^[A-Z]\w*/.exec(written) ?? [];
    if (name !== undefined && !context.components.includes(name)) {
      const hint = `Write a component, \`templates/shortcodes/${name}.tsx\`: without it, only its content is shown.`;
      left.push({ at: container.at, shown: `<${name}>`, hint });
    }
    const count = ':'.repeat(Math.max(container.colons.length, container.inner + 1));
    const outer = open.at(-1);
    if (outer !== undefined) outer.inner = Math.max(outer.inner, count.length);
    edits.push({ at: container.at, was: container.colons + container.head, is: count + written });
    edits.push({ at, was: colons + head, is: count });
  }
  return { edits: edits.filter(({ was, is }) => was !== is), left };
}

/** A container in our syntax. */
const OURS = /^[a-z][\w-]*(?:\[(?:[^[\]\\]|\\.|\[[^[\]]*\])*\])?(?:\{[^{}]*\})?[ \t]*$/i;
const HEAD = /^(?:\{(?<braces>[^{}]*)\}|(?<name>[a-z][\w-]*))(?![^\s])(?<title>[^{}]*)$/i;
/** Quarto's attributes for the look of a callout. */
const LOOKS = /^(?:title|collapse|icon|appearance|class)$/;

/** Writes what follows the colons; null for a line that doesn't begin a container. */
function readHead(head: string): string | null {
  if (OURS.test(head)) return head;
  // Pandoc allows colons at the end.
  const { groups } = HEAD.exec(head.trim().replace(/[ \t]*:+$/, '')) ?? {};
  if (groups === undefined) return null;
  const { braces = '', name, title = '' } = groups;
  const list = braces.trim() === '' ? new Map<string, string>() : readList(`{${braces}}`);
  if (list === null) return null;
  const classes = list.get('class')?.split(' ') ?? [];
  const [first = 'div', ...more] = name === undefined ? classes : [name];
  const bare = first.replace(/^callout-/, '').toLowerCase();
  const isCallout = CALLOUTS.has(bare);
  const others = [...list].filter(([key]) => !(isCallout ? LOOKS : /^(?:class|title)$/).test(key));
  if (more.length > 0) others.push(['class', more.join(' ')]);
  const collapse = list.get('collapse');
  if (isCallout && collapse !== undefined) others.push(['fold', collapse === 'true' ? '-' : '+']);
  const label = title.trim() || list.get('title');
  const container = { name: isCallout ? bare : first, label, attributes: new Map(others) };
  return writeContainer(container).slice(':::'.length);
}
