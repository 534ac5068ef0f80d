/**
 * Blocks of code in a body: marks code for highlighting, and applies what an author wrote after the language: a title,
 * line numbers, and marked lines.
 */
import { escape as escapeHtml } from 'he';
import { askMeant, decodeEntities, suggestWord } from '../text/text.ts';
import { BESIDE, isBesideNote } from './body-notes.ts';
import type { BodyScan, Element, Fault } from './body-scan.ts';
import { DIAGRAMS, findLanguage, LANGUAGES, markCode } from './code.ts';
import { callForCode, findComponent } from './code-components.ts';
import { CODE_WORDS, type CodeInfo, readCodeInfo } from './code-info.ts';
import { escapeLines, hasMarkComment, type MarkedCode, markLines } from './code-lines.ts';
import { INFO_ATTRIBUTE } from './delimiters.ts';
import * as html from './html.ts';

/** A block of code with more than a language after its fence. */
export interface CodeBlock {
  readonly info: CodeInfo;
  /** Its lines if they are marked or numbered; else null. */
  readonly marked: MarkedCode | null;
}

/** Makes preformatted text focusable, so that long lines can be scrolled with the keyboard, and gives it its title. */
export function readPre(element: Element, scan: BodyScan): void {
  const { attributes, around, tag } = element;
  const written = decodeEntities(attributes.get(INFO_ATTRIBUTE) ?? '');
  attributes.delete(INFO_ATTRIBUTE);
  scan.preStart = tag.end;
  scan.block = readBlock(tag, written, scan);
  const { info, marked = null } = scan.block ?? {};
  const beside = isBesideNote(tag.start, scan) ? BESIDE : '';
  if (!attributes.has('tabindex') && !around.isUndivided) attributes.set('tabindex', '0');
  if (marked !== null) {
    const added = info?.firstNumber === null ? 'lines' : 'lines numbered';
    attributes.set('class', [attributes.get('class'), added].filter(Boolean).join(' '));
  }
  const title = escapeHtml(info?.title ?? '');
  if (title !== '' && !around.isUndivided) {
    element.before = `<figure class="code"${beside}><figcaption>${title}</figcaption>`;
    element.after = '</figure>';
  } else element.inTag += beside;
  Object.assign(element, callForCode(element, scan));
}

/** Reads the info string of the code in a `<pre>`; null if there is nothing in it. */
function readBlock(tag: html.Tag, written: string, scan: BodyScan): CodeBlock | null {
  const inner = html.findTag(scan.source, tag.end);
  if (inner?.name !== 'code' || inner.isClosing || inner.start !== tag.end) return null;
  const { content } = html.readContent(inner, scan.source);
  const className = decodeEntities(html.readAttributes(inner).get('class') ?? '');
  const [first = ''] = className.split(' ', 1);
  const words = first.startsWith('language-') ? first.slice('language-'.length) : '';
  if (written === '' && !hasMarkComment(content) && !/[^\w+#.]/.test(words)) return null;
  const info = readCodeInfo(`${words} ${written}`);
  const isText = !content.includes('<');
  const code = isText ? markLines(decodeEntities(content), info) : null;
  for (const word of [...info.unknown, ...(code?.unknown ?? [])]) {
    scan.faults.push(codeWordUnknown(word));
  }
  const count = content.trimEnd().split('\n').length;
  const beyond = info.ranges.find(({ from }) => from > count);
  if (beyond !== undefined) scan.faults.push(codeLineMissing(beyond.from, count, written || words));
  const isNumbered = info.firstNumber !== null;
  const isMarked = code?.isChanged || isNumbered || info.isDiff;
  return { info, marked: isMarked ? code : null };
}

/** Marks code for highlighting if its language is known, or its lines are marked, and it is all of a `<pre>`. */
export function markCodeElement(element: Element, scan: BodyScan): void {
  const { tag, attributes } = element;
  const className = decodeEntities(attributes.get('class') ?? '');
  const isAll = tag.start === scan.preStart;
  const { info = null, marked = null } = (isAll && scan.block) || {};
  if (!className.startsWith('language-') && marked === null) return;
  const found = info ?? findLanguage(className.slice('language-'.length));
  const { name = '', language = null } = found ?? {};
  const isDrawn = findComponent(name, scan.components) !== undefined;
  if (name !== '' && language === null && !isDrawn && !scan.unknownLanguages.has(name)) {
    scan.unknownLanguages.add(name);
    scan.faults.push(codeLanguageUnknown(name, className));
  }
  if (info !== null) cleanClass(element, className, info);
  if (!isAll || (language === null && marked === null)) return;
  const { content, end } = html.readContent(tag, scan.source);
  if (content.includes('<')) return;
  const code = marked === null ? content : escapeLines(marked.lines);
  scan.texts.push(code);
  element.content = markCode(code, language ?? '', marked);
  element.end = end;
  if (info === null || marked === null) return;
  if ((info.firstNumber ?? 1) !== 1) {
    attributes.set('style', `counter-reset:line ${Number(info.firstNumber) - 1}`);
  }
}

/** Leaves nothing but the language in a class that has more of an info string: `language-js{4}`. */
function cleanClass({ attributes }: Element, className: string, info: CodeInfo): void {
  if (/^(?:language-[\w+#.-]+(?: |$)|$)/.test(className) && !info.isDiff) return;
  const shown = info.isDiff ? info.language : info.name || 'text';
  attributes.set('class', escapeHtml(className.replace(/^\S+/, () => `language-${shown}`)));
}

function codeWordUnknown(word: string): Fault {
  const meant = suggestWord(word, CODE_WORDS);
  return {
    code: 'code-word-unknown',
    message: `\`${word}\` on a block of code has no effect`,
    hint:
      askMeant(meant) ??
      'Remove it. A block can have a title, line numbers and marked lines: `js title="app.js" linenos {2,4-5}`.',
    written: word,
    subject: word,
    isShared: true,
  };
}

function codeLineMissing(line: number, count: number, written: string): Fault {
  return {
    code: 'code-word-unknown',
    message: `Line ${line} can't be marked: this code ends at line ${count}`,
    hint: 'Count from the first line of the block, which is 1 whatever number it shows.',
    written,
    subject: String(line),
  };
}

/** The names to suggest. Shorter ones resemble too many others. */
const SUGGESTED_LANGUAGES = [...LANGUAGES.keys()].filter(({ length }) => length > 3);

function codeLanguageUnknown(name: string, written: string): Fault {
  if (DIAGRAMS.has(name)) {
    const message = `Diagrams aren't drawn: readers see the \`${name}\` code`;
    const hint = `Draw it with a component (docs/recipes.md, "Diagrams and music"), or export it as SVG: \`![What it shows](diagram.svg)\`.`;
    return { code: 'code-language-unknown', message, hint, written, subject: name };
  }
  const message = `Unknown language \`${name}\`, so the code isn't highlighted`;
  const meant = suggestWord(name, SUGGESTED_LANGUAGES);
  const hint = askMeant(meant) ?? 'Write `text` for code without colours.';
  const fault: Fault = { code: 'code-language-unknown', message, hint, written, subject: name };
  return meant === null ? fault : { ...fault, replacement: { was: name, is: meant } };
}
