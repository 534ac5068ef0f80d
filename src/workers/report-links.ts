/**
 * Broken links → problems at their places, for which their files are read once more: an edge.
 *
 * Most sites have few, but an old blog can have thousands; what was found out about the links of one
 * file holds until the file or one of them changes.
 */
import type { ParsedEssay } from '../content/essay.ts';
import { digest } from '../content/fingerprint.ts';
import { loadMarkdownEngine } from '../content/markdown.ts';
import { readFile } from '../content/read.ts';
import type { ContentMemory } from '../output/content-memory.ts';
import type { Problem } from '../problems.ts';
import { describeBrokenLinks, groupBySource } from '../site/broken-links.ts';
import type { PlacedLink } from '../site/links.ts';

/** Describes the links, each in its file; keeps in `memory` what is new. */
export async function reportBrokenLinks(
  links: readonly PlacedLink[],
  root: string,
  essays: readonly ParsedEssay[],
  memory: ContentMemory,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  if (links.length === 0) return problems;
  const formats = new Map(essays.map(({ path, format }) => [path, format]));
  for (const [source, group] of groupBySource(links)) {
    const known = memory.essay(source);
    const key = digest(JSON.stringify(group));
    if (known?.brokenLinks?.key === key) {
      problems.push(...known.brokenLinks.problems);
      continue;
    }
    const { value: file } = readFile(root, source);
    // A file that is gone by now has no places to show; the next build looks again.
    if (file === null) continue;
    const format = formats.get(source) ?? 'markdown';
    const markdown = await loadMarkdownEngine();
    const described = describeBrokenLinks(group, file, format, markdown);
    problems.push(...described);
    const brokenLinks = { key, problems: described };
    if (known !== null) memory.keepEssay(source, { ...known, brokenLinks });
  }
  return problems;
}
