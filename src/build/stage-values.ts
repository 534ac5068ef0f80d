/**
 * The values of a build's stages, in order: what each stage is given, and what it gives to the next. Types only. Code that
 * starts a build needs the listener and the memory from here.
 */
import type { SiteConfig } from '../essays/config.ts';
import type { CachedEssays, EssayReader } from '../essays/essay-reader.ts';
import type { Branding } from '../essays/images.ts';
import type { ReadSettings } from '../essays/inline.ts';
import type { ContentListing } from '../essays/listing.ts';
import type { InputStates } from '../files/file-state.ts';
import type { Problem } from '../problems/problems.ts';
import type { Output } from '../render/outputs.ts';
import type { DescribedLinks } from '../site/broken-links.ts';
import type { Site, SiteResult } from '../site/site.ts';
import type { SourceFile } from '../text/text.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import type { ThemeResult } from '../theme/themes.ts';
import type { BuildState, CachedContent, SiteReport } from './cache.ts';
import type { PictureListener, SitePictures, WaitingPictures } from './pictures.ts';
import type { RenderListener } from './render.ts';
import type { OutputChanges, WriteCounts } from './write.ts';

/** What a process that builds more than once knows about its last build. */
export interface LastInProcess {
  /** Null before the first build. */
  readonly memory: BuildMemory | null;
  /** All paths that have changed since that build; null to check every file. */
  readonly changed: readonly string[] | null;
}

/** What the stages start from, as the check has found it. */
export interface BuildStart extends LastInProcess {
  /** The problems of missing files: a folder without these files may not be a site. */
  readonly missing: readonly Problem[];
  /** The state that the last build left in the cache file. */
  readonly state: BuildState;
}

/** Callbacks of a build in progress. */
export interface BuildListener extends RenderListener, PictureListener {
  onProgress(stage: 'reading' | 'pictures' | 'rendering', done: number, total: number): void;
  /**
   * Receives the changes that the build would make, instead of the write and save stages: nothing is written or
   * recorded. Not called when the output is up to date.
   */
  onPreview?(changes: OutputChanges, siteUrl: string): void;
  /** Selects the files for which problems that are reported once for all files are reported; null for all. */
  readonly selects?: ((path: string) => boolean) | null;
}

/** A file of the site that may be missing. */
export interface OptionalFile {
  /** Null for a missing file, and for one that cannot be read. */
  readonly value: SourceFile | null;
  readonly problems: readonly Problem[];
}

/** The files of a site besides its essays, and the listing of its content. */
export interface SiteFiles {
  readonly settings: OptionalFile;
  readonly config: { readonly value: SiteConfig; readonly problems: readonly Problem[] };
  readonly theme: ThemeResult;
  readonly content: {
    readonly value: { readonly listing: ContentListing; readonly pages: readonly string[] };
    readonly problems: readonly Problem[];
  };
  /** The pictures that the settings name. */
  readonly branding: { readonly value: Branding; readonly problems: readonly Problem[] };
  readonly addressFile: OptionalFile;
  /** The author's own `_redirects` and `_headers`. */
  readonly redirects: OptionalFile;
  readonly headers: OptionalFile;
}

/** What a build reads before it reads essays. */
export interface Inputs {
  /** The key of the build, from `keyOfBuild`. */
  readonly key: string;
  /** The clock of the build, in ms since the epoch. */
  readonly now: number;
  /** False if the folder may not be a site, where nothing may be written. */
  readonly isSite: boolean;
  readonly states: InputStates;
  readonly files: SiteFiles;
  /** True if nothing but essays has changed since the last build in memory, and its site has not expired. */
  readonly isEssayEdit: boolean;
  readonly problems: readonly Problem[];
}

/** What the last build has left for this one. */
export interface LastBuild {
  /** What it cached. */
  readonly content: CachedContent;
  /** The site that it read, if it ran in this process; null otherwise. */
  readonly read: ReadSite | null;
}

/** The parsed essays and pages of a site. */
export interface Parsed {
  /** Has the bodies. */
  readonly reader: EssayReader;
  /** The essays are valid for the program and the settings of this key. */
  readonly key: string;
  readonly essays: CachedEssays;
  /** In the site's main language. */
  readonly settings: ReadSettings;
  /** In each of its other languages. */
  readonly otherSettings: readonly ReadSettings[];
  /** The problems inside essays. */
  readonly essayProblems: readonly Problem[];
  /** Essays that cannot be read. */
  readonly problems: readonly Problem[];
}

/** The templates of a site, or the problems that stop a build without them. */
export interface TemplatesResult {
  readonly value: PreparedTemplates | null;
  readonly problems: readonly Problem[];
}

/** The derived site, and everything that its outputs are made with. */
export interface Derived {
  readonly site: SiteResult;
  readonly templates: TemplatesResult;
  readonly pictures: SitePictures;
  /** The edited essays, if nothing but essay texts changed since the last build in memory; null otherwise. */
  readonly edited: ReadonlySet<string> | null;
  /** The problems of all stages so far. */
  readonly problems: readonly Problem[];
}

/** The results of the stages before anything is rendered. */
export interface ReadSite {
  readonly inputs: Inputs;
  readonly parsed: Parsed;
  readonly derived: Derived;
}

/** A site whose pages are rendered and whose links are checked. */
export interface CheckedSite {
  readonly read: ReadSite;
  /** Null without templates. */
  readonly plan: readonly Output[] | null;
  /** The problems of all stages so far. */
  readonly problems: readonly Problem[];
  /** The problems of broken links, for the next build. */
  readonly described: DescribedLinks;
}

/** The outcome of the stages. */
export interface Outcome {
  /** Null when the build stopped before the site was known, or found the output up to date. */
  readonly site: Site | null;
  /** Null when the build stopped before the site was known. */
  readonly report: SiteReport | null;
  /** Null when nothing was written. */
  readonly commit: WriteCounts | null;
  readonly problems: readonly Problem[];
  /** The pictures left for the next build, or null. */
  readonly waiting: WaitingPictures | null;
  /** The sources of the templates, absolute; null unless the templates were prepared without a problem. */
  readonly templateFiles: readonly string[] | null;
  /** The folder of a theme from elsewhere, absolute; null for none. */
  readonly themeFolder: string | null;
  /** For the next build in this process; null when it has to start from the cache. */
  readonly memory: BuildMemory | null;
}

/** The results of a build that the next one in the same process can reuse. */
export interface BuildMemory {
  readonly state: BuildState;
  /** Null for a build that had nothing to do. */
  readonly read: ReadSite | null;
  /** Null for a build that stopped before the plan stage. */
  readonly plan: readonly Output[] | null;
}
