/**
 * The differences between the facts of two builds of one site (`golden-facts.mjs`), by kind. Differences of one kind
 * that look alike have the same signature.
 */
import { diffArrays } from 'diff';

/** All kinds, in the order of the report. */
export const KINDS = [
  'exit code',
  'problems',
  'files',
  'words',
  'code',
  'headings',
  'ids',
  'links',
  'structure',
  'attributes',
  'formulas',
  'comments',
  'excerpts',
  'reading time',
  'policy',
  'style sheets',
  'frame',
  'feed ids',
  'feed links',
  'feed excerpts',
  'feed facts',
  'other files',
];

/** Finds the differences: `{ kind, path, signature, before, after }`. */
export function findDifferences(before, after) {
  const found = [];
  const add = (kind, path, signature, was, is) => {
    found.push({ kind, path, signature, before: was, after: is });
  };
  compareProblems(add, before.problems, after.problems);
  if (before.exit !== after.exit) {
    const why = ({ problems, error }) => {
      return problems.filter((each) => each.includes(' error ')).join(', ') || error;
    };
    add('exit code', '', `${before.exit} → ${after.exit}`, why(before), why(after));
    return found;
  }
  const names = ({ files = {} }) =>
    Object.entries(files).map(([path, count]) => `${path} ×${count}`);
  compareLists(add, 'files', '', names(before), names(after));
  for (const [path, was, is] of pairs(before.pages, after.pages)) comparePages(add, path, was, is);
  compareLists(add, 'policy', '_headers', before.policies, after.policies);
  // What differs in a feed as it does on a page is said once.
  const known = new Set(found.map(({ kind, signature }) => `${kind} ${signature}`));
  const addNew = (kind, path, signature, ...rest) => {
    if (!known.has(`${kind} ${signature}`)) add(kind, path, signature, ...rest);
  };
  for (const [path, was, is] of pairs(before.feeds, after.feeds)) {
    compareFeeds(addNew, path, was, is);
  }
  for (const [path, was, is] of pairs(before.texts, after.texts)) {
    compareLists(add, 'other files', path, was.split('\n'), is.split('\n'), () => path);
  }
  return found;
}

/** Adds each code of problems that are new, lost or elsewhere once, with their places. */
function compareProblems(add, before, after) {
  const lost = before.filter((each) => !after.includes(each));
  const fresh = after.filter((each) => !before.includes(each));
  for (const code of new Set([...lost, ...fresh].map(codeOf))) {
    const [was, is] = [lost, fresh].map((all) => all.filter((each) => codeOf(each) === code));
    const change =
      is.length === 0 ? 'lost' : was.length === 0 ? 'new' : 'elsewhere or another number';
    add('problems', '', `${code} ${change}`, was.join(', '), is.join(', '));
  }
}

const codeOf = (problem) => problem.replace(/ .*/, '');

/** The values that two tables have under the same key. */
function pairs(before = {}, after = {}) {
  const keys = Object.keys(before).filter((key) => key in after);
  return keys.map((key) => [key, before[key], after[key]]);
}

function comparePages(add, path, before, after) {
  compareBodies(add, path, before, after);
  compareLists(add, 'excerpts', path, before.excerpts, after.excerpts);
  compareLists(add, 'reading time', path, before.times, after.times);
  compareLists(add, 'style sheets', path, before.styles, after.styles);
  compareLists(add, 'frame', path, before.frame, after.frame);
}

/** Compares the bodies of two pages, or the contents of two entries. */
function compareBodies(add, path, before, after) {
  const split = ({ words = '' }) => words.split(' ');
  const hasWords = compareLists(add, 'words', path, split(before), split(after), blurWords, ' ');
  for (const kind of ['code', 'headings', 'ids', 'links', 'formulas']) {
    compareLists(add, kind, path, before[kind], after[kind]);
  }
  compareLists(add, 'comments', path, before.comments, after.comments, () => 'comment');
  const [was, is] = [before.tree ?? [], after.tree ?? []];
  const [skeleton, other] = [was, is].map((lines) => lines.map(withoutAttributes));
  if (skeleton.join('\n') === other.join('\n')) compareAttributes(add, path, was, is);
  // Different words are a different tree: that is said once.
  else if (!hasWords) compareLists(add, 'structure', path, skeleton, other);
}

function compareFeeds(add, path, before, after) {
  const ids = ({ entries }) => entries.map(({ id }) => id);
  compareLists(add, 'feed ids', path, ids(before), ids(after));
  compareLists(add, 'feed facts', path, before.frame, after.frame);
  const others = new Map(after.entries.map((entry) => [entry.id, entry]));
  for (const entry of before.entries) {
    const other = others.get(entry.id);
    if (other === undefined) continue;
    const place = `${path} ${entry.link}`;
    compareLists(add, 'feed links', place, [entry.link], [other.link]);
    compareLists(add, 'feed excerpts', place, [entry.excerpt ?? ''], [other.excerpt ?? '']);
    compareLists(add, 'feed facts', place, [entry.facts], [other.facts]);
    compareBodies(add, place, entry, other);
  }
}

/** Adds a difference for the first place where two lists differ, with its neighbours. Returns true if there is one. */
function compareLists(add, kind, path, before = [], after = [], sign = blur, joiner = '\n') {
  if (before.length === after.length && before.every((item, index) => item === after[index])) {
    return false;
  }
  const changes = diffArrays(before, after, { maxEditLength: 2000 });
  if (changes === undefined) {
    add(kind, path, 'very different', before.join(joiner), after.join(joiner));
    return true;
  }
  const at = changes.findIndex(({ added, removed }) => added || removed);
  const itemsOf = (change, isWanted) => (change?.[isWanted] ? change.value : []);
  const hunk = changes.slice(at, at + 2);
  const was = hunk.flatMap((change) => itemsOf(change, 'removed'));
  const is = hunk.flatMap((change) => itemsOf(change, 'added'));
  const context = at === 0 ? [] : changes[at - 1].value.slice(-3);
  const follows = changes.slice(at).find(({ added, removed }) => !added && !removed);
  const rest = follows?.value.slice(0, joiner === ' ' ? 3 : 1) ?? [];
  const show = (items) => [...context, '⟦', ...items, '⟧', ...rest].join(joiner);
  add(
    kind,
    path,
    `${was.map(sign).join(joiner)} → ${is.map(sign).join(joiner)}`,
    show(was),
    show(is),
  );
  return true;
}

/** Adds each kind of difference between the attributes of two trees with the same elements once. */
function compareAttributes(add, path, before, after) {
  const seen = new Set();
  before.forEach((line, index) => {
    const other = after[index];
    if (line === other) return;
    const [was, is] = [readAttributes(line), readAttributes(other)];
    const [, tag = ''] = /<(\S+?)[\s>]/.exec(line) ?? [];
    for (const name of new Set([...was.keys(), ...is.keys()])) {
      if (was.get(name) === is.get(name)) continue;
      const change = !is.has(name) ? 'lost' : was.has(name) ? 'changed' : 'new';
      const signature = `${tag} ${name} ${change}`;
      if (!seen.has(signature)) add('attributes', path, signature, line.trim(), other.trim());
      seen.add(signature);
    }
  });
}

function readAttributes(line) {
  const all = line.matchAll(/ ([^\s=]+)=("(?:[^"\\]|\\.)*")/g);
  return new Map(Array.from(all, ([, name, value]) => [name, value]));
}

const withoutAttributes = (line) => line.replace(/^( *<[^\s>]+) .*>$/s, '$1>');

/** A line of which only the beginning of what is special is left: the kind of an element, or the fact that it is text. */
function blur(line) {
  const text = line.trim();
  if (text.startsWith('<')) return text.replace(/="(?:[^"\\]|\\.)*"/g, '').slice(0, 60);
  if (text.startsWith('"')) return '"…"';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

const blurWords = (word) => word.slice(0, 20);
