import type { Problem } from '../../src/problems.ts';

/** Problems in short, a line each: `code line:column message → hint`. */
export function inShort(problems: readonly Problem[]): string[] {
  return problems.map(
    ({ code, line, column, message, hint }) => `${code} ${line}:${column} ${message} → ${hint}`,
  );
}

/** Problems with their places, a line each: `code file:line:column message`. */
export function withPlaces(problems: readonly Problem[]): string[] {
  return problems.map(({ code, file, line, column, message }) => {
    const place = [file, line, column].filter((part) => part !== null).join(':');
    return `${code} ${place} ${message}`;
  });
}
