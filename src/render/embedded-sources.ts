/**
 * The scripts and objects that templates write into a page, for the Content-Security-Policy. The scripts and objects of
 * bodies are known already. Pure.
 */
import { findObjectSource, findScriptSource } from '../markdown/rules/scripts.ts';
import { decodeEntities } from '../text/text.ts';
import { listStartTags } from './html-tags.ts';

/** Lists the scripts and objects in the form of `Body.embedded`. */
export function listEmbedded(page: string): string[] {
  const sources = listStartTags(page).map(({ name, attributes, code }) => {
    const readValue = (wanted: string) => {
      const stated = attributes.find((each) => each.name === wanted);
      return stated && decodeEntities(stated.value);
    };
    if (name === 'script') return findScriptSource(readValue('type') ?? '', readValue('src'), code);
    if (name === 'embed') return findObjectSource(readValue('src'));
    return name === 'object' ? findObjectSource(readValue('data')) : null;
  });
  return [...new Set(sources.filter((source) => source !== null))];
}
