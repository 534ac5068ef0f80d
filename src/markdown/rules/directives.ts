/**
 * Directives, which are blocks: `::gallery{folder="hills"}`, and `:::note[Title]` … `:::` around Markdown. Each is the call
 * of a component, an embed (`embeds.ts`) or a callout; any other container is a `<div>` with its name as a class. The
 * engine reads them only in a body with such a line, where colons within lines stay text (`source-edits.ts`).
 */
import type { PhrasingContent } from 'mdast';
import type { MdastNode, MdastVisitorContext } from 'satteri';
import { askMeant, decodeEntities, foldWord, suggestWord } from '../../text/text.ts';
import { CALLOUTS } from '../callouts.ts';
import { addData, makeText, type NodeOf, placeOf, sourceOf } from '../markdown-nodes.ts';
import { type Fault, type Given, placeholder, type Rule } from '../rule.ts';
import { hasDirectives } from '../source-edits.ts';
import { setCallout } from './callouts.ts';
import { type Attributes, EMBED_NAMES, writeEmbed } from './embeds.ts';

type ContainerDirective = NodeOf<'containerDirective'>;
type LeafDirective = NodeOf<'leafDirective'>;
type Directive = ContainerDirective | LeafDirective;

export const directives: Rule = (given) => {
  if (!hasDirectives(given.source)) return null;
  return {
    features: { directive: true },
    needsPlaces: true,
    markdown: {
      containerDirective: (node, context) => readContainer(node, context, given),
      leafDirective: (node, context) => readLeaf(node, context, given),
    },
  };
};

function readLeaf(
  node: Readonly<LeafDirective>,
  context: MdastVisitorContext,
  { found, options, source }: Given,
): void {
  const component = findComponent(node.name, options.components);
  if (component !== undefined) {
    call(node, component, node.children, context, found);
    context.setProperty(node, 'children', []);
    return;
  }
  const embed = writeEmbed(node, readAttributes(node), options);
  const { nodes, faults } = embed ?? { nodes: [], faults: [unknownLeaf(node.name, options)] };
  const at = placeOf(node).start;
  found.faults.push(...faults.map((fault) => ({ ...fault, at, written: node.name })));
  if (node.name === 'gallery') found.styles.add('gallery');
  // A directive that nothing renders stays as written.
  const children = [makeText(sourceOf(node, source))] as PhrasingContent[];
  context.replaceNode(node, nodes.length > 0 ? [...nodes] : { type: 'paragraph', children });
}

function readContainer(
  node: Readonly<ContainerDirective>,
  context: MdastVisitorContext,
  given: Given,
): void {
  const { found, options, source } = given;
  const { name } = node;
  if (!isClosed(node, source)) found.faults.push(neverClosed(node));
  const { label, content } = readLabel(node, given);
  const component = findComponent(name, options.components);
  if (component !== undefined) {
    call(node, component, label, context, found);
    context.setProperty(node, 'children', content);
    return;
  }
  const { class: classes = '', id, fold = '', ...others } = readAttributes(node);
  const className = classes.split(' ').filter((each) => each !== '');
  const own = { className, ...(id && { id }) };
  if (CALLOUTS.has(name.toLowerCase())) {
    addData(context, node, { hProperties: own });
    const { texts } = options;
    setCallout(node, context, { word: name, fold, title: label }, content, { found, texts });
    return;
  }
  const hProperties = { ...others, ...own, className: [name, ...className] };
  addData(context, node, { hName: 'div', hProperties });
  const first: MdastNode[] = label.length > 0 ? [{ type: 'paragraph', children: label }] : [];
  context.setProperty(node, 'children', [...first, ...content]);
  const meant = suggestName(name, options);
  if (meant !== null) found.faults.push(nearlyKnown(node, meant));
}

function findComponent(name: string, components: readonly string[]): string | undefined {
  return components.find((each) => foldWord(each) === foldWord(name));
}

function suggestName(name: string, { components }: Given['options']): string | null {
  return suggestWord(name, [...components, ...EMBED_NAMES, ...CALLOUTS.keys()]);
}

/** The values of a directive, in which the engine leaves entities as they are. */
function readAttributes({ attributes }: Readonly<Directive>): Attributes {
  const all = Object.entries(attributes ?? {});
  return Object.fromEntries(
    all.map(([name, value]) => [name, decodeEntities(String(value ?? ''))]),
  );
}

/** Leaves the call of a component, whose label is its `title`. */
function call(
  node: Readonly<Directive>,
  name: string,
  label: readonly MdastNode[],
  context: MdastVisitorContext,
  found: Given['found'],
): void {
  const title = label.map((each) => context.textContent(each)).join('');
  const props = { ...readAttributes(node), ...(label.length > 0 && { title }) };
  const hasContent = node.type === 'containerDirective';
  const line = node.position?.start.line ?? 1;
  const value = { name, props, hasContent, line };
  context.setProperty(node, 'data', placeholder(found, 'div', 'component', value));
}

/** The colons, the name, the label and the attributes, and what follows them on the line. */
const HEAD =
  /^:+[\p{L}\p{N}_-]+(?<label>\[(?:[^[\]]|\[[^[\]]*\])*\])?(?:\{[^{}]*\})?(?<rest>[ \t]*[^\n]*)/u;

/** Splits a container into its label and its content. A title after the name, as in other programs, is a label too. */
function readLabel(node: Readonly<ContainerDirective>, { found, source }: Given) {
  const [first, ...others] = node.children;
  const isLabel = first?.type === 'paragraph' && first.data?.directiveLabel === true;
  const { rest = '' } = HEAD.exec(sourceOf(node, source))?.groups ?? {};
  const title = rest.replace(/:*\s*$/, '').trim();
  const label = isLabel ? first.children : ([makeText(title)] as PhrasingContent[]);
  if (title !== '') found.faults.push(titleMisplaced(node, title));
  return {
    label: isLabel || title !== '' ? label : [],
    content: isLabel ? others : [...node.children],
  };
}

/** False if nothing ends a container, or only the end of one in it. */
function isClosed(node: Readonly<ContainerDirective>, source: string): boolean {
  const last = node.children.at(-1);
  const isOwn = last === undefined || placeOf(last).end < placeOf(node).end;
  return isOwn && /\n[ \t>]*:{3,}[ \t]*$/.test(sourceOf(node, source));
}

function neverClosed(node: Readonly<ContainerDirective>): Fault {
  return {
    code: 'element-unclosed',
    message: `\`:::${node.name}\` is never closed`,
    hint: 'Add `:::` on a line of its own where it ends. To show the colons as text, put a backslash before them.',
    at: placeOf(node).start,
    written: node.name,
  };
}

function unknownLeaf(name: string, options: Given['options']): Omit<Fault, 'at' | 'written'> {
  const hint =
    askMeant(suggestName(name, options)) ??
    `Write a component \`templates/shortcodes/${name}.tsx\`; to show the colons as text, put a backslash before them.`;
  return {
    code: 'directive-invalid',
    message: `Unknown component \`${name}\``,
    hint,
  };
}

function nearlyKnown(node: Readonly<ContainerDirective>, meant: string): Fault {
  return {
    code: 'directive-invalid',
    message: `Unknown component \`${node.name}\`, so \`:::${node.name}\` becomes \`<div class="${node.name}">\``,
    hint: askMeant(meant) ?? '',
    at: placeOf(node).start,
    written: node.name,
  };
}

function titleMisplaced(node: Readonly<ContainerDirective>, title: string): Fault {
  return {
    code: 'markup-foreign',
    message: `A title after \`:::${node.name}\` belongs in brackets`,
    hint: `\`blog fix\` puts it there: \`:::${node.name}[Title]\`.`,
    at: placeOf(node).start,
    written: title,
  };
}
