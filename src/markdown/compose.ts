/**
 * Composes the visitors of all rules: one to three passes over the Markdown tree, and one walk over the HTML tree.
 *
 * All visitors of one pass of the engine see the tree as it was before that pass, so a visitor that depends on another
 * rule's changes must be in a later pass.
 */
import type { MdastNode, MdastPluginDefinition, MdastVisitorContext } from 'satteri';
import { composeInlines } from './inlines.ts';
import type { MarkdownVisitors, Visitors } from './rule.ts';

/** Makes the passes over Markdown that some rule needs: structure, new nodes in texts, values of texts. */
export function composeMarkdown(rules: readonly Visitors[]): MdastPluginDefinition[] {
  const position = rules.some(({ needsPlaces }) => needsPlaces);
  const structure = rules.flatMap(({ markdown }) => markdown ?? []);
  const inlines = rules.flatMap((rule) => rule.inlines ?? []);
  const texts = rules.flatMap((rule) => rule.texts ?? []);
  return [
    ...composePass('structure', position, structure),
    ...composeInlines(inlines),
    ...composePass('texts', position, texts),
  ];
}

type Visit = (node: MdastNode, context: MdastVisitorContext) => unknown;

function composePass(
  name: string,
  position: boolean,
  all: readonly MarkdownVisitors[],
): MdastPluginDefinition[] {
  if (all.length === 0) return [];
  const byType = new Map<string, Visit[]>();
  for (const visitors of all) {
    for (const [type, visit] of Object.entries(visitors)) {
      byType.set(type, [...(byType.get(type) ?? []), visit as Visit]);
    }
  }
  const composed = [...byType].map(([type, visits]) => {
    const visitAll = (node: MdastNode, context: MdastVisitorContext) => {
      for (const visit of visits) visit(node, context);
    };
    return [type, visitAll] as const;
  });
  return [{ name, options: { position }, ...Object.fromEntries(composed) }];
}

/** Lists visitors by the tag names that they are for. */
export function listByTag<Visit>(
  all: readonly (Readonly<Record<string, Visit>> | undefined)[],
): ReadonlyMap<string, readonly Visit[]> {
  const byTag = new Map<string, Visit[]>();
  for (const visitors of all) {
    if (visitors === undefined) continue;
    for (const names in visitors) {
      const visit = visitors[names];
      if (visit === undefined) continue;
      for (const name of splitNames(names)) {
        const known = byTag.get(name);
        if (known === undefined) byTag.set(name, [visit]);
        else known.push(visit);
      }
    }
  }
  return byTag;
}

/** The names in each list. Each list is split only once for all bodies. */
const lists = new Map<string, readonly string[]>();

function splitNames(names: string): readonly string[] {
  const known = lists.get(names) ?? names.split(' ');
  lists.set(names, known);
  return known;
}
