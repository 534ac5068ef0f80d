/**
 * A built page as an independent reader finds it: its head, its ids, and all that it refers to.
 */
import { Parser } from 'htmlparser2';

/** An address that a page holds. */
export interface Reference {
  /** `a`, `img`, …; `meta` for the target of a redirect. */
  readonly element: string;
  readonly url: string;
}

export interface PageFacts {
  readonly language: string | null;
  readonly titles: readonly string[];
  /** Of `<link>`: `rel` → addresses. */
  readonly links: ReadonlyMap<string, readonly string[]>;
  /** Of `<meta>`: name or property → contents. */
  readonly metas: ReadonlyMap<string, readonly string[]>;
  readonly jsonLd: readonly string[];
  /** What a fragment can name. */
  readonly ids: ReadonlySet<string>;
  readonly references: readonly Reference[];
}

const URL_ATTRIBUTES = ['href', 'src', 'poster', 'data', 'xlink:href'];

/** Reads a page in one pass. */
export function readPageFacts(html: string): PageFacts {
  let language: string | null = null;
  const titles: string[] = [];
  const jsonLd: string[] = [];
  const links = new Map<string, string[]>();
  const metas = new Map<string, string[]>();
  const ids = new Set<string>();
  const references: Reference[] = [];
  let text: string[] | null = null;
  let inForeign = 0;
  const parser = new Parser({
    onopentag(element, attributes) {
      if (element === 'svg' || element === 'math') inForeign++;
      if (element === 'html') language = attributes.lang ?? null;
      if (attributes.id) ids.add(attributes.id);
      if (element === 'a' && attributes.name) ids.add(attributes.name);
      if (element === 'link') add(links, attributes.rel, attributes.href);
      if (element === 'meta')
        add(metas, attributes.name ?? attributes.property, attributes.content);
      if (element === 'title' && inForeign === 0) text = startText(titles);
      if (attributes.type === 'application/ld+json') text = startText(jsonLd);
      for (const url of listUrls(element, attributes)) references.push({ element, url });
    },
    ontext(data) {
      if (text !== null) text.push((text.pop() ?? '') + data);
    },
    onclosetag(element) {
      if (element === 'svg' || element === 'math') inForeign--;
      if (element === 'title' || element === 'script') text = null;
    },
  });
  parser.write(html);
  parser.end();
  return { language, titles, links, metas, jsonLd, ids, references };
}

/** The addresses of one element. */
function listUrls(element: string, attributes: Readonly<Record<string, string>>): string[] {
  const plain = URL_ATTRIBUTES.flatMap((name) => attributes[name] ?? []);
  const candidates = ['srcset', 'imagesrcset'].flatMap((name) => splitSrcset(attributes[name]));
  const isRefresh = element === 'meta' && attributes['http-equiv'] === 'refresh';
  const refresh = isRefresh ? /url=(.*)$/.exec(attributes.content ?? '')?.[1] : undefined;
  return [...plain, ...candidates, ...(refresh === undefined ? [] : [refresh])];
}

/** `a.png 1x, b.png 2x` → its addresses (HTML Living Standard, "srcset attributes"). */
function splitSrcset(srcset = ''): string[] {
  return [...srcset.matchAll(/[\s,]*([^\s,](?:\S*[^\s,])?)(?:\s[^,]*)?(?:,|$)/g)].map(
    ([, url = '']) => url,
  );
}

function startText(texts: string[]): string[] {
  texts.push('');
  return texts;
}

function add(map: Map<string, string[]>, name: string | undefined, value = ''): void {
  if (name === undefined) return;
  const others = map.get(name);
  if (others === undefined) map.set(name, [value]);
  else others.push(value);
}
