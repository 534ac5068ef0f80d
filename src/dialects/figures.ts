/**
 * Numbered figures, as in pandoc-crossref and Quarto: `![A hill](hill.jpg){#fig:hill}`, alone in its paragraph, gets a
 * number in its caption, and `@fig:hill` becomes a link to it. Pure.
 */
import { passParts } from '../markdown/edits.ts';
import { fillText, type Texts } from '../text/texts.ts';
import type { DialectContext, DialectScan } from './dialect.ts';

const FIGURE =
  /(?<=(?:^|\n[ \t>]*\n)[ >]{0,9})!\[(?:[^\]\n]|\](?![([]))*\](?:\((?:[^()\n]|\([^()\n]*\))*\)|\[[^\]\n]*\])(?<list>\{[^{}\n]*\})[ \t]*(?=\n[ \t>]*(?:\n|$)|$)/g;
const ID = /[{\s](?:#|id=["']?)(fig[:-][\w:-]+)/;
/** `@fig:hill`, `-@fig:hill` for the number alone, or `Plate @fig:hill` for another word before the number. */
const REFERENCE = /^\s*(?:(?<word>[^@]*[^@\s])[ \t])?(?<bare>-?)@(?<id>fig[:-][\w:-]*\w)$/;

/** Numbers the figures of a Markdown body; returns the numbers by id. */
export function numberFigures(
  body: string,
  { format, listParts }: DialectContext,
): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  if (format !== 'markdown' || !/[{\s](?:#|id=["']?)fig[:-]/.test(body)) return numbers;
  const others = listParts(body).filter(({ type }) => type === 'code' || type === 'html');
  const nextPart = passParts(others);
  for (const { groups, index } of body.matchAll(FIGURE)) {
    const [, id] = ID.exec(groups?.list ?? '') ?? [];
    const isText = (nextPart(index)?.start ?? body.length) > index;
    if (id !== undefined && isText && !numbers.has(id)) numbers.set(id, numbers.size + 1);
  }
  return numbers;
}

/** Writes the label of the figure with this attribute list; undefined for any other picture. */
export function labelFigure(list: string, { figures, texts }: DialectScan): string | undefined {
  const number = figures.get(ID.exec(list)?.[1] ?? '');
  return number === undefined ? undefined : writeLabel(number, texts);
}

/** Writes references to figures as links, such as `@fig:a` or `[@fig:a; @fig:b]`; null if there is no such figure. */
export function linkFigures(written: string, { figures, texts }: DialectScan): string | null {
  const links: string[] = [];
  for (const each of written.replace(/^\[|\]$/g, '').split(';')) {
    const { word, bare, id = '' } = REFERENCE.exec(each)?.groups ?? {};
    const number = figures.get(id);
    if (number === undefined) return null;
    const named = word === undefined ? writeLabel(number, texts) : `${word}\u00a0${number}`;
    links.push(`[${bare === '-' ? number : named}](#${id})`);
  }
  return links.join(', ');
}

/** The spaces are no-break spaces, because a number must not begin a line. */
function writeLabel(number: number, { figure }: Texts): string {
  return fillText(figure, { number: String(number) }).replaceAll(' ', '\u00a0');
}
