/**
 * Pelican: `{filename}`, `{static}` and `{attach}` before the path of a linked file. Pure.
 */
import { ALL_FORMATS, type Dialect, editMatches } from './dialect.ts';

const SIGN = /(?<=\]\(<?|\]: <?|=["']?)\{(?:filename|static|attach)\}/g;

export const pelican: Dialect = {
  name: 'Pelican',
  formats: ALL_FORMATS,
  sign: new RegExp(SIGN.source),
  translate: (body) => ({ edits: editMatches(body, SIGN, () => ''), left: [] }),
};
