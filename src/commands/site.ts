/**
 * The site that a command works on: its settings, its essays' parser, the files that the author names, and
 * previews of it.
 */
import { join, relative, resolve, sep } from 'node:path';
import { build } from '../build.ts';
import { parseConfig, type SiteConfig } from '../content/config.ts';
import { type EssayParser, pickParserConfig } from '../content/essay.ts';
import { findStats } from '../content/file-state.ts';
import { readOptional } from '../content/files.ts';
import { loadMarkdownEngine } from '../content/markdown.ts';
import { CONFIG_PATH } from '../content/paths.ts';
import { checkRoot, findMissing } from '../content/site-root.ts';
import type { Problem } from '../problems.ts';
import { listComponents } from '../render/template-files.ts';
import * as report from '../report.ts';
import type { BuildListener, BuildRequest } from '../stages.ts';

/** Reads the settings; defaults stand for those that are missing or faulty. */
export function readConfig(root: string): SiteConfig {
  return parseConfig(readOptional(root, CONFIG_PATH).value).value;
}

/** Makes the parser of the site's essays and pages. */
export async function loadParser(
  site: Pick<BuildRequest, 'root' | 'packageRoot'>,
  config: SiteConfig,
): Promise<EssayParser> {
  const components = listComponents(site, 'marks');
  return { config: pickParserConfig(config, components), markdown: await loadMarkdownEngine() };
}

/** Tells why there is no site in a folder; false where there is one, with or without settings. */
export function tellNoSite(root: string, terminal: report.Terminal): boolean {
  const missing = [...checkRoot(root), ...findMissing(root)];
  const refused = missing.filter(({ code }) => code !== 'config-missing').slice(0, 1);
  if (refused.length > 0) report.tellProblems(refused, terminal);
  return refused.length > 0;
}

/** Tells that there is no built site where one of its files is missing; false where it is there. */
export function tellNotBuilt(file: string, outDir: string, terminal: report.Terminal): boolean {
  const isMissing = findStats(join(outDir, file)) === null;
  const message = `there is no built site in ${relative('', outDir) || '.'}`;
  if (isMissing) report.refuse(message, 'Run blog build first.', terminal);
  return isMissing;
}

/** The path, from the site's root, of a file named from the working directory; empty for the root itself. */
export function toPath(root: string, file: string): string {
  return relative(root, resolve(file)).split(sep).join('/');
}

/** The problems of some files and folders, named from the working directory; none means the whole site. */
export function selectProblems(
  problems: readonly Problem[],
  root: string,
  files: readonly string[],
): Problem[] {
  const paths = files.map((file) => toPath(root, file));
  return problems.filter(({ file }) => {
    const isNamed = (path: string) => path === '' || `${file}/`.startsWith(`${path}/`);
    return paths.length === 0 || paths.some(isNamed);
  });
}

/** Waits for the errors that templates throw after they have returned, and takes them. */
export type TakeErrors = NonNullable<BuildListener['takeLateErrors']>;

/** Builds the site without writing it; returns its problems. `onPreview` takes what the build would change. */
export async function previewSite(
  request: BuildRequest,
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
  onPreview: NonNullable<BuildListener['onPreview']> = () => {},
): Promise<readonly Problem[]> {
  const bar = new report.ProgressBar(terminal);
  const onProgress = bar.show.bind(bar);
  const listener = { onProgress, onPage() {}, takeLateErrors, onPreview };
  const { problems } = await build(request, listener);
  bar.clear();
  return problems;
}
