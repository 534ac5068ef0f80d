/**
 * Configurations for self-hosted web servers (nginx, Caddy, Apache): the rules of `_redirects` and `_headers`, pages
 * without `.html` or a trailing slash, and the 404 page. `/x.html` leads to a page at `/x/`. Pure.
 *
 * The output folder is the server's root, or is a folder in it that is named like the base path.
 */

import { groupBy } from '../problems/group-by.ts';
import { decodePercent } from '../text/text.ts';
import * as rules from './host-rules.ts';

/** The file in the output folder, by the name of the server. */
export const HOST_FILES = {
  nginx: '.nginx.conf',
  caddy: '.Caddyfile',
  apache: '.htaccess',
} as const;

export type HostName = keyof typeof HOST_FILES;

/** The hosts for which a build can write extra files: a configuration or, for GitHub Pages, pages that redirect. */
export type TargetName = HostName | 'github';

/**
 * Writes the configuration; `base` is the site's base path. Each folder in `prefixes`, such as `/de`, has its own 404
 * page.
 */
export function renderHostConfig(
  host: HostName,
  redirects: string,
  headers: string,
  base: string,
  prefixes: readonly string[] = [],
): string {
  const write = { nginx: writeNginx, caddy: writeCaddy, apache: writeApache }[host];
  // A backslash or a control character could end a quoted text or a line.
  const safe = rules
    .parseHostRedirects(redirects)
    .filter(({ from, query }) => !UNSAFE.test(from) && !query.some(isUnsafeQuery))
    .map((rule) => ({ ...rule, to: rule.to.replace(SPECIAL, encodeURIComponent) }));
  const lines = write(safe, rules.parseHostHeaders(headers), base, prefixes);
  return `${WRITTEN} ${host}. ${USES[host]}\n${lines.join('\n')}\n`;
}

/** Begins each configuration. */
export const WRITTEN = '# Written by blog build --for';
const USES: Readonly<Record<HostName, string>> = {
  nginx: 'Include it in the server block, below root.',
  caddy: 'Import it in the site block, below root, and add file_server.',
  apache: 'It needs AllowOverride All, mod_rewrite and mod_headers.',
};

const UNSAFE = /\\|%(?:[01]|5c)/i;

/** Characters that end a quoted text in a target or a query, or begin a variable of a server. */
const SPECIAL = /["\\$`{}<>|^]/g;
const isUnsafeQuery = ([, value]: readonly [string, string]) => value.search(SPECIAL) !== -1;

type Write = (
  redirects: readonly rules.HostRedirect[],
  headers: readonly rules.HeaderRule[],
  base: string,
  prefixes: readonly string[],
) => string[];

const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
/** Quotes the value of a header. */
const quoteHeader = (text: string) => quote(text.replaceAll('\\', '\\\\'));
/** The placeholders of an old path, in order. */
const namesOf = (from: string) =>
  [...from.matchAll(/:([A-Za-z]\w*)|\*/g)].map(([, name = 'splat']) => name);
/** Fills the placeholders of a target with what the old path matched; any other text after a colon stays. */
const fillTarget = (
  { from, to }: rules.HostRedirect,
  write: (name: string, index: number) => string,
) => {
  const names = namesOf(from);
  return to.replace(rules.RULE_PLACEHOLDER, (text, name) =>
    names.includes(name) ? write(name, names.indexOf(name)) : text,
  );
};
/** The regular expression for a path with or without `.html` or a trailing slash. */
const toPattern = (from: string) => rules.compilePath(from).replace(/\/?\$$/, '(\\.html|/)?$');
/** The same, with groups that are only numbered. */
const unnamed = (pattern: string) => pattern.replace(/\?<\w+>/g, '');
const isExact = ({ from }: rules.HostRedirect) => !/[:*]/.test(from);

/** nginx tries exact locations first. A location that adds a header drops the headers of the server block. */
const writeNginx: Write = (redirects, headers, base, prefixes) => {
  const names = [...new Set(headers.flatMap((rule) => rule.headers.map(([name]) => name)))];
  const variableOf = (name: string) => `$blog_${name.toLowerCase().replaceAll('-', '_')}`;
  const answer = ({ to, status }: rules.HostRedirect) =>
    status < 400 ? `return ${status} ${quote(to)};` : `return ${status};`;
  // Unlike `return`, `rewrite` escapes what it inserts.
  const rewrite = (rule: rules.HostRedirect) => {
    const flag = { 301: 'permanent', 302: 'redirect' }[rule.status];
    if (flag === undefined)
      return answer({ ...rule, to: fillTarget(rule, (_, at) => `$${at + 1}`) });
    const target = quote(`${fillTarget(rule, (_, at) => `$${at + 1}`)}?`);
    return `rewrite ${quote(unnamed(toPattern(rule.from)))} ${target} ${flag};`;
  };
  const byPath = groupBy(redirects.filter(isExact), ({ from }) => decodePercent(from));
  const exact = [...byPath].flatMap(([from, group]) => {
    const queries = group.filter(({ query }) => query.length > 0);
    const plain = group.find(({ query }) => query.length === 0);
    const conditions = queries.map((rule) => {
      const [[name = '', value = ''] = []] = rule.query;
      return `if ($arg_${name} = ${quote(value)}) { ${answer(rule)} }`;
    });
    const end = plain ? answer(plain) : `try_files ${from === '/' ? '/index' : '$uri'}.html =404;`;
    const isOne = from === '/' || plain?.status === 410;
    const paths = isOne ? [from] : [from, `${from}/`, `${from}.html`];
    return paths.map((path) => `location = ${quote(path)} { ${[...conditions, end].join(' ')} }`);
  });
  return [
    ...names.map((name) => `set ${variableOf(name)} "";`),
    ...headers.flatMap(({ from, headers: own }) =>
      own.map(([name, value]) => {
        // nginx has no escape for this character.
        if (value.includes('$')) return `# ${name} is left out: nginx would expand the $ in it.`;
        const pattern = quote(rules.compilePath(from).replaceAll('?<splat>', ''));
        return `if ($uri ~ ${pattern}) { set ${variableOf(name)} ${quoteHeader(value)}; }`;
      }),
    ),
    ...names.map((name) => `add_header ${name} ${variableOf(name)} always;`),
    ...writeNginxMissing(base, prefixes),
    ...(redirects.some(({ status }) => status === 410) ? ['error_page 410 $uri.html;'] : []),
    ...exact,
    ...redirects
      .filter((rule) => !isExact(rule))
      .map((rule) => `location ~ ${quote(unnamed(toPattern(rule.from)))} { ${rewrite(rule)} }`),
    'location ~ "/\\.(?!well-known/)" { return 404; }',
    'location ~ "^(?<page>.+)/$" {',
    '  if (-f $document_root$page.html) { rewrite ^(.+)/$ $1 permanent; }',
    '  try_files $uri/index.html =404;',
    '}',
    'location ~ "^(?<bare>.+)\\.html$" { try_files $uri $uri.html $uri/index.html @folder; }',
    'location @folder {',
    '  if (-f $document_root$bare/index.html) { rewrite ^(.+)\\.html$ $1/ permanent; }',
    '  return 404;',
    '}',
    ...(byPath.has('/') ? [] : ['location = / { try_files /index.html =404; }']),
    'location / { try_files $uri $uri.html @slash; }',
    'location @slash {',
    '  if (-f $document_root$uri/index.html) { rewrite ^(.+)$ $1/ permanent; }',
    '  return 404;',
    '}',
  ];
};

/** Uses a variable rather than a `location`, which would override a folder's other rules. */
function writeNginxMissing(base: string, prefixes: readonly string[]): string[] {
  const page = `${base}/${rules.NOT_FOUND_OUTPUT}`;
  if (prefixes.length === 0) return [`error_page 404 ${page};`];
  return [
    `set $blog_missing ${page};`,
    ...prefixes.map((prefix) => {
      const own = `${base}${prefix}/`;
      return `if ($uri ~ "^${own}") { set $blog_missing ${own}${rules.NOT_FOUND_OUTPUT}; }`;
    }),
    'error_page 404 $blog_missing;',
  ];
}

/** The 404 pages; the rules for folders come first, and the last rule excludes the folders. */
function writeCaddyMissing(base: string, prefixes: readonly string[]): string[] {
  const own = prefixes.map((prefix) => `${base}${prefix}`);
  const isMissing = '{err.status_code} == 404';
  return [
    ...own.flatMap((folder, index) => [
      `  @missing${index} {`,
      `    expression ${isMissing}`,
      `    path ${folder}/*`,
      '  }',
      `  rewrite @missing${index} ${folder}/${rules.NOT_FOUND_OUTPUT}`,
    ]),
    '  @missing {',
    `    expression ${isMissing}`,
    ...own.map((folder) => `    not path ${folder}/*`),
    '  }',
    `  rewrite @missing ${base}/${rules.NOT_FOUND_OUTPUT}`,
  ];
}

/** Quotes the value of a header for Caddy, in which a backslash escapes only a quote. */
const quoteForCaddy = (value: string) =>
  value.includes('\\') ? `\`${value.replaceAll('`', "'")}\`` : quote(value);
/** What Caddy would replace in a header, even if its braces are escaped. JSON isn't matched. */
const CADDY_VARIABLE = /\{[\w$][^{}"\s]*\}/;

/** The expression for a path in its escaped form, so that its groups can go into a header as they are. */
const toEscaped = (from: string) => {
  const parts = rules.splitPath(from).map((part, index) => {
    if (part === '*') return '([^?]*)';
    if (index % 2 === 1) return '([^/?]+)';
    const literal = part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return literal.replace(/%[\da-f]{2}/gi, '%[0-9A-Fa-f][0-9A-Fa-f]');
  });
  return `^${parts.join('')}(\\.html|/)?([?].*)?$`;
};

const writeCaddy: Write = (redirects, headers, base, prefixes) => [
  ...headers.flatMap(({ from, headers: own }) =>
    own.map(([name, value]) =>
      CADDY_VARIABLE.test(value)
        ? `# ${name} is left out: Caddy would replace the text between braces in it.`
        : `header ${from} ${name} ${quoteForCaddy(value)}`,
    ),
  ),
  ...redirects.flatMap((rule, index) => {
    const { status, query } = rule;
    const pattern = unnamed(toPattern(rule.from));
    const target = fillTarget(rule, (_, at) => `{re.u${index}.${at + 1}}`);
    const isFilled = target !== rule.to;
    const end =
      status < 400 ? `redir @r${index} ${target} ${status}` : `error @r${index} ${status}`;
    return [
      `@r${index} {`,
      `  path_regexp r${index} ${/\s/.test(pattern) ? quote(pattern) : pattern}`,
      ...(isFilled ? [`  vars_regexp u${index} {http.request.uri} ${toEscaped(rule.from)}`] : []),
      ...query.map(([name, value]) => `  query ${name}=${value}`),
      '}',
      end,
    ];
  }),
  '@hidden {',
  '  path */.*',
  '  not path */.well-known/*',
  '}',
  'error @hidden 404',
  '@slash {',
  '  vars_regexp slash {http.request.uri} ^(/[^/?][^?]*)/([?].*)?$',
  '  not file {path}index.html',
  '}',
  'redir @slash {re.slash.1} 301',
  '@bare {',
  '  vars_regexp bare {http.request.uri} ^(/[^/?]([^?]*[^/?])?)([?].*)?$',
  '  file {path}/index.html',
  '  not file {path} {path}.html',
  '}',
  'redir @bare {re.bare.1}/ 301',
  'try_files {path} {path}.html {path}/index.html',
  '@html {',
  '  path_regexp html ^(.+)\\.html$',
  '  vars_regexp escaped {http.request.uri} ^([^?]+)\\.html([?].*)?$',
  '}',
  'route @html {',
  '  @folder {',
  '    file {re.html.1}/index.html',
  '    not file {path}',
  '  }',
  '  redir @folder {re.escaped.1}/ 301',
  '}',
  'handle_errors {',
  '  @gone expression {err.status_code} == 410',
  '  try_files @gone {path} {path}.html',
  ...writeCaddyMissing(base, prefixes),
  '  file_server',
  '}',
];

const writeApache: Write = (redirects, headers, base, prefixes) => {
  const inside = (pattern: string) =>
    pattern.replace(rules.compilePath(`${base}/`).slice(0, -1), '^');
  // Apache would encode a target once more, and read %1 as a group of a condition.
  const asIs = (to: string) => (/[%#]/.test(to) ? ',NE' : '');
  const target = (rule: rules.HostRedirect) =>
    quote(fillTarget(rule, (_, index) => `$${index + 1}`).replaceAll('%', '\\%'));
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const page = `%{DOCUMENT_ROOT}${base}/$1`;
  return [
    'Options -Indexes',
    'DirectorySlash Off',
    `ErrorDocument 404 ${base}/${rules.NOT_FOUND_OUTPUT}`,
    ...prefixes.flatMap((prefix) => {
      const own = `${base}${prefix}/`;
      const page = `  ErrorDocument 404 ${own}${rules.NOT_FOUND_OUTPUT}`;
      return [`<If "%{REQUEST_URI} =~ m#^${own}#">`, page, '</If>'];
    }),
    ...headers.flatMap(({ from, headers: own }) => {
      const pattern = unnamed(rules.compilePath(from).replace(/\$$/, '(index)?(\\.html)?$'));
      const lines = own.map(
        ([name, value]) =>
          `  Header always set ${name} ${quoteHeader(value.replaceAll('%', '%%'))}`,
      );
      return [`<If "%{REQUEST_URI} =~ m#${pattern}#">`, ...lines, '</If>'];
    }),
    'RewriteEngine On',
    `RewriteBase ${base}/`,
    ...redirects.flatMap((rule) => {
      const { from, to, status, query } = rule;
      const end =
        status < 400 ? `${target(rule)} [R=${status},L,QSD${asIs(to)}]` : `- [R=${status},L]`;
      return [
        ...query.map(([name, value]) => {
          return `RewriteCond %{QUERY_STRING} (^|&)${name}=${literal(value)}(&|$)`;
        }),
        `RewriteRule ${quote(inside(unnamed(toPattern(from))))} ${end}`,
      ];
    }),
    'RewriteRule (^|/)\\.(?!well-known/) - [R=404,L]',
    `RewriteCond ${page}/index.html -f`,
    'RewriteCond %{REQUEST_FILENAME} !-f',
    `RewriteRule ^(.+)\\.html$ ${base}/$1/ [R=301,L]`,
    `RewriteCond ${page}.html -f`,
    `RewriteRule ^(.+)/$ ${base}/$1 [R=301,L]`,
    `RewriteCond ${page}.html -f`,
    'RewriteRule ^(.+)$ $1.html [L]',
    `RewriteCond ${page}/index.html -f`,
    `RewriteRule ^(.+[^/])$ ${base}/$1/ [R=301,L]`,
  ];
};
