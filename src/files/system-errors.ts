/**
 * System errors in words. Pure.
 *
 * A file that can't be read becomes a reported problem; one that can't be written ends the command.
 */
const NO_PERMISSION = 'its permissions do not allow it';
const IN_USE = 'another program has it open';

/** True for the error code of a file that another program holds; on Windows, permissions may be the reason as well. */
export function mayBeInUse(code: string, platform = process.platform): boolean {
  return code === 'EBUSY' || (platform === 'win32' && ['EPERM', 'EACCES'].includes(code));
}

/** Explains the code of a common system error: `the disk is full`. */
export function explainCode(code: string, platform = process.platform): string | undefined {
  const isRight = code === 'EACCES' || code === 'EPERM';
  if (mayBeInUse(code, platform)) return isRight ? `${IN_USE}, or ${NO_PERMISSION}` : IN_USE;
  const reasons: Readonly<Record<string, string>> = {
    EACCES: NO_PERMISSION,
    EPERM: NO_PERMISSION,
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
    EDQUOT: 'your disk quota is used up',
    EIO: 'the disk reported an error',
    EISDIR: 'it is a folder',
    ENOENT: 'it, or a folder on its path, is missing',
    ENOTDIR: 'a file is where a folder on its path should be',
    ENAMETOOLONG: 'its name is too long',
    EMFILE: 'too many files are open',
    ENFILE: 'too many files are open',
    ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
  };
  return reasons[code];
}

/** Explains a common system error in words: `/site/out cannot be written: the disk is full`. */
export function explainRefusal(
  error: NodeJS.ErrnoException & { readonly dest?: string },
  platform = process.platform,
): string {
  const { code = '', syscall = '', message } = error;
  // Of a rename or a copy, `dest` is the place that matters; `path` is a file of the program's own.
  const file = error.dest ?? error.path;
  const reason = explainCode(code, platform);
  const verb = /stat|read|dir$/.test(syscall.replace('mkdir', '')) ? 'read' : 'written';
  const place = file && !message.includes(file) ? `${file}: ` : '';
  return reason ? `${file ?? 'A file'} cannot be ${verb}: ${reason} (${code})` : place + message;
}
