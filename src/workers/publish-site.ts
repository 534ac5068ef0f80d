/**
 * The site → what stands in the output folder: plan → render → commit.
 *
 * Everything is rendered before anything is put in its place, and with one error nothing is.
 */
import type { BuildRequest, LastBuild } from '../build-request.ts';
import { PUBLIC_FOLDER } from '../content/paths.ts';
import { type ContentFiles, readFile } from '../content/read.ts';
import { type Commit, OutputFolder } from '../output/commit.ts';
import { outputFailed } from '../output/output-failed.ts';
import { VariantPacks } from '../output/variant-packs.ts';
import { hasErrors, type Problem } from '../problems.ts';
import { removeOtherCards } from '../render/draw-cards.ts';
import { describeFeeds, planOutputs } from '../render/output-files.ts';
import type { PreparedTemplates } from '../render/templates.ts';
import { findMissingAnchors } from '../site/broken-links.ts';
import { HEADERS_OUTPUT, REDIRECTS_OUTPUT } from '../site/urls.ts';
import type { StageWatch } from '../stage-watch.ts';
import { describeBasis } from './build-basis.ts';
import type { Crew } from './crew.ts';
import type { FileKeys } from './file-keys.ts';
import { makeOutputs } from './make-outputs.ts';
import { type ReadSite, reportLinks } from './read-site.ts';

/** Renders what is new, and puts it in its place if there is no error. */
export async function publishSite(
  read: ReadSite,
  templates: PreparedTemplates,
  files: FileKeys,
  crew: Crew,
  request: BuildRequest,
  last: LastBuild,
  watch: StageWatch,
): Promise<{ commit: Commit | null; problems: readonly Problem[] }> {
  const { derived, content } = read;
  const outputs = planOutputs(derived.value, {
    program: request.program,
    templates: templates.digest,
    assets: templates.assets,
    cards: templates.card,
    ownRedirects: readOwn(REDIRECTS_OUTPUT, request.root, content),
    ownHeaders: readOwn(HEADERS_OUTPUT, request.root, content),
    keyOfFile: (path) => files.keyOf(path),
    readVariant: ({ pack, variant }) => new VariantPacks(request.cacheDir).read(pack, variant),
  });
  let problems = [...read.problems, ...outputs.problems];
  const opened = OutputFolder.open(request, last.known, !hasErrors(problems, request.isStrict));
  if (opened.value === null) return { commit: null, problems: [...problems, opened.problem] };
  const folder = opened.value;
  try {
    const toMake = folder.inspect(outputs.value, last.isOutputWhole);
    watch.end('plan');
    const workshop = { crew, threads: request.threads, templates, folder, request };
    const thrown = await makeOutputs(outputs.value, toMake, workshop, request.onPage);
    watch.end('render');
    // A build that stops has not written the pages in which they would be looked for.
    const stops = hasErrors([...problems, ...thrown], request.isStrict);
    const open = stops ? [] : derived.openLinks;
    const missing = findMissingAnchors(open, (path) => folder.readPage(path));
    const links = await reportLinks([...derived.brokenLinks, ...missing], read, request.root);
    problems = [...problems, ...thrown, ...links];
    watch.end('links');
    if (hasErrors(problems, request.isStrict)) return { commit: null, problems };

    const committed = folder.commit();
    problems = [...problems, ...committed.problems];
    watch.end('commit');
    if (hasErrors(committed.problems)) return { commit: null, problems };
    const cards = outputs.value.filter(({ kind }) => kind === 'card');
    removeOtherCards(request.cacheDir, new Set(cards.map(({ key }) => key)));
    // What is said of foreign files is said once, and what pictures lack may come with the next
    // installation, so these results do not stand for the next build.
    const lacksSharp = problems.some(({ code }) => code === 'images-unscaled');
    const isLasting = committed.problems.length === 0 && !lacksSharp;
    folder.remember(
      isLasting
        ? {
            ...describeBasis(request, read, files, templates, folder, problems, last.asked),
            feeds: describeFeeds(outputs.value),
          }
        : null,
    );
    return { commit: committed.value, problems };
  } catch (error) {
    return { commit: null, problems: [...problems, outputFailed(error, request.outDir)] };
  } finally {
    folder.close();
  }
}

/** The text of a file of the author's own that ours is added to. */
function readOwn(name: string, root: string, files: ContentFiles): string {
  const path = `${PUBLIC_FOLDER}/${name}`;
  if (!files.publicFiles.includes(path)) return '';
  return Buffer.from(readFile(root, path).value?.bytes ?? []).toString('utf8');
}
