/**
 * Functions that commands share: they read a site's settings, make its parser, resolve the files that the author
 * names, and build previews.
 */

import { join, relative, resolve, sep } from 'node:path';
import { build } from '../build/build.ts';
import type { BuildRequest } from '../build/request.ts';
import type { BuildListener } from '../build/stage-values.ts';
import { parseConfig, type SiteConfig } from '../essays/config.ts';
import { type EssayParser, pickParserConfig } from '../essays/essay-body.ts';
import { readOptional } from '../essays/files.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { checkRoot, findMissing } from '../essays/site-root.ts';
import { findStats, withRealCase } from '../files/file-state.ts';
import { loadMarkdownEngine } from '../markdown/engine.ts';
import type { Problem } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { listComponents } from '../theme/template-files.ts';
import { findTheme } from '../theme/themes.ts';
import { ProgressBar } from './report.ts';

/** Reads the settings, with defaults for those that are missing or invalid. */
export function readConfig(root: string): SiteConfig {
  return parseConfig(readOptional(root, CONFIG_PATH).value).value;
}

/** Reads the settings, and makes the parser of the site's essays and pages. */
export async function loadParser(request: BuildRequest) {
  const config = readConfig(request.root);
  const { value: theme } = findTheme(config.theme, request);
  const own = pickParserConfig(config, listComponents({ ...request, theme }, 'shortcodes'));
  const parser: EssayParser = { config: own, markdown: await loadMarkdownEngine() };
  return { config, parser };
}

/** Returns true, and prints why, if a folder is not a site. A site may lack settings. */
export function tellNoSite(root: string, terminal: report.Terminal): boolean {
  const missing = [...checkRoot(root), ...findMissing(root)];
  const refused = missing.filter(({ code }) => code !== 'config-missing').slice(0, 1);
  if (refused.length > 0) report.tellProblems(refused, terminal);
  return refused.length > 0;
}

/** Returns true, and prints an error, if `file` is missing from the output folder, so that no site is built there. */
export function tellNotBuilt(file: string, outDir: string, terminal: report.Terminal): boolean {
  const isMissing = findStats(join(outDir, file)) === null;
  const message = `there is no built site in ${relative('', outDir) || '.'}`;
  if (isMissing) report.refuse(message, 'Run `blog build` first.', terminal);
  return isMissing;
}

/** The path from the site's root of a file given relative to the working directory; empty for the root itself. */
export function toPath(root: string, file: string): string {
  return relative(root, withRealCase(resolve(file)))
    .split(sep)
    .join('/');
}

/** Makes a test for paths in files and folders, relative to the working directory; null without any: all paths. */
export function makeSelection(root: string, files: readonly string[]) {
  const paths = files.map((file) => toPath(root, file));
  const isIn = (path: string, named: string) => named === '' || `${path}/`.startsWith(`${named}/`);
  return paths.length === 0 ? null : (path: string) => paths.some((named) => isIn(path, named));
}

/** Waits for errors that templates throw asynchronously, then returns and clears them. */
export type TakeErrors = NonNullable<BuildListener['takeLateErrors']>;

/**
 * Builds the site without writing it, and returns its problems; given `selects`, those of the files that it selects.
 * `onPreview` receives what the build would change; once it `isHurried`, no more pictures are scaled.
 */
export async function previewSite(
  request: BuildRequest,
  terminal: report.Terminal,
  takeLateErrors: TakeErrors,
  listening: Pick<BuildListener, 'onPreview' | 'selects' | 'isHurried'>,
): Promise<readonly Problem[]> {
  const bar = new ProgressBar(terminal);
  const onProgress = bar.show.bind(bar);
  const listener = { onProgress, takeLateErrors, onPreview() {}, ...listening };
  const { problems } = await build(request, listener);
  bar.clear();
  const { selects } = listening;
  return selects ? problems.filter(({ file }) => selects(file)) : problems;
}
