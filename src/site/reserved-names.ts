/**
 * Names of files that Windows reserves for devices or changes: which derived slugs avoid them, and the notices for
 * published files that have them all the same. Pure.
 *
 * https://learn.microsoft.com/windows/win32/fileio/naming-a-file
 */
import { makeProblem, type Place, type Problem, wholeFile } from '../problems/problems.ts';

/** A file of out/, and where the author asks for it. */
interface NamedOutput {
  readonly outputPath: string;
  readonly source: string;
  readonly place: Place | null;
}

const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[1-9¹²³])(?:\.|$)/i;

/** Characters that no name can have there. */
const FORBIDDEN = /[<>:"|?*]/;

/** True for a name that Windows takes for a device, whatever its extension, or whose end it drops. */
export function isReserved(name: string): boolean {
  return DEVICE.test(name) || /[. ]$/.test(name);
}

/**
 * Makes a problem for each published file with such a name. `sourceOfTag` finds a file with the tag whose page has an
 * output path; null for any other output.
 */
export function findReservedNames(
  outputs: Iterable<NamedOutput>,
  sourceOfTag: (outputPath: string) => string | null,
): Problem[] {
  const problems = new Map<string, Problem>();
  for (const { outputPath, place, source } of outputs) {
    const names = outputPath.split('/');
    const name = names.find(isReserved) ?? names.find((each) => FORBIDDEN.test(each));
    if (name === undefined) continue;
    // The page and the feed of a tag have one name.
    const key = outputPath.replace(/\.(?:html|xml)$/, '');
    const [sign] = isReserved(name) ? [] : (FORBIDDEN.exec(name) ?? []);
    const why = sign ? `no name may have \`${sign}\` there` : `it reserves the name \`${name}\``;
    const message = `Windows can't open out/${outputPath}, because ${why}`;
    const hint = 'Change the name if you publish from Windows; hosts serve it all the same.';
    const where = place ?? wholeFile(sourceOfTag(outputPath) ?? source);
    if (!problems.has(key)) problems.set(key, makeProblem('name-reserved', where, message, hint));
  }
  return [...problems.values()];
}
