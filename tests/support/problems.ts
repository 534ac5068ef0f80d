import type { Problem } from '../../src/problems.ts';

/** Problems in short, a line each: `code line:column message → hint`. */
export function inShort(problems: readonly Problem[]): string[] {
  return problems.map(
    ({ code, line, column, message, hint }) => `${code} ${line}:${column} ${message} → ${hint}`,
  );
}
