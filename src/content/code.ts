/**
 * Code in bodies: the names that authors write behind a fence, and the colours of each language.
 *
 * The table says what highlight.js has, so that names can be told apart without loading it; a test
 * compares the two. It is loaded when the first block is to be coloured, and each language when it is
 * first needed. What comes of a block depends on its text and its language alone.
 */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import { version } from 'highlight.js/package.json';

/** Each language, as highlight.js names its file, with its other names. */
const LANGUAGES = `
  1c, abnf, accesslog, actionscript as, ada, angelscript asc, apache apacheconf,
  applescript osascript, arcade, arduino ino, armasm arm, asciidoc adoc, aspectj,
  autohotkey ahk, autoit, avrasm, awk, axapta x++, bash sh zsh, basic, bnf, brainfuck bf, c h,
  cal, capnproto capnp, ceylon, clean icl dcl, clojure clj edn, clojure-repl, cmake cmake.in,
  coffeescript coffee cson iced, coq, cos cls, cpp cc c++ h++ hpp hh hxx cxx, crmsh crm pcmk,
  crystal cr, csharp cs c#, csp, css, d, dart, delphi dpr dfm pas pascal, diff patch,
  django jinja, dns bind zone, dockerfile docker, dos bat batch cmd, dsconfig, dts, dust dst,
  ebnf, elixir ex exs, elm, erb, erlang erl, erlang-repl, excel xlsx xls, fix, flix,
  fortran f90 f95, freedesktop desktop systemd, fsharp fs f#, gams gms, gauss gss, gcode nc,
  gherkin feature, glsl, gml, go golang, golo, gradle, graphql gql, groovy, haml,
  handlebars hbs html.hbs html.handlebars htmlbars, haskell hs, haxe hx, hsp, http https,
  hy hylang, inform7 i7, ini toml, irpf90, isbl, java jsp, javascript js jsx mjs cjs,
  jboss-cli wildfly-cli, json jsonc json5, julia, julia-repl jldoctest, kotlin kt kts ktm ktx,
  lasso lassoscript, latex tex, ldif, leaf, less, lisp, livecodeserver, livescript ls, llvm,
  lsl, lua pluto, makefile mk mak make, markdown md mkdown mkd, mathematica mma wl, matlab,
  maxima, mel, mercury m moo, mipsasm mips, mizar, mojolicious, monkey, moonscript moon, n1ql,
  nestedtext nt, nginx nginxconf, nim, nix nixos, node-repl, nsis,
  objectivec mm objc obj-c obj-c++ objective-c++, ocaml, openscad scad, oxygene, parser3,
  perl pl pm, pf pf.conf, pgsql postgres postgresql, php, php-template, pony,
  powershell pwsh ps ps1, processing pde, profile, prolog, properties, protobuf proto,
  puppet pp, purebasic pb pbi, python py gyp ipython, python-repl pycon, q k kdb, qml qt, r,
  reasonml re, rib, roboconf graph instances, routeros mikrotik, rsl,
  ruby rb gemspec podspec thor irb, ruleslanguage, rust rs, sas, scala, scheme scm, scilab sci,
  scss, shell console shellsession, smali, smalltalk st, sml ml, sqf, sql, stan stanfuncs,
  stata do ado, step21 p21 step stp, stylus styl, subunit, swift, taggerscript, tap, tcl tk,
  thrift, tp, twig craftcms, typescript ts tsx mts cts, vala, vbnet vb, vbscript vbs,
  vbscript-html, verilog v sv svh, vhdl, vim, wasm, wren, x86asm, xl tao,
  xml html xhtml rss atom xjb xsd xsl plist wsf svg, xquery xpath xq xqm, yaml yml, zephir zep
`;

/** What has no colours of its own and is near enough to a language that has. */
const RELATIVES = 'xml astro svelte vue, markdown mdx, ini dotenv env';

/** Names that ask for no colours. */
const PLAIN_NAMES = new Set([
  'text',
  'txt',
  'plain',
  'plaintext',
  'none',
  'nohighlight',
  'no-highlight',
]);

/** What a class that begins with "language-" asks for. */
export interface CodeLanguage {
  /** In small letters. */
  readonly name: string;
  /** As highlight.js has it; null for a name that is not known. */
  readonly language: string | null;
}

let languageOf: Map<string, string> | null = null;

/** Every known name, with its language. */
export function listLanguages(): ReadonlyMap<string, string> {
  languageOf ??= new Map(
    `${LANGUAGES}, ${RELATIVES}`.split(',').flatMap((entry) => {
      const names = entry.trim().split(/\s+/);
      return names.map((name) => [name, names[0] as string] as const);
    }),
  );
  return languageOf;
}

/**
 * Reads what stands behind "language-", with its entities decoded: a fence's first word, and whatever
 * the author put right behind it, as in `js:title`, `bash{1,3}` or `rust,ignore`. Null where no colours
 * are asked for; attributes alone (`{.wide}`) may name a language, and else ask for none.
 */
export function findLanguage(words: string): CodeLanguage | null {
  const [, bracket, written = '', equals] = /^(\{?)\.?([^\s{}()[\]:;,=|]*)(=?)/.exec(words) ?? [];
  const name = written.toLowerCase();
  if (name === '' || equals !== '' || PLAIN_NAMES.has(name)) return null;
  const language = listLanguages().get(name) ?? null;
  return language === null && bracket !== '' ? null : { name, language };
}

/** What decides about the colours: part of the key of every page. */
export const HIGHLIGHTER_VERSION = version;

/**
 * Longer code stays plain, and so does code with a longer line, in characters: both are data, and on
 * a word of 20,000 letters some languages spend seconds.
 */
const [MAX_LENGTH, MAX_LINE] = [100_000, 5_000];

/**
 * Colours code: HTML of `<span class="hljs-…">`, or null for code that stays plain. Throws where
 * highlight.js is not installed.
 */
export function highlightCode(code: string, language: string): string | null {
  if (code.length > MAX_LENGTH || code.split('\n').some(({ length }) => length > MAX_LINE)) {
    return null;
  }
  const highlighter = highlighters.get(language) ?? makeHighlighter(language);
  const { value, errorRaised } = highlighter.highlight(code, { language, ignoreIllegals: true });
  return errorRaised === undefined ? value : null;
}

/** By a name of its own: the compiler leaves the package where it is. */
const load = createRequire(import.meta.url);

/** One for each language, with those that it may contain: none knows what else was coloured. */
const highlighters = new Map<string, HLJSApi>();

function makeHighlighter(language: string): HLJSApi {
  const highlighter: HLJSApi = load('highlight.js/lib/core').newInstance();
  const waiting = [language];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (highlighter.getLanguage(name) !== undefined) continue;
    const define: LanguageFn = load(`highlight.js/lib/languages/${name}`);
    highlighter.registerLanguage(name, define);
    listContained(highlighter.getLanguage(name), waiting, new Set());
  }
  highlighters.set(language, highlighter);
  return highlighter;
}

/** What follows the head of an HTTP message; its definition leaves that to whatever is there. */
const BODY_LANGUAGE = 'json';

/** Adds the languages to `names` that a definition hands parts of the code to. */
function listContained(definition: unknown, names: string[], seen: Set<unknown>): void {
  if (typeof definition !== 'object' || definition === null || seen.has(definition)) return;
  seen.add(definition);
  for (const [key, value] of Object.entries(definition)) {
    if (key !== 'subLanguage') listContained(value, names, seen);
    else if (typeof value === 'string') names.push(value);
    else if (Array.isArray(value)) names.push(...(value.length > 0 ? value : [BODY_LANGUAGE]));
  }
}
