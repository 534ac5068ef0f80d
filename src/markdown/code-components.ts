/**
 * Blocks of code that a component renders: one in `templates/shortcodes/` with the name of their language, such as
 * `Mermaid` or `Dot`. Only languages that highlight.js doesn't know have components. Pure.
 *
 * The component gets the text as `code`, and the block as its content, so it can leave the drawing to a script.
 */
import { decodeEntities } from '../text/text.ts';
import type { BodyScan, Element } from './body-scan.ts';
import { findLanguage } from './code.ts';
import { COMPONENT_END, writeCall } from './component-html.ts';
import { foldName } from './component-tags.ts';

/** The content of a `<pre>` that holds nothing but code in one language. */
const CODE = /<code class="language-([^"]*)">([^<]*)<\/code>(?=<\/pre>)/y;

/** Finds the component for a language that isn't highlighted. */
export function findComponent(name: string, components: readonly string[]): string | undefined {
  return components.find((each) => foldName(each) === foldName(name));
}

/** Puts a `<pre>` into the call of its language's component, if there is one. */
export function callForCode(
  { tag, around, ...element }: Element,
  scan: BodyScan,
): Pick<Element, 'before' | 'after'> {
  const { before, after } = element;
  if (scan.components.length === 0) return { before, after };
  CODE.lastIndex = tag.end;
  const [, words = '', text = ''] = CODE.exec(scan.source) ?? [];
  const found = findLanguage(decodeEntities(words));
  if (found === null || found.language !== null) return { before, after };
  const name = findComponent(found.name, scan.components);
  if (name === undefined) return { before, after };
  const code = decodeEntities(text).trimEnd();
  const shortcode = { name, props: { code }, args: [], hasContent: true, line: 0 };
  return {
    before: writeCall(shortcode, tag, around, scan) + before,
    after: after + COMPONENT_END,
  };
}
