/**
 * The scripts and objects that templates write into a page, for the Content-Security-Policy. Those of bodies are known
 * already. Pure.
 */
import { findObjectSource, findScriptSource } from '../markdown/rules/scripts.ts';
import { type Element, elementsOf, type Root, readText } from '../markdown/tree.ts';

/** Lists the scripts and objects in a page's tree, in the form of `Body.embedded`. */
export function listEmbedded(page: Root): string[] {
  const found = new Set<string>();
  const visit = (parent: Element | Root) => {
    for (const child of elementsOf(parent)) {
      const source = findSource(child);
      if (source !== null) found.add(source);
      visit(child);
    }
  };
  visit(page);
  return [...found];
}

function findSource({
  tagName,
  properties: { type, src, data },
  children,
}: Element): string | null {
  const [first] = children;
  const code = first?.type === 'text' ? first.value : '';
  if (tagName === 'script') return findScriptSource(readText(type) ?? '', readText(src), code);
  if (tagName === 'embed') return findObjectSource(readText(src));
  return tagName === 'object' ? findObjectSource(readText(data)) : null;
}
