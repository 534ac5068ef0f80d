/**
 * Blocks of code: they are highlighted when a page is made, and can be scrolled with the keyboard. A title makes one a
 * figure. A block whose language has a component is rendered by it.
 */
import type { MdastVisitorContext } from 'satteri';
import { detach, foldWord } from '../../text/text.ts';
import {
  checkFence,
  type FenceInfo,
  languageUnknown,
  markLines,
  readFenceInfo,
} from '../fence-info.ts';
import { addData, type NodeOf, placeOf } from '../markdown-nodes.ts';
import { type Given, placeholder, type Rule } from '../rule.ts';
import {
  addClasses,
  classesOf,
  type Element,
  element,
  elementsOf,
  type Node,
  text,
  UNDIVIDED,
  wrap,
} from '../tree.ts';
import { markBeside, setBeside } from './notes.ts';

const FENCE_WITH_WORDS = /(?<!~)(?:`{3}|~{3})[^\s`]*(?:[ \t]+\S|[^\w\s`~+#.-])/;

/** The offset of the first block's language, after a fence or in a class. */
function findLanguage(source: string, name: string): number {
  const folded = source.toLowerCase();
  const sign = ['```', '~~~', 'language-'].find((each) => folded.includes(each + name)) ?? '';
  return Math.max(0, folded.indexOf(sign + name)) + sign.length;
}

export const code: Rule = (given) => {
  const { found, options, source } = given;
  const infos = new Map<Element, FenceInfo>();
  const unknown = new Set<string>();
  /** Reports a language that is neither highlighted nor drawn, once. */
  const checkLanguage = ({ name, language }: FenceInfo): void => {
    const isKnown = name === '' || language !== null || findComponent(name, options) !== undefined;
    if (isKnown || unknown.has(name)) return;
    unknown.add(name);
    found.faults.push(languageUnknown(name, source, findLanguage(source, name)));
  };
  const readFence = (node: NodeOf<'code'>, context: MdastVisitorContext) => {
    const { lang, meta, value } = node;
    if (!lang || lang === 'math') return;
    const info = readFenceInfo(lang, meta ?? '');
    const { start } = placeOf(node);
    found.faults.push(...checkFence(info, value, source, start));
    const { hProperties } = placeholder(found, 'pre', 'code', info);
    addData(context, node, { hProperties });
  };
  return {
    // A language alone is read from its class.
    ...(FENCE_WITH_WORDS.test(source) && { needsPlaces: true, markdown: { code: readFence } }),
    placeholders: {
      code(node, info: FenceInfo) {
        infos.set(node, info);
      },
    },
    elements: {
      pre(node, { parents }) {
        found.styles.add('code');
        const isUndivided = parents.some(({ tagName }) => UNDIVIDED.has(tagName));
        if (!isUndivided) node.properties.tabIndex ??= 0;
        const info = infos.get(node) ?? readClass(node);
        if (info === null) markBeside(found, () => setBeside(node));
        else readBlock(node, info, isUndivided, given);
        if (info !== null) checkLanguage(info);
      },
    },
    // The words of the code are read before it becomes a part.
    ends: {
      pre(node) {
        const info = infos.get(node) ?? readClass(node);
        const inner = findCode(node);
        if (info !== null && inner !== null) makePart(inner, info);
      },
    },
  };
};

/** The code element that fills a `<pre>`; null if it contains anything but text. */
function findCode({ children: [first, second] }: Element): Element | null {
  if (second !== undefined || first?.type !== 'element' || first.tagName !== 'code') return null;
  return elementsOf(first).length === 0 ? first : null;
}

/** Reads the language of a block in HTML. */
function readClass(node: Element): FenceInfo | null {
  const inner = findCode(node);
  const [first = ''] = inner === null ? [] : classesOf(inner);
  return first.startsWith('language-') ? readFenceInfo(first.slice('language-'.length), '') : null;
}

/** Applies what the author wrote after a fence. */
function readBlock(node: Element, info: FenceInfo, isUndivided: boolean, given: Given): void {
  const { found, options } = given;
  const isMarked = info.ranges.length > 0;
  if (isMarked || info.firstNumber !== null) {
    found.styles.add('lines');
    addClasses(node, 'lines', ...(info.firstNumber === null ? [] : ['numbered']));
  }
  let outer = node;
  if (info.title !== '' && !isUndivided) {
    found.styles.add('lines');
    outer = element('figure', { className: ['code'] });
    wrap(node, outer, [element('figcaption', {}, [text(info.title)])]);
  }
  markBeside(found, () => setBeside(outer));
  const name = info.language === null ? findComponent(info.name, options) : undefined;
  if (name === undefined) return;
  found.hasMedia = true;
  found.hasComponents = true;
  const props = { code: readLines(node.children).trimEnd() };
  const call = { name, props, picture: null, hasContent: true, line: null };
  wrap(node, { ...element('div'), component: call });
}

/** Finds the component for a language that isn't highlighted. */
function findComponent(name: string, { components }: Given['options']): string | undefined {
  return name === '' ? undefined : components.find((each) => foldWord(each) === foldWord(name));
}

function readLines(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'element') return readLines(node.children);
      return node.type === 'text' ? node.value : '';
    })
    .join('');
}

/** Makes the text of a block a part, if it is highlighted or has marked lines. */
function makePart(node: Element, info: FenceInfo): void {
  const lines = readLines(node.children);
  const [first = '', ...others] = classesOf(node);
  // The engine adds whatever is glued to the language.
  if (/[^\w+#.-]/.test(first))
    node.properties.className = [`language-${info.name || 'text'}`, ...others];
  const marks = markLines(info, lines.replace(/\n$/, '').split('\n').length);
  if (info.language === null && marks === null) return;
  const start = info.firstNumber ?? 1;
  if (start !== 1) node.properties.style = `counter-reset:line ${start - 1}`;
  const part = { kind: 'code', language: info.language ?? '', text: detach(lines), marks } as const;
  node.children = [{ type: 'part', part }];
}
