/**
 * The signs of other programs' syntax, which a build doesn't read: each row says where readers would see it, what a
 * problem calls it, and what to write instead. `blog fix` translates most of them (`translate/`). Pure.
 */

import type { SignRow } from './sign-row.ts';
import { REPORTED_SIGNS } from './signs-reported.ts';
import { TRANSLATED_SIGNS } from './signs-translated.ts';

export interface ForeignSign extends Omit<SignRow, 'sign'> {
  readonly sign: RegExp;
  /** True if `blog fix` can write it. */
  readonly translated: boolean;
}

export const FOREIGN_SIGNS: readonly ForeignSign[] = [
  ...TRANSLATED_SIGNS.map((row) => ({ ...row, sign: new RegExp(row.sign), translated: true })),
  ...REPORTED_SIGNS.map((row) => ({ ...row, sign: new RegExp(row.sign), translated: false })),
];

/** The first character of a sign. */
const FIRST = /^\\?./;
/** Signs that begin with a frequent character. */
const FREQUENT = /^(?:\\n|\\\[|[:=])/;

const SIGNS = [...TRANSLATED_SIGNS, ...REPORTED_SIGNS].map(({ sign }) => sign);
/** Two patterns, because V8 skips text quickly only where few different characters can begin a match. */
const ANY_SIGN = [
  joinSigns(SIGNS.filter((sign) => !FREQUENT.test(sign))),
  joinSigns(SIGNS.filter((sign) => FREQUENT.test(sign))),
] as const;

/** Joins signs; those with the same first character share it, so that it is looked for once. */
function joinSigns(signs: readonly string[]): RegExp {
  const firsts = new Set(signs.map((sign) => FIRST.exec(sign)?.[0] ?? ''));
  const groups = Array.from(firsts, (first) => {
    const group = signs.filter((sign) => FIRST.exec(sign)?.[0] === first);
    return `${first}(?:${group.map((sign) => sign.slice(first.length)).join('|')})`;
  });
  return new RegExp(groups.join('|'));
}

/** True for a body that has a sign somewhere, perhaps in code. */
export function hasForeignSign(body: string): boolean {
  // Signs at the start of a line begin with the line end before it.
  const lines = `\n${body}`;
  return ANY_SIGN.some((signs) => signs.test(lines));
}
