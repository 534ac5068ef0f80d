/**
 * Facts: what a source says about the blog, and about anything else that several posts share. A source fills them in
 * while it is read.
 */

import { readPersonName } from '../text/text.ts';
import type { Counts } from './counts.ts';
import { findValue, type JsonRecord, toText } from './json.ts';
import type { Redirect } from './old-site.ts';

/** What a source says about the blog, for site.yaml; empty for what it doesn't say. */
export interface BlogFacts {
  title: string;
  description: string;
  url: string;
  language: string;
  author: string;
  timezone: string;
  /** The zone that most dates are written in, for a source that doesn't state a zone. */
  writtenZone: string;
  /** The keys of site.yaml for each language besides the main one, by its tag. */
  readonly languages: Record<string, Record<string, string>>;
  /** The small marks of Markdown that the old blog reads, as in `markdown` of site.yaml. */
  readonly marks: string[];
  /** Further keys of site.yaml. */
  readonly keys: Record<string, string>;
}

export interface SourceFacts extends BlogFacts {
  /** Attached files by id. */
  readonly attachments: Map<string, Attachment>;
  /** The HTML of blocks that several posts share, by id. */
  readonly blocks: Map<string, string>;
  /** The ids in posts that links of any post lead to. */
  readonly linkedIds: Set<string>;
  /** The field names from `--map`. */
  readonly names: ReadonlyMap<string, string>;
  /** Old addresses of home pages and feeds, each with the new one, if the blog is in several languages. */
  readonly redirects: Redirect[];
  /** Counts of what is left out, by name. */
  readonly leftOut: Counts;
  /** What the report says about individual posts, by heading. */
  readonly notes: Record<string, string[]>;
}

/** A file that was added to a post. */
interface Attachment {
  readonly url: string;
  /** Plain text. */
  readonly alt: string;
  /** HTML. */
  readonly caption: string;
  /** The id of the post. */
  readonly parent: string;
}

/** Starts the facts that a source fills in. */
export function startFacts(
  names: ReadonlyMap<string, string>,
  { leftOut, notes }: Pick<SourceFacts, 'leftOut' | 'notes'>,
): SourceFacts {
  return {
    title: '',
    description: '',
    url: '',
    language: '',
    author: '',
    timezone: '',
    writtenZone: '',
    languages: {},
    marks: [],
    keys: {},
    attachments: new Map(),
    blocks: new Map(),
    linkedIds: new Set(),
    names,
    redirects: [],
    leftOut,
    notes,
  };
}

/** The keys that sources use for a blog's facts, in order of preference. */
const FACTS = {
  title: 'title name',
  description: 'description params.description desc subtitle',
  url: 'url home_page_url link baseurl base_url website',
  language: 'lang locale languagecode default_language defaultcontentlanguage language xml:lang',
  author:
    'author.name author params.author.name params.author extra.author.name extra.author social.name name',
  timezone: 'timezone',
} as const;

/** Finds the first text that a record has under one of these keys; empty for none. */
function findFact(said: JsonRecord, keys: string, isFit = (value: string) => value !== ''): string {
  const stated = keys.split(' ').map((key) => toText(findValue(said, key)).trim());
  return stated.find((value) => isFit(value)) ?? '';
}

/** Fills in facts about one of a blog's other languages from the language's settings. */
export function addLanguageFacts(facts: SourceFacts, tag: string, said: JsonRecord): void {
  // Otherwise pages would show the program's invitation, which the author didn't write.
  facts.languages[tag] = {
    title: findFact(said, 'title'),
    description: findFact(said, FACTS.description),
    callToAction: 'false',
  };
}

/** Fills in facts about a blog that are still unknown from a record in its source. */
export function addFacts(facts: SourceFacts, said: JsonRecord): void {
  for (const [fact, keys] of Object.entries(FACTS) as [keyof typeof FACTS, string][])
    facts[fact] ||= findFact(said, keys, fact === 'url' ? URL.canParse : undefined);
  facts.author = readPersonName(facts.author);
  // Without a title, `name` is the blog's name rather than the author's.
  if (findFact(said, 'title') === '' && facts.author === facts.title) facts.author = '';
}
