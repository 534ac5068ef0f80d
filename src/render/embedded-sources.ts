/**
 * The scripts and objects that templates write into a page, for the Content-Security-Policy. The scripts and objects of
 * bodies are known already. React's HTML is regular, so a pattern finds them. Pure.
 */
import { findObjectSource, findScriptSource } from '../markdown/rules/scripts.ts';
import { decodeEntities } from '../text/text.ts';

const EMBEDDING = /<script\b([^>]*)>(.*?)<\/script\s*>|<(object|embed)\b([^>]*)>/gis;
const ATTRIBUTE = /\s(src|type|data)(?:="([^"]*)")?(?=[\s/]|$)/gi;

/** Lists the scripts and objects in the form of `Body.embedded`. */
export function listEmbedded(page: string): string[] {
  const sources = Array.from(
    page.matchAll(EMBEDDING),
    ([, ofScript = '', code = '', name, ofObject = '']) => {
      const { src, type, data } = readAttributes(name === undefined ? ofScript : ofObject);
      if (name === undefined) return findScriptSource(type ?? '', src, code);
      return findObjectSource(name.toLowerCase() === 'embed' ? src : data);
    },
  );
  return [...new Set(sources.filter((source) => source !== null))];
}

function readAttributes(tag: string): { readonly [name: string]: string | undefined } {
  const all = Array.from(tag.matchAll(ATTRIBUTE), ([, name = '', value = '']) => {
    return [name.toLowerCase(), decodeEntities(value)];
  });
  return Object.fromEntries(all);
}
