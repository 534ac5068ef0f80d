/**
 * highlight.js, loaded when the first block of code is to be coloured, and each language when it is
 * first needed.
 *
 * An edge. What comes of a block is a function of its text and its language alone: every language has
 * an instance of its own, with those that it may contain, so that what else was coloured before, and
 * in which order, makes no difference.
 */
import { createRequire } from 'node:module';
import type { HLJSApi, LanguageFn } from 'highlight.js';
import type { Highlight } from '../render/code-blocks.ts';

/** By a name of its own: the compiler leaves the package where it is. */
const load = createRequire(import.meta.url);

const instances = new Map<string, HLJSApi>();

/**
 * Colours code; null where highlight.js says that it failed, and the code stays plain. Throws where
 * highlight.js is not installed.
 */
export const highlightCode: Highlight = (code, language) => {
  const instance = instances.get(language) ?? makeInstance(language);
  const { value, errorRaised } = instance.highlight(code, { language, ignoreIllegals: true });
  return errorRaised === undefined ? value : null;
};

function makeInstance(language: string): HLJSApi {
  const instance: HLJSApi = load('highlight.js/lib/core').newInstance();
  const waiting = [language];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (instance.getLanguage(name) !== undefined) continue;
    const define: LanguageFn = load(`highlight.js/lib/languages/${name}`);
    instance.registerLanguage(name, define);
    listEmbedded(instance.getLanguage(name), waiting, new Set());
  }
  instances.set(language, instance);
  return instance;
}

/** What follows the head of an HTTP message; its definition leaves that to whatever is there. */
const BODY_LANGUAGE = 'json';

/** Adds the languages to `names` that a definition hands parts of the code to. */
function listEmbedded(definition: unknown, names: string[], seen: Set<unknown>): void {
  if (typeof definition !== 'object' || definition === null || seen.has(definition)) return;
  seen.add(definition);
  for (const [key, value] of Object.entries(definition)) {
    if (key !== 'subLanguage') listEmbedded(value, names, seen);
    else if (typeof value === 'string') names.push(value);
    else if (Array.isArray(value)) names.push(...(value.length > 0 ? value : [BODY_LANGUAGE]));
  }
}
