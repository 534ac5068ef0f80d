/**
 * Whole HTML documents, such as pages that were written by hand or saved from another site. Pure.
 */
import {
  type Dialect,
  type DialectScan,
  findClosing,
  HTML,
  inAnyCase,
  type Match,
  type Step,
} from './dialect.ts';

export const htmlDocument: Dialect = {
  name: 'HTML document',
  signs: [`<${inAnyCase('head')}[\\s>]`],
  syntaxes: [{ starts: '<', formats: HTML, pattern: /<head(?=[\s>])/iy, translate: skipHead }],
};

/** Leaves out the head, which describes a page of another site. Its title is the essay's if nothing else is. */
function skipHead({ start }: Match, scan: DialectScan): Step | null {
  const { body, readKey } = scan.source;
  const closing = findClosing('</head\\b|<body\\b', start, scan);
  if (closing === null) return null;
  const head = body.slice(start, closing.start);
  if (/<(?:style|script|link)\b/i.test(head)) {
    const message = 'The head of an HTML page is left out, and its styles and scripts with it';
    const hint = 'If the essay needs them, write them below the head.';
    scan.foreign.push({ code: 'markup-foreign', message, hint, at: start });
  }
  const title = /<title\b[^>]{0,200}>([^<]+)/i.exec(head)?.[1]?.trim() ?? '';
  // Only the first head has a place near the beginning, so the body is searched a few times at most.
  const mayBeTitle = start < 1000 && title !== '' && readKey('title') === undefined;
  const isNeeded = mayBeTitle && !/<h[1-6]\b/i.test(body);
  return { end: closing.start, text: isNeeded ? `<h1>${title}</h1>` : '' };
}
