/**
 * MDX: imports and exports, which are left out, components, `<Aside type="tip">…</Aside>`, values `{frontmatter.title}`,
 * and HTML as JSX. Components become directives, so that a component of the site can show them. Described at
 * mdxjs.com/docs/what-is-mdx. Pure.
 */
import { type Dialect, editMatches } from './dialect.ts';
import { ATTRIBUTES, BRACES, readAttributes, translateJsx } from './jsx.ts';
import type { ShortcodeSyntax, Tag } from './shortcode-tags.ts';
import { translateShortcodes } from './shortcodes.ts';

const COMPONENT = new RegExp(
  String.raw`(?<!\w)<(?<close>\/?)(?<name>[A-Z]\w*)(?<given>${ATTRIBUTES})\s*(?<slash>\/?)>`,
  'g',
);
const IMPORT =
  /^import\s+(?:(?<names>[\w$*\s{},]{1,500}?)\s+from\s*)?["'](?<path>[^"'\n]*)["'][ \t]*;?[ \t]*(?:\n(?:[ \t]*\n)?|$)/gm;
const PICTURE = /^(?:\.{0,2}\/).*\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** A declaration, which ends at a blank line outside braces. */
const EXPORT = new RegExp(
  String.raw`^export\s+(?:(?:const|let|var)\s+[\w$]+\s*[=:]|default\s|\{|(?:async\s+)?function\b|class\s)` +
    String.raw`(?:[^{}\n]|${BRACES}|\n(?![ \t]*\n))*(?:\n(?:[ \t]*\n)?|$)`,
  'gm',
);

export const mdx: Dialect = {
  formats: ['mdx'],
  sign: /<[A-Z]|^(?:import|export)\s|\{|\/>|<[a-z][^<>]*>[ \t]*$/m,
  translate: (body) => {
    const imported = [...body.text.matchAll(IMPORT)].map(({ groups = {} }) => groups);
    const pictures = new Map(
      imported.flatMap(({ names = '', path = '' }) =>
        PICTURE.test(path) ? [[names.trim(), path] as const] : [],
      ),
    );
    const components = translateShortcodes(body, makeSyntax(pictures));
    const jsx = translateJsx(body, pictures);
    const code = [IMPORT, EXPORT].flatMap((pattern) => editMatches(body, pattern, () => ''));
    return {
      edits: [...components.edits, ...jsx.edits, ...code],
      left: [...components.left, ...jsx.left],
    };
  },
};

const makeSyntax = (pictures: ReadonlyMap<string, string>): ShortcodeSyntax => ({
  pattern: COMPONENT,
  callsUnknown: true,
  readArguments: (written) => readAttributes(written, pictures),
  readTag: ({ index, 0: all, groups = {} }): Tag => {
    const { close, name = '', given = '', slash } = groups;
    return {
      start: index,
      end: index + all.length,
      kind: close ? 'end' : slash ? 'void' : 'start',
      called: name,
      written: given,
      shown: `<${close}${name}>`,
    };
  },
});
