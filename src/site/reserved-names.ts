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

/** Makes a problem for each published file with such a name. */
export function findReservedNames(outputs: Iterable<NamedOutput>): Problem[] {
  return [...outputs].flatMap(({ outputPath, place, source }) => {
    const name = outputPath.split('/').find((each) => isReserved(each) || FORBIDDEN.test(each));
    if (name === undefined) return [];
    const message = `Windows can't open out/${outputPath}, because no file can be called \`${name}\` there`;
    const hint = 'Change the name if you publish from Windows; hosts serve it all the same.';
    return makeProblem('name-reserved', place ?? wholeFile(source), message, hint);
  });
}
