/**
 * Runs `blog check --live`: reads the sitemap of the published site, and lists the addresses that the built
 * site in the output folder does not have.
 *
 * Uses the network only to read sitemaps of the host that site.yaml names (`dev/sitemaps.ts`).
 */
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { readPublished, UnreadableSitemap } from '../dev/sitemaps.ts';
import { parseConfig } from '../essays/config.ts';
import { readOptional } from '../essays/files.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { findMissing } from '../essays/site-root.ts';
import { readOwnFile } from '../files/file-state.ts';
import { hidePasswords, showControls } from '../problems/problems.ts';
import * as report from '../problems/report.ts';
import { makeAnswers } from '../render/answers.ts';
import { HOME_OUTPUT, makeSiteUrls, REDIRECTS_OUTPUT, SITEMAP_OUTPUT } from '../site/urls.ts';
import { decodePercent } from '../text/text.ts';
import { tellNotBuilt } from './site.ts';

/**
 * Compares the published site with the one in `outDir`. Returns the exit code: 1 if addresses would be gone, 2 if
 * the sites could not be compared.
 */
export async function runLive(
  root: string,
  outDir: string,
  terminal: report.Terminal,
): Promise<0 | 1 | 2> {
  const { paint } = terminal;
  if (tellNotBuilt(HOME_OUTPUT, outDir, terminal)) return 2;
  const settings = readOptional(root, CONFIG_PATH);
  const { value, problems } = parseConfig(settings.value);
  const found = [...findMissing(root), ...settings.problems, ...problems];
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    report.tellProblems(errors, terminal);
    return 2;
  }
  let published: string[];
  try {
    const home = new URL(`${value.url}/`);
    published = await readPublished(new URL(SITEMAP_OUTPUT, home), home);
  } catch (thrown) {
    if (!(thrown instanceof UnreadableSitemap)) throw thrown;
    const hint = 'Is the site published at the `url` of content/site.yaml, with a sitemap.xml?';
    report.refuse(hidePasswords(showControls(thrown.message)), hint, terminal);
    return 2;
  }
  const redirects = readOwnFile(join(outDir, REDIRECTS_OUTPUT))?.toString() ?? '';
  const answers = makeAnswers(listFiles(outDir), redirects, makeSiteUrls(value.url).base);
  const gone = published.filter((path) => !answers(path));
  const pages = report.count(published.length, 'published page');
  const hint = 'Name each in `aliases` of the essay that takes its place, or in `redirects`.';
  const lines =
    gone.length === 0
      ? [
          `${paint('green', '✓')} ${pages} at ${hidePasswords(value.url)}, and the built site has them all`,
        ]
      : [
          ...gone.map((path) => `  ${showControls(decodePercent(path))}`),
          `${paint('red', '✗')} ${paint('bold', `${gone.length} of ${pages} would be gone`)}`,
          `  ${paint('green', '→')} ${hint}`,
        ];
  terminal.write(`${lines.join('\n')}\n`);
  return gone.length === 0 ? 0 : 1;
}

/** Lists the files in a folder, with "/". */
function listFiles(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return paths.map((path) => path.split(sep).join('/'));
}
