/**
 * MDX: imports and exports, which are left out, components, `<Aside type="tip">…</Aside>`, values `{frontmatter.title}`,
 * and HTML as JSX. Components become directives, so that a component of the site can show them. Plain Markdown may
 * have components, too. Described at mdxjs.com/docs/what-is-mdx. Pure.
 */
import type { TextEdit } from '../problems/problems.ts';
import { ATTRIBUTES, BRACES, readAttributes } from './arguments.ts';
import {
  type Dialect,
  type DialectResult,
  editMatches,
  type ForeignBody,
  findLiteral,
  MARKDOWN,
  type Untranslated,
} from './dialect.ts';
import { keepOutside, listExpressions, translateJsx } from './jsx.ts';
import { type ShortcodeSyntax, type Tag, translateShortcodes } from './shortcodes.ts';

const COMPONENT = new RegExp(
  String.raw`<(?<close>\/?)(?<name>[A-Z][\w.]*)(?<given>${ATTRIBUTES})\s*(?<void>\/?)>`,
  'g',
);
/** What precedes an address in angle brackets. */
const ADDRESS = /\]\([ \t]*$|^ {0,3}\[[^\]\n]*\]:[ \t]*$/m;

const IMPORT =
  /^import\s+(?:type\s+)?(?:(?<names>[\w$*\s{},]{1,500}?)\s+from\s*)?["'](?<path>[^"'\n]*)["'][ \t]*;?[ \t]*(?:\n(?:[ \t]*\n)?|$)/gm;
const PICTURE = /^(?:\.{0,2}\/).*\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** A declaration, which ends at a blank line outside braces. */
const EXPORT = new RegExp(
  String.raw`^export\s+(?:(?:const|let|var)\s+[\w$]+\s*[=:]|default\s|\{|(?:async\s+)?function\b|class\s)` +
    String.raw`(?:[^{}\n]|${BRACES}|\n(?![ \t]*\n))*(?:\n(?:[ \t]*\n)?|$)`,
  'gm',
);

export const mdx: Dialect = {
  name: 'MDX',
  formats: MARKDOWN,
  sign: /<[A-Z]|^(?:import|export)\s|\{|\/>|<[a-z][^<>]*>[ \t]*$/m,
  translate: (body) => {
    const imports = listImports(body);
    const pictures = new Map(imports.flatMap(({ picture }) => picture));
    const components = translateShortcodes(body, makeSyntax(body, pictures));
    const results = [components, dropImports(body, imports)];
    if (body.format === 'mdx') {
      const exported = editMatches(body, EXPORT, () => '');
      results.push(translateJsx(body, pictures), { edits: exported, left: [] });
    }
    const expressions = body.format === 'mdx' ? listExpressions(body.text) : [];
    const edits = results.flatMap((each) => each.edits);
    const left = results.flatMap((each) => each.left);
    return { edits: keepOutside(edits, expressions), left: keepOutside(left, expressions) };
  },
};

function makeSyntax(body: ForeignBody, pictures: ReadonlyMap<string, string>): ShortcodeSyntax {
  const isMdx = body.format === 'mdx';
  return {
    pattern: COMPONENT,
    callsUnknown: isMdx,
    isIndented: true,
    readArguments: (written) => readAttributes(written, pictures),
    readTag: ({ index, 0: all, groups = {} }, { text }): Tag | null => {
      const { close, name = '', given = '', void: slash } = groups;
      const before = text.slice(Math.max(0, index - 100), index);
      if (ADDRESS.test(before) || /\w$/.test(before)) return null;
      // A directive's name has no dots.
      if (name.includes('.')) return null;
      // In Markdown, it may be HTML in capitals, or a word in angle brackets.
      const isWord = !slash && !text.includes(`</${name}`);
      if (!isMdx && (/^[A-Z\d]+$/.test(name) || isWord)) return null;
      return {
        start: index,
        end: index + all.length,
        kind: close ? 'end' : slash ? 'void' : 'start',
        called: name,
        written: given,
        shown: `<${close}${name}>`,
      };
    },
  };
}

/** An import in a body. */
interface Import {
  readonly edit: TextEdit;
  readonly names: readonly string[];
  /** The name and path of an imported picture; empty for any other import. */
  readonly picture: readonly (readonly [name: string, path: string])[];
}

function listImports(body: ForeignBody): Import[] {
  return [...body.text.matchAll(IMPORT)].flatMap(({ index: at, 0: was, groups = {} }) => {
    if (findLiteral(body.literals, at)) return [];
    const { names: written = '', path = '' } = groups;
    const names = [...written.matchAll(/[\w$]+(?!\s+as\b)/g)].map(([name]) => name);
    const picture = PICTURE.test(path) ? names.map((name) => [name, path] as const) : [];
    return [{ edit: { at, was, is: '' }, names, picture }];
  });
}

/** Drops imports whose names nothing uses any more; the others are told. */
function dropImports({ text, literals }: ForeignBody, imports: readonly Import[]): DialectResult {
  const edits: TextEdit[] = [];
  const left: Untranslated[] = [];
  const rest = text.replace(IMPORT, (all) => ' '.repeat(all.length));
  for (const { edit, names } of imports) {
    const isUsed = names.some((name) => {
      const uses = rest.matchAll(new RegExp(`<${name}\\b|\\{[^{}"]*\\b${name}\\b[^{}"]*\\}`, 'g'));
      return [...uses].some(({ index }) => findLiteral(literals, index) === undefined);
    });
    const hint = 'Remove it: code in essays is never run.';
    if (isUsed) left.push({ at: edit.at, shown: 'import … from', hint });
    else edits.push(edit);
  }
  return { edits, left };
}
