/**
 * Attempt: works on one post, so that a post that can't be read doesn't stop the import of the others.
 */
import { addCount, addNote } from './counts.ts';
import type { SourceFacts } from './facts.ts';
import { ImportFault, TOO_DEEP } from './input.ts';

/**
 * Returns what `work` makes of a post. If it throws, the post is left out, the report names it by `name`, and the
 * result is null. A fault of the whole export, and a disk that can't be read or written, still stop the import.
 */
export async function attemptPost<Value>(
  name: string,
  report: Pick<SourceFacts, 'leftOut' | 'notes'>,
  work: () => Value | Promise<Value>,
): Promise<Value | null> {
  try {
    return await work();
  } catch (error) {
    const { syscall, code, message } = error as NodeJS.ErrnoException;
    // The name is made from the post, so another post can still be written.
    const isOfDisk = syscall !== undefined && code !== 'ENAMETOOLONG';
    if ((error instanceof ImportFault && error !== TOO_DEEP) || isOfDisk) throw error;
    addCount(report.leftOut, "posts that can't be read");
    addNote(report, "posts that can't be read, and were left out", `${name}: ${message}`);
    return null;
  }
}
