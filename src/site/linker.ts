/**
 * Bodies and thumbnails → their final addresses, all settled against one site map.
 */
import type { BodyLink } from '../content/body.ts';
import type { Fill } from '../content/body-forms.ts';
import type { ParsedEssay } from '../content/essay.ts';
import { isExternalUrl, stripSiteUrl } from '../content/link-urls.ts';
import type { LinkedFile } from '../content/pictures.ts';
import { makeProblem, type Problem } from '../problems.ts';
import { type BrokenLink, type OpenLink, resolveLinks } from './body-links.ts';
import { variantOutput } from './claims.ts';
import type { SiteMap } from './site-map.ts';
import { encodePath, type SiteUrls, toUrl } from './urls.ts';

/** A thumbnail: where it is published, and its size where the file is the site's own. */
export interface Picture {
  readonly url: string;
  readonly alt: string;
  readonly width: number | null;
  readonly height: number | null;
  /** A smaller copy for lists; null where there is none. */
  readonly thumbnail: {
    readonly url: string;
    readonly width: number;
    readonly height: number;
  } | null;
}

/** A link that leads nowhere, in the file where it stands. */
export interface BrokenLinkIn extends BrokenLink {
  readonly source: string;
}

/** A link to an anchor that only a rendered page can tell of. */
export interface OpenLinkIn extends OpenLink {
  readonly source: string;
}

/** What of a body its links depend on. */
interface LinkedBody {
  readonly links: readonly BodyLink[];
  readonly ids: readonly string[];
}

/** Settles the links of every body against one site map, and keeps what it meets on the way. */
export class Linker {
  readonly problems: Problem[] = [];
  readonly brokenLinks: BrokenLinkIn[] = [];
  readonly openLinks: OpenLinkIn[] = [];
  /** The files beside essays that something published shows. */
  readonly usedFiles = new Set<string>();
  /** The pictures whose variants something published shows. */
  readonly scaledInBodies = new Set<string>();
  readonly scaledOnCards = new Set<string>();

  constructor(
    private readonly map: SiteMap,
    readonly urls: SiteUrls,
    private readonly files: ReadonlyMap<string, LinkedFile>,
  ) {}

  /** What a body that is published at `sitePath` has in the places of its links. */
  resolve(body: LinkedBody, sitePath: string, source: string): readonly Fill[] {
    const origin = { sitePath, source, ids: new Set(body.ids) };
    const resolved = resolveLinks(body.links, origin, this.map, this.urls, this.files);
    for (const broken of resolved.broken) this.brokenLinks.push({ ...broken, source });
    for (const open of resolved.open) this.openLinks.push({ ...open, source });
    for (const file of resolved.files) this.usedFiles.add(file);
    for (const file of resolved.scaled) this.scaledInBodies.add(file);
    return resolved.fills;
  }

  /** An essay's thumbnail; null where it has none, or the file is missing. */
  placeImage(essay: ParsedEssay, sitePath: string): Picture | null {
    if (essay.image === null) return null;
    const { value, place } = essay.image;
    const alt = essay.imageAlt;
    const path = stripSiteUrl(value, this.urls.origin + this.urls.base) ?? value;
    if (isExternalUrl(path)) {
      return { url: path, alt, width: null, height: null, thumbnail: null };
    }
    const origin = { sitePath, source: essay.path, ids: new Set<string>() };
    const reading = this.map.read(path, origin);
    if (reading.kind !== 'found' || reading.file === null) {
      const message = `The image \`${value}\` is not in the site`;
      const hint = 'Put it beside the essay, or into content/public and write its path from there.';
      this.problems.push(makeProblem('image-missing', place, message, hint));
      return null;
    }
    this.usedFiles.add(reading.file);
    const size = this.files.get(reading.file)?.size;
    const url = toUrl(this.urls, reading.address);
    const thumbnail = this.placeThumbnail(reading.file);
    return { url, alt, width: size?.width ?? null, height: size?.height ?? null, thumbnail };
  }

  private placeThumbnail(path: string): Picture['thumbnail'] {
    const [variant] = this.files.get(path)?.variants.thumbnail?.variants ?? [];
    if (variant === undefined) return null;
    this.scaledOnCards.add(path);
    const { width, height } = variant;
    return { url: toUrl(this.urls, encodePath(`/${variantOutput(path, variant)}`)), width, height };
  }
}
