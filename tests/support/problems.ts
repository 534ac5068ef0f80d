import { expect } from 'vitest';
import { type Problem, severityOfCode } from '../../src/problems/problems.ts';

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

/** Problems with their places and hints, a line each: `code file:line:column message → hint`. */
export function inFull(problems: readonly Problem[]): string[] {
  return withPlaces(problems).map((each, index) => `${each} → ${problems[index]?.hint}`);
}

/** Expects the code's severity, whole sentences, the line at its place and, above a notice, a hint. */
export function expectWellTold({ code, severity, message, hint, line, excerpt }: Problem): void {
  // The problems of a text that isn't published are notices.
  expect([severityOfCode[code], 'notice']).toContain(severity);
  expect(message).toMatch(/^\S.*\S$/s);
  if (line !== null) expect(excerpt).not.toBeNull();
  // A hint may end with what to write.
  if (severity !== 'notice') expect(hint).toMatch(/[.?'"]$/);
}
