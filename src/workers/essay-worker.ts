/**
 * One thread's share of the essays: reads and parses them, keeps their bodies, and later renders
 * their pages into the staging folder. A body never leaves its thread.
 *
 * What it is told and what it answers can be sent from thread to thread.
 */
import { join } from 'node:path';
import { type ParserConfig, parseEssay } from '../content/essay.ts';
import { type EssayResult, encodeResult } from '../content/essay-record.ts';
import { digest } from '../content/fingerprint.ts';
import type { MarkdownEngine } from '../content/markdown.ts';
import { readFile } from '../content/read.ts';
import { type FileStamp, stampFile } from '../content/stamps.ts';
import type { Staged, Staging } from '../output/staging.ts';
import type { Problem } from '../problems.ts';
import { highlightBlocks } from '../render/code-blocks.ts';
import type { EssayProps } from '../render/props.ts';
import { describeThrown, type ThrownError } from '../render/template-errors.ts';
import type { RenderTemplate } from '../render/templates.ts';
import { type Fill, fillSegments } from '../site/body-links.ts';
import { highlightCode } from './highlighter.ts';

/** What every thread knows from the start. */
export interface WorkerSetup {
  /** The site's folder, absolute. */
  readonly root: string;
  readonly config: ParserConfig;
}

export interface ReadTask {
  /** The essay's file, relative to the root. */
  readonly path: string;
  /** The digest of the file that the cache knows, or null. */
  readonly knownDigest: string | null;
}

export interface ReadEssay {
  readonly path: string;
  /** Taken before the file was read. */
  readonly stamp: FileStamp | null;
  readonly digest: string;
  /** What `encodeResult` makes of it; null for a file that the cache knows. */
  readonly record: string | null;
  /** The same, not sent to other threads: reading the record again costs less than sending this. */
  readonly result: EssayResult | null;
  /** Why the file could not be read, or null. */
  readonly problem: Problem | null;
}

export interface RenderTask {
  readonly path: string;
  /** Of the file that the props were made from. */
  readonly digest: string;
  readonly outputPath: string;
  /** With an empty `content`. */
  readonly props: EssayProps;
  readonly fills: readonly Fill[];
  /** True when some file stands in its place. */
  readonly isPresent: boolean;
}

export type RenderedEssay = { readonly outputPath: string } & (
  | { readonly kind: 'staged'; readonly staged: Staged }
  | { readonly kind: 'threw'; readonly error: ThrownError }
  /** The file is another one than the props were made from. */
  | { readonly kind: 'source-changed'; readonly path: string }
);

export class EssayWorker {
  /** The bodies of the essays that were read, by path. */
  private readonly bodies = new Map<string, { digest: string; segments: readonly string[] }>();

  constructor(
    private readonly setup: WorkerSetup,
    private readonly markdown: MarkdownEngine,
  ) {}

  /** Reads an essay's file, and parses it unless the cache knows it. */
  read({ path, knownDigest }: ReadTask): ReadEssay {
    const { root, config } = this.setup;
    const stamp = stampFile(join(root, path));
    const { value: file, problem } = readFile(root, path);
    if (file === null) return { path, stamp, digest: '', record: null, result: null, problem };
    if (knownDigest !== null && digest(file.bytes) === knownDigest) {
      return { path, stamp, digest: knownDigest, record: null, result: null, problem: null };
    }
    const parser = { config, markdown: this.markdown };
    const { essay, body, problems } = parseEssay(file, parser);
    this.bodies.set(path, { digest: essay.digest, segments: body.segments });
    const result = { essay, problems };
    const record = encodeResult(result);
    return { path, stamp, digest: essay.digest, record, result, problem: null };
  }

  /** Renders an essay's page into the staging folder. Its body is forgotten then. */
  render(task: RenderTask, renderTemplate: RenderTemplate, staging: Staging): RenderedEssay {
    const { path, outputPath, props, isPresent } = task;
    const body = this.findBody(task);
    this.bodies.delete(path);
    if (body === null) return { kind: 'source-changed', outputPath, path };
    const content = highlightBlocks(body, highlightCode);
    const essay = { ...props.essay, content };
    let page: string;
    try {
      page = renderTemplate('EssayPage', { ...props, essay });
    } catch (thrown) {
      return { kind: 'threw', outputPath, error: describeThrown(thrown) };
    }
    return { kind: 'staged', outputPath, staged: staging.put(outputPath, page, isPresent) };
  }

  /** The final HTML of an essay's body; null when the file is another one than the digest tells of. */
  findBody({ path, digest, fills }: Pick<RenderTask, 'path' | 'digest' | 'fills'>): string | null {
    if (this.bodies.get(path)?.digest !== digest) this.read({ path, knownDigest: null });
    const body = this.bodies.get(path);
    return body?.digest === digest ? fillSegments(body.segments, fills) : null;
  }
}
