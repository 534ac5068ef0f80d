/**
 * What a built site says, as facts to compare: pages and feeds as trees, with everything left out that no reader or
 * program can see, such as the order of attributes, spaces between blocks and the digests in names of files.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { load } from 'cheerio';
import { parse, parseFragment, serialize } from 'parse5';

/** Elements at whose edges white space isn't seen. */
const BLOCKS = new Set(
  `address area article aside audio base blockquote body br button canvas caption col colgroup dd details dialog div dl
  dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li link main map
  meta nav ol optgroup option p picture pre script section source style summary table tbody td template tfoot th thead
  title tr track ul video`.split(/\s+/),
);
const LITERAL = new Set(['pre', 'textarea', 'script', 'style']);
const ADDRESSES = ['href', 'src', 'srcset', 'poster', 'data', 'action', 'cite'];

/** The facts of all files below a folder. */
export function readOutput(folder) {
  const facts = { files: {}, pages: {}, feeds: {}, texts: {}, policies: [] };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const path = relative(folder, file).split(sep).join('/');
    const bytes = readFileSync(file);
    const name = dropDigests(path);
    facts.files[name] = (facts.files[name] ?? 0) + 1;
    if (/\.html?$/.test(path)) facts.pages[path] = readPage(bytes.toString());
    else if (/(^|\/)(feed|rss)\.xml$/.test(path)) facts.feeds[path] = readXmlFeed(bytes.toString());
    else if (/(^|\/)feed\.json$/.test(path)) facts.feeds[path] = readJsonFeed(bytes.toString());
    else if (path.startsWith('assets/')) facts.texts[name] = digest(bytes);
    else facts.texts[path] = isText(bytes) ? dropDigests(bytes.toString()) : digest(bytes);
  }
  const rules = (facts.texts._headers ?? '').split('\n');
  facts.policies = rules.filter(isPolicy).flatMap((rule) => rule.trim().split(/[\s;]+/));
  facts.texts._headers = rules.filter((rule) => !isPolicy(rule)).join('\n');
  return facts;
}

const isPolicy = (rule) => /^\s*Content-Security-Policy:/.test(rule);
const isText = (bytes) => bytes.length < 1e5 && !bytes.includes(0);
const digest = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);

/** Removes the digests from the names of assets. */
export function dropDigests(text) {
  return text.replace(/(assets\/[^\s"'<>?#]*?)\.[0-9a-f]{10}(?=\.)/g, '$1');
}

/** A page: what is in its bodies (`.prose`), and its frame, which is everything else. */
function readPage(html) {
  const root = parse(dropDigests(html));
  const bodies = [];
  const outside = { excerpts: [], times: [], styles: [] };
  takeApart(root, bodies, outside);
  const page = { ...outside, frame: toLines(root) };
  return bodies.length === 0 ? page : { ...page, ...readBodies(bodies) };
}

/** Moves the bodies of essays out of a page, and what has a kind of its own. */
function takeApart(node, bodies, outside) {
  node.childNodes = (node.childNodes ?? []).filter((child) => {
    const classes = (attribute(child, 'class') ?? '').split(/\s+/);
    if (classes.includes('prose')) bodies.push(child);
    else if (child.tagName === 'link' && attribute(child, 'rel') === 'stylesheet') {
      outside.styles.push(attribute(child, 'href'));
    } else if (classes.includes('excerpt')) outside.excerpts.push(fold(textOf(child)));
    else if (child.tagName === 'meta' && isExcerpt(child))
      outside.excerpts.push(attribute(child, 'content'));
    else if (/^\d+ min read$/.test(fold(textOf(child)))) outside.times.push(fold(textOf(child)));
    else {
      if (child.nodeName === '#text') child.value = readData(child, outside);
      takeApart(child, bodies, outside);
      return true;
    }
    return false;
  });
}

function isExcerpt(node) {
  const name = attribute(node, 'name') ?? attribute(node, 'property') ?? '';
  return /(^|:)description$/.test(name);
}

/** The text of a node; linked data without its excerpt. */
function readData({ value, parentNode }, { excerpts }) {
  if (attribute(parentNode, 'type') !== 'application/ld+json') return value;
  return value.replace(/"description":"((?:[^"\\]|\\.)*)",?/g, (_, text) => {
    excerpts.push(JSON.parse(`"${text}"`));
    return '';
  });
}

/** What is said of each body, or of the contents of an entry in a feed. */
function readBodies(bodies) {
  const found = { headings: [], ids: [], links: [], code: [], formulas: [], comments: [] };
  const words = [];
  const visit = (node) => {
    const { tagName } = node;
    if (node.nodeName === '#comment') found.comments.push(fold(node.data));
    if (node.nodeName === '#text') words.push(node.value);
    if (attribute(node, 'id') !== null) found.ids.push(attribute(node, 'id'));
    if (/^h[1-6]$/.test(tagName)) {
      found.headings.push(`${tagName} #${attribute(node, 'id') ?? ''} ${fold(textOf(node))}`);
    }
    for (const { name, value } of node.attrs ?? []) {
      if (ADDRESSES.includes(name)) found.links.push(`${tagName} ${name}=${value}`);
    }
    if (tagName === 'pre') found.code.push(textOf(node));
    if (tagName === 'math') {
      found.formulas.push(serialize({ nodeName: 'template', childNodes: [node] }));
      node.childNodes = [];
      node.attrs = node.attrs.filter(({ name }) => name === 'display');
    }
    const isSilent = tagName === 'script' || tagName === 'style';
    if (isSilent) return;
    if (BLOCKS.has(tagName)) words.push(' ');
    for (const child of node.childNodes ?? []) visit(child);
    if (BLOCKS.has(tagName)) words.push(' ');
  };
  for (const body of bodies) visit(body);
  return { ...found, words: fold(words.join('')), tree: bodies.flatMap((body) => toLines(body)) };
}

/** A tree, one element or text a line, indented. */
function toLines(node, depth = 0, lines = [], isLiteral = false) {
  const indent = ' '.repeat(depth);
  const { tagName, nodeName } = node;
  if (nodeName === '#comment') return lines;
  if (nodeName === '#text') {
    const text = isLiteral ? JSON.stringify(node.value) : trimAtEdges(node);
    if (text !== '') lines.push(`${indent}${text}`);
    return lines;
  }
  if (tagName !== undefined)
    lines.push(`${indent}<${[tagName, ...listAttributes(node)].join(' ')}>`);
  const children = joinTexts((node.content ?? node).childNodes ?? []);
  for (const child of children) toLines(child, depth + 1, lines, isLiteral || LITERAL.has(tagName));
  return lines;
}

/** Joins neighbouring texts, between which a comment may have been. */
function joinTexts(nodes) {
  const joined = [];
  for (const node of nodes.filter(({ nodeName }) => nodeName !== '#comment')) {
    const last = joined.at(-1);
    if (node.nodeName === '#text' && last?.nodeName === '#text') last.value += node.value;
    else joined.push(node.nodeName === '#text' ? { ...node } : node);
  }
  joined.forEach((node, index) => {
    if (node.nodeName === '#text') node.beside = [joined[index - 1], joined[index + 1]];
  });
  return joined;
}

function trimAtEdges({ value, parentNode, beside: [before, after] }) {
  const isEdge = (node) => BLOCKS.has((node ?? parentNode).tagName ?? 'body');
  let text = value.replace(/[ \t\r\n\f]+/g, ' ');
  if (isEdge(before)) text = text.replace(/^ /, '');
  if (isEdge(after)) text = text.replace(/ $/, '');
  return text === '' ? '' : `"${text}"`;
}

function listAttributes({ attrs }) {
  const shown = attrs.map(({ name, value }) => `${name}=${JSON.stringify(normalize(name, value))}`);
  return shown.sort();
}

function normalize(name, value) {
  if (name === 'class') return value.trim().split(/\s+/).sort().join(' ');
  return name === 'style' ? value.replace(/\s*([:;])\s*/g, '$1').replace(/;$/, '') : value;
}

function attribute(node, name) {
  return node?.attrs?.find((each) => each.name === name)?.value ?? null;
}

function textOf(node) {
  if (node.nodeName === '#text') return node.value;
  return (node.childNodes ?? []).map(textOf).join('');
}

function fold(text) {
  return text.replace(/\s+/g, ' ').trim();
}

/** An Atom or RSS feed: its entries, and a text of everything else. */
function readXmlFeed(xml) {
  const $ = load(dropDigests(xml), { xml: true });
  const entries = $('entry, item').toArray();
  const facts = entries.map((entry) => {
    const text = (name) => $(entry).children(name).first().text();
    return {
      id: text('id') || text('guid'),
      link: $(entry).children('link').first().attr('href') ?? text('link'),
      facts: ['title', 'published', 'updated', 'pubDate', 'dc\\:creator'].map(text).join(' | '),
      excerpt: text('summary') || text('description'),
      ...readContent(text('content') || text('content\\:encoded')),
    };
  });
  $('entry, item').remove();
  return {
    entries: facts,
    frame: $.xml()
      .split('\n')
      .filter((line) => line !== ''),
  };
}

function readJsonFeed(json) {
  const { items, ...rest } = JSON.parse(dropDigests(json));
  const entries = items.map(({ id, url, summary, content_html: html, ...others }) => {
    return { id, link: url, facts: JSON.stringify(others), excerpt: summary, ...readContent(html) };
  });
  return { entries, frame: JSON.stringify(rest, null, 1).split('\n') };
}

function readContent(html = '') {
  return readBodies([{ ...parseFragment(html), tagName: undefined, attrs: [] }]);
}
