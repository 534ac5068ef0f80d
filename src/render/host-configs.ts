/**
 * Configurations for self-hosted web servers (nginx, Caddy, Apache): the rules of `_redirects` and `_headers`, pages
 * without `.html` or a trailing slash, and the 404 page. Pure.
 *
 * The output folder is the server's root, or lies in it under the name of the base path.
 */
import { decodePercent } from '../content/text.ts';
import { groupBy } from '../problems.ts';
import * as rules from '../site/host-rules.ts';
import { NOT_FOUND_OUTPUT } from '../site/urls.ts';

/** The file in the output folder, by the name of the server. */
export const HOST_FILES = {
  nginx: '.nginx.conf',
  caddy: '.Caddyfile',
  apache: '.htaccess',
} as const;

export type HostName = keyof typeof HOST_FILES;

/** Writes the configuration; `base` is the site's base path. */
export function renderHostConfig(
  host: HostName,
  redirects: string,
  headers: string,
  base: string,
): string {
  const write = { nginx: writeNginx, caddy: writeCaddy, apache: writeApache }[host];
  // A backslash or a control character could end a quoted text or a line.
  const safe = rules.parseHostRedirects(redirects).filter(({ from }) => !UNSAFE.test(from));
  const lines = write(safe, rules.parseHostHeaders(headers), base);
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

type Write = (
  redirects: readonly rules.HostRedirect[],
  headers: readonly rules.HeaderRule[],
  base: string,
) => string[];

const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
/** The expression for a path with or without `.html` or a trailing slash. */
const toPattern = (from: string) => rules.compilePath(from).replace(/\/?\$$/, '(\\.html|/)?$');
const isExact = ({ from }: rules.HostRedirect) => !/[:*]/.test(from);

/** nginx tries exact locations first. A location that adds a header drops those of the server block. */
const writeNginx: Write = (redirects, headers, base) => {
  const names = [...new Set(headers.flatMap((rule) => rule.headers.map(([name]) => name)))];
  const variableOf = (name: string) => `$blog_${name.toLowerCase().replaceAll('-', '_')}`;
  const answer = ({ to, status }: rules.HostRedirect) =>
    status < 400
      ? `return ${status} ${quote(to.replace(rules.PLACEHOLDER, '$$$1'))};`
      : `return ${status};`;
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
        const pattern = quote(rules.compilePath(from).replaceAll('?<splat>', ''));
        return `if ($uri ~ ${pattern}) { set ${variableOf(name)} ${quote(value)}; }`;
      }),
    ),
    ...names.map((name) => `add_header ${name} ${variableOf(name)} always;`),
    `error_page 404 ${base}/${NOT_FOUND_OUTPUT};`,
    ...(redirects.some(({ status }) => status === 410) ? ['error_page 410 $uri.html;'] : []),
    ...exact,
    ...redirects
      .filter((rule) => !isExact(rule))
      .map((rule) => `location ~ ${quote(toPattern(rule.from))} { ${answer(rule)} }`),
    'location ~ "/\\.(?!well-known/)" { return 404; }',
    'location ~ "^(?<page>.+)/$" {',
    '  if (-f $document_root$page.html) { return 301 $page$is_args$args; }',
    '  try_files $uri/index.html =404;',
    '}',
    ...(byPath.has('/') ? [] : ['location = / { try_files /index.html =404; }']),
    'location / { try_files $uri $uri.html $uri/index.html =404; }',
  ];
};

const writeCaddy: Write = (redirects, headers, base) => [
  ...headers.flatMap(({ from, headers: own }) =>
    own.map(([name, value]) => `header ${from} ${name} ${quote(value)}`),
  ),
  ...redirects.flatMap((rule, index) => {
    const { to, status, query } = rule;
    const pattern = toPattern(rule.from).replaceAll('(?<', '(?P<');
    const target = to.replace(rules.PLACEHOLDER, `{re.r${index}.$1}`);
    const end =
      status < 400 ? `redir @r${index} ${target} ${status}` : `error @r${index} ${status}`;
    return [
      `@r${index} {`,
      `  path_regexp r${index} ${/\s/.test(pattern) ? quote(pattern) : pattern}`,
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
  '  path_regexp slash ^(.+)/$',
  '  not file {path}index.html',
  '}',
  'redir @slash {re.slash.1} 301',
  'try_files {path} {path}.html {path}/index.html',
  'handle_errors {',
  '  @gone expression {err.status_code} == 410',
  '  try_files @gone {path} {path}.html',
  '  @missing expression {err.status_code} == 404',
  `  rewrite @missing ${base}/${NOT_FOUND_OUTPUT}`,
  '  file_server',
  '}',
];

const writeApache: Write = (redirects, headers, base) => {
  const inside = (pattern: string) =>
    pattern.replace(rules.compilePath(`${base}/`).slice(0, -1), '^');
  const number = (from: string, to: string) => {
    const names = [...from.matchAll(/:([A-Za-z]\w*)|\*/g)].map(([, name = 'splat']) => name);
    return to.replace(rules.PLACEHOLDER, (_, name) => `$${names.indexOf(name) + 1}`);
  };
  // Apache would encode a target once more, and read %1 as a group of a condition.
  const asIs = (to: string) => (/[%#]/.test(to) ? ',NE' : '');
  const target = (from: string, to: string) => quote(number(from, to).replaceAll('%', '\\%'));
  const unnamed = (pattern: string) => pattern.replace(/\?<\w+>/g, '');
  const page = `%{DOCUMENT_ROOT}${base}/$1`;
  return [
    'Options -Indexes',
    'DirectorySlash Off',
    `ErrorDocument 404 ${base}/${NOT_FOUND_OUTPUT}`,
    ...headers.flatMap(({ from, headers: own }) => {
      const pattern = unnamed(rules.compilePath(from).replace(/\$$/, '(index)?(\\.html)?$'));
      const lines = own.map(([name, value]) => `  Header always set ${name} ${quote(value)}`);
      return [`<If "%{REQUEST_URI} =~ m#${pattern}#">`, ...lines, '</If>'];
    }),
    'RewriteEngine On',
    `RewriteBase ${base}/`,
    ...redirects.flatMap(({ from, to, status, query }) => [
      ...query.map(([name, value]) => `RewriteCond %{QUERY_STRING} (^|&)${name}=${value}(&|$)`),
      `RewriteRule ${quote(inside(unnamed(toPattern(from))))} ` +
        (status < 400 ? `${target(from, to)} [R=${status},L,QSD${asIs(to)}]` : `- [R=${status},L]`),
    ]),
    'RewriteRule (^|/)\\.(?!well-known/) - [R=404,L]',
    `RewriteCond ${page}.html -f`,
    `RewriteRule ^(.+)/$ ${base}/$1 [R=301,L]`,
    `RewriteCond ${page}.html -f`,
    'RewriteRule ^(.+)$ $1.html [L]',
    `RewriteCond ${page}/index.html -f`,
    `RewriteRule ^(.+[^/])$ ${base}/$1/ [R=301,L]`,
  ];
};
