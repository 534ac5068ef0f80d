/**
 * What a page shows besides its own text: the addresses of its pictures, sounds and style sheets. Pure.
 */
import { Parser } from 'htmlparser2';

/** Attributes whose files a browser loads with the page, by element. */
const SHOWING: Readonly<Record<string, readonly string[]>> = {
  audio: ['src'],
  embed: ['src'],
  iframe: ['src'],
  image: ['href', 'xlink:href'],
  img: ['src', 'srcset'],
  input: ['src'],
  link: ['href'],
  object: ['data'],
  script: ['src'],
  source: ['src', 'srcset'],
  track: ['src'],
  video: ['src', 'poster'],
};

/** Other links lead somewhere, as one to a feed does, and nothing of that is seen in the page. */
const SHOWING_LINKS = /\b(stylesheet|icon|preload|modulepreload)\b/i;

/** The addresses in HTML of what a browser loads with it, as they stand there, each once. */
export function listShown(html: string): string[] {
  const urls = new Set<string>();
  const parser = new Parser({
    onopentag(element, attributes) {
      const read = (name: string) => attributes[name] ?? '';
      if (element === 'link' && !SHOWING_LINKS.test(read('rel'))) return;
      for (const name of SHOWING[element] ?? []) {
        const value = read(name);
        for (const url of name === 'srcset' ? splitSet(value) : [value.trim()]) urls.add(url);
      }
      for (const [, , url = ''] of read('style').matchAll(/url\(\s*(["']?)(.*?)\1\s*\)/g))
        urls.add(url);
    },
  });
  parser.end(html);
  urls.delete('');
  return [...urls];
}

/** The addresses of a `srcset`: each begins behind a comma or space, and a descriptor may follow. */
function splitSet(set: string): string[] {
  return [...set.matchAll(/[\s,]*(\S*[^\s,])(?:\s[^,]*)?(?:,|$)/g)].map(([, url = '']) => url);
}
