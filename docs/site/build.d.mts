/** What tests use of build.mjs. */
export function assembleManual(folder: string): void;
export function resolveLinks(text: string, folder?: string): string;
export function listProblems(
  text: string,
): { code: string; severity: string; message: string; body: string }[];
export function listVersions(changelog: string): { version: string; date: string; text: string }[];
