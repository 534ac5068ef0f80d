/**
 * Code blocks: language names, delimiters around the blocks to highlight, and syntax highlighting.
 *
 * `body.ts` marks blocks in known languages, and rendering a page highlights them. highlight.js is loaded for
 * the first block, one language at a time. The table of names repeats that of highlight.js; a test compares the
 * two. The colours of a block depend only on its text and its language.
 */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { version } from 'highlight.js/package.json';
import { decodeEntities } from './text.ts';

/** Part of every page's cache key, because colours depend on it. */
export const HIGHLIGHTER_VERSION = version;

/**
 * Each language by the name of its file in highlight.js, followed by its aliases. Languages that highlight.js
 * lacks, such as vue, are aliases of a similar one.
 */
const NAMES = `
  1c, abnf, accesslog, actionscript as, ada, angelscript asc, apache apacheconf, applescript
  osascript, arcade, arduino ino, armasm arm, asciidoc adoc, aspectj, autohotkey ahk, autoit,
  avrasm, awk, axapta x++, bash sh zsh, basic, bnf, brainfuck bf, c h, cal, capnproto capnp, ceylon,
  clean icl dcl, clojure clj edn, clojure-repl, cmake cmake.in, coffeescript coffee cson iced, coq,
  cos cls, cpp cc c++ h++ hpp hh hxx cxx, crmsh crm pcmk, crystal cr, csharp cs c#, csp, css, d,
  dart, delphi dpr dfm pas pascal, diff patch, django jinja, dns bind zone, dockerfile docker, dos
  bat batch cmd, dsconfig, dts, dust dst, ebnf, elixir ex exs, elm, erb, erlang erl, erlang-repl,
  excel xlsx xls, fix, flix, fortran f90 f95, freedesktop desktop systemd, fsharp fs f#, gams gms,
  gauss gss, gcode nc, gherkin feature, glsl, gml, go golang, golo, gradle, graphql gql, groovy,
  haml, handlebars hbs html.hbs html.handlebars htmlbars, haskell hs, haxe hx, hsp, http https, hy
  hylang, inform7 i7, ini toml dotenv env, irpf90, isbl, java jsp, javascript js jsx mjs cjs,
  jboss-cli wildfly-cli, json jsonc json5, julia, julia-repl jldoctest, kotlin kt kts ktm ktx, lasso
  lassoscript, latex tex, ldif, leaf, less, lisp, livecodeserver, livescript ls, llvm, lsl, lua
  pluto, makefile mk mak make, markdown md mkdown mkd mdx, mathematica mma wl, matlab, maxima, mel,
  mercury m moo, mipsasm mips, mizar, mojolicious, monkey, moonscript moon, n1ql, nestedtext nt,
  nginx nginxconf, nim, nix nixos, node-repl, nsis, objectivec mm objc obj-c obj-c++ objective-c++,
  ocaml, openscad scad, oxygene, parser3, perl pl pm, pf pf.conf, pgsql postgres postgresql, php,
  php-template, pony, powershell pwsh ps ps1, processing pde, profile, prolog, properties, protobuf
  proto, puppet pp, purebasic pb pbi, python py gyp ipython, python-repl pycon, q k kdb, qml qt, r,
  reasonml re, rib, roboconf graph instances, routeros mikrotik, rsl, ruby rb gemspec podspec thor
  irb, ruleslanguage, rust rs, sas, scala, scheme scm, scilab sci, scss, shell console shellsession,
  smali, smalltalk st, sml ml, sqf, sql, stan stanfuncs, stata do ado, step21 p21 step stp, stylus
  styl, subunit, swift, taggerscript, tap, tcl tk, thrift, tp, twig craftcms, typescript ts tsx mts
  cts, vala, vbnet vb, vbscript vbs, vbscript-html, verilog v sv svh, vhdl, vim, wasm, wren, x86asm,
  xl tao, xml html xhtml rss atom xjb xsd xsl plist wsf svg astro svelte vue, xquery xpath xq xqm,
  yaml yml, zephir zep
`;

/** The highlight.js name of a language, by each of its names. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  NAMES.split(',').flatMap((entry) => {
    const names = entry.trim().split(/\s+/);
    return names.map((name) => [name, names[0] as string] as const);
  }),
);

/** Names for plain text. */
const PLAIN_NAMES = ['text', 'txt', 'plain', 'plaintext', 'none', 'nohighlight', 'no-highlight'];

/**
 * Reads the class of a block without "language-": the info string of a fence, with anything the author
 * appended, as in `js:title`, `bash{1,3}` or `rust,ignore`. Returns the name in lower case, and a null language
 * if that is unknown. Returns null for plain text, which includes attributes that name no language (`{.wide}`).
 */
export function findLanguage(words: string): { name: string; language: string | null } | null {
  const [, bracket, written = '', equals] = /^(\{?)\.?([^\s{}()[\]:;,=|]*)(=?)/.exec(words) ?? [];
  const name = written.toLowerCase();
  if (name === '' || equals !== '' || PLAIN_NAMES.includes(name)) return null;
  const language = LANGUAGES.get(name) ?? null;
  return language === null && bracket !== '' ? null : { name, language };
}

/** A control character, which no text contains, around the language and after the code. */
const MARK = '\u0003';
const BLOCKS = new RegExp(`${MARK}([^${MARK}]*)${MARK}([^${MARK}]*)${MARK}`, 'g');

/** Marks the code of a block (HTML) for highlighting. */
export function markCode(code: string, language: string): string {
  return MARK + language + MARK + code + MARK;
}

/** Removes the delimiters and leaves the code plain. */
export function unmarkCode(html: string): string {
  return html.replace(BLOCKS, '$2');
}

/** Highlights marked code, with `<span class="hljs-…">`. */
export function colourCode(html: string): string {
  return html.replace(BLOCKS, (_, language, code) => highlight(code, language));
}

/**
 * The limits, in characters, beyond which code stays plain: it is probably data, and some languages take seconds
 * to highlight a word of 20,000 letters.
 */
const [MAX_LENGTH, MAX_LINE] = [100_000, 5_000];

/** Highlights code, given as HTML. Throws if highlight.js is missing. */
function highlight(html: string, language: string): string {
  const code = decodeEntities(html);
  const isLong = code.length > MAX_LENGTH;
  if (isLong || code.split('\n').some(({ length }) => length > MAX_LINE)) return html;
  const highlighter = highlighters.get(language) ?? makeHighlighter(language);
  const { value, errorRaised } = highlighter.highlight(code, { language, ignoreIllegals: true });
  return errorRaised === undefined ? value : html;
}

/** Loads a part of highlight.js: its core or a language. Two scripts in `dist/` hold all parts. */
function load(name: string) {
  const require = createRequire(import.meta.url);
  return (require('#highlight/common')[name] ?? require('#highlight/rest')[name])();
}

/** One highlighter per language, which knows only that language and those it can embed. */
const highlighters = new Map<string, HLJSApi>();

function makeHighlighter(language: string): HLJSApi {
  const highlighter: HLJSApi = load('core').newInstance();
  const waiting = [language];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (highlighter.getLanguage(name) !== undefined) continue;
    const define: LanguageFn = load(name);
    highlighter.registerLanguage(name, define);
    listContained(highlighter.getLanguage(name), waiting, new Set());
  }
  highlighters.set(language, highlighter);
  return highlighter;
}

/** The assumed language of an HTTP message's body, which highlight.js would guess. */
const BODY_LANGUAGE = 'json';

/** Adds the languages to which a definition delegates parts of the code. */
function listContained(definition: unknown, names: string[], seen: Set<unknown>): void {
  if (typeof definition !== 'object' || definition === null || seen.has(definition)) return;
  seen.add(definition);
  for (const [key, value] of Object.entries(definition)) {
    if (key !== 'subLanguage') listContained(value, names, seen);
    else if (typeof value === 'string') names.push(value);
    else if (Array.isArray(value)) names.push(...(value.length > 0 ? value : [BODY_LANGUAGE]));
  }
}
