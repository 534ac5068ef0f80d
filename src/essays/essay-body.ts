/**
 * From the body of an essay as written to a `Body`, with its problems where they are in the file.
 */

import type { Body } from '../markdown/body.ts';
import type { BodyFormat } from '../markdown/body-source.ts';
import type { MarkdownEngine } from '../markdown/engine.ts';
import { describeBody, makeLocator } from '../markdown/places.ts';
import { readBody } from '../markdown/read-body.ts';
import type { Options } from '../markdown/rule.ts';
import type { Problem, ProblemPart } from '../problems/problems.ts';
import type { SiteConfig } from './config.ts';
import { type EditionSettings, listEditions } from './editions.ts';
import type { EssaySource } from './front-matter.ts';
import type { Gallery, ListGallery, UsedGallery } from './galleries.ts';
import type { MathSetting } from './math-setting.ts';
import { type PageKind, TEMPLATE_IDS } from './page-kinds.ts';

const SETTINGS = [
  ...(['timezone', 'wordsPerMinute', 'url', 'language', 'texts'] as const),
  ...(['toc', 'math', 'markdown'] as const),
];

/** The settings that parsed essays depend on. */
export interface ParserConfig extends Pick<SiteConfig, (typeof SETTINGS)[number]> {
  /** The languages of the site, the main one first; none for a site in one language. */
  readonly editions: readonly EditionSettings[];
  /** The names of the components for shortcodes. */
  readonly components: readonly string[];
}

/** What is needed to parse essays. */
export interface EssayParser {
  readonly config: ParserConfig;
  readonly markdown: MarkdownEngine;
  /** Without it, a folder has no pictures. */
  readonly listGallery?: ListGallery | undefined;
}

/** Picks the settings that parsed essays depend on; `components` are the names of those for shortcodes. */
export function pickParserConfig(site: SiteConfig, components: readonly string[]): ParserConfig {
  const editions = listEditions(site).map((each) => pick(each, ['language', 'texts', 'prefix']));
  return { ...pick(site, SETTINGS), editions, components };
}

function pick<Key extends keyof SiteConfig>(site: SiteConfig, keys: readonly Key[]) {
  return Object.fromEntries(keys.map((key) => [key, site[key]])) as Pick<SiteConfig, Key>;
}

/** The id of a year in the list on the home page. */
const YEAR_ID = /^y\d+$/;

/** What the parser needs to know about a file to parse its body. */
export interface BodyInput
  extends Pick<Options, 'title' | 'language' | 'toc' | 'unlinks' | 'recording'> {
  readonly format: BodyFormat;
  readonly kind: PageKind;
  /** The path of the file without language and extension. */
  readonly stem: string;
  readonly math: MathSetting;
}

/** A body that has been read, and the problems in it. */
export interface BodyParse {
  readonly body: Body;
  /** The galleries that the body shows. */
  readonly galleries: readonly UsedGallery[];
  readonly problems: readonly Problem[];
  readonly parts: readonly ProblemPart[];
}

/** Reads the body of an essay. */
export function parseBody(
  source: EssaySource,
  { kind, stem, ...input }: BodyInput,
  { config, markdown, listGallery: list }: EssayParser,
): BodyParse {
  const { path } = source;
  const galleries = new Map<string, Gallery>();
  const listGallery = (folder: string) => {
    const gallery = list?.({ path, stem }, folder);
    if (gallery === undefined) return null;
    galleries.set(folder, gallery);
    return gallery.pictures;
  };
  const isReservedId = (id: string) =>
    TEMPLATE_IDS[kind].includes(id) || (kind === 'home' && YEAR_ID.test(id));
  const body = readBody(markdown, source.body, {
    ...input,
    siteUrl: config.url,
    firstLine: source.text.slice(0, source.bodyOffset).split('\n').length,
    texts: config.texts,
    components: config.components,
    marks: config.markdown,
    isReservedId,
    listGallery,
  });
  const locate = makeLocator(source, input.format === 'markdown', markdown);
  const { problems, parts } = describeBody(body.faults, source, locate);
  problems.push(...[...galleries.values()].flatMap((gallery) => gallery.problems));
  const used = [...galleries].map(([folder, { key }]) => ({ folder, key }));
  return { body, galleries: used, problems, parts };
}
