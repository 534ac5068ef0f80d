/**
 * The Markdown engine, satteri (Rust), which is loaded on demand: Markdown → HTML, with passes of ours over its tree, and
 * HTML → a tree, as a browser parses it. Nothing else calls it.
 */
import type { Features, MarkdownToHtmlResult, MdastPluginDefinition } from 'satteri';
import { BuildStop, partMissing } from '../problems/problems.ts';
import type { Root } from './tree.ts';

export interface MarkdownEngine {
  /** Converts Markdown to HTML, in which the author's HTML stands as it is. */
  toHtml(source: string, features: Features, passes: readonly MdastPluginDefinition[]): string;
  /** Converts plain Markdown (see `isPlain`) to the tree of its HTML. */
  plainToTree(source: string, features: Features): Root;
  /** Parses HTML as a browser does with the content of an element. */
  toTree(html: string): Root;
}

/** Goes before what is parsed: the engine skips end tags before the first start tag, even the line break `</br>`. */
const FIRST_TAG = '<wbr>';

/**
 * True for Markdown without HTML and footnotes. From it, the engine makes the same tree that a browser makes of its HTML,
 * in half the time. Most essays are like this.
 */
export function isPlain(source: string): boolean {
  return !/<[a-z!?/]|\r|\0|\[\^/i.test(source);
}

export async function loadMarkdownEngine(): Promise<MarkdownEngine> {
  const { markdownToHtml, markdownToHast, htmlToHast } = await import('satteri').catch(
    (error: Error) => {
      const text = 'Essays cannot be read because the Markdown engine (satteri) does not start';
      throw new BuildStop(partMissing('markdown-missing', 'content/essays', text, error));
    },
  );
  return {
    toHtml: (source, features, mdastPlugins) =>
      // No pass is asynchronous.
      (markdownToHtml(source, { features, mdastPlugins }) as MarkdownToHtmlResult).html,
    plainToTree: (source, features) => {
      const root = markdownToHast(source, { features, position: false }) as Root;
      // As in HTML.
      if (root.children.length > 0) root.children.push({ type: 'text', value: '\n' });
      return root;
    },
    toTree: (html) => {
      const root = htmlToHast(FIRST_TAG + html, { fragment: true }) as Root;
      root.children.shift();
      return root;
    },
  };
}
