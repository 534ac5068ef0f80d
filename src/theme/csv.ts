/**
 * CSV as spreadsheets write it (RFC 4180): the rows as objects, by the names in the first row. Pure.
 *
 * Cells are separated by commas, or by semicolons or tabs if the first row has no commas. All values are strings, and
 * lines without any cells are skipped.
 */
import { DataFault } from './data-fault.ts';

/** A row by the names of its columns. */
export type CsvRow = Readonly<Record<string, string>>;

/** A row as it was read, and where it begins. */
interface Row {
  readonly cells: readonly string[];
  readonly offset: number;
}

/** Reads the rows below the first one; throws the first fault. The text must end its lines with `\n`. */
export function readCsv(text: string): CsvRow[] {
  const [head, ...rows] = readRows(text);
  if (head === undefined) throw new DataFault('This file is empty', NAMES, 0);
  const names = head.cells.map((name) => name.trim());
  for (const [at, name] of names.entries()) {
    if (name === '') throw new DataFault(`Column ${at + 1} has no name`, NAMES, head.offset);
    const isRepeated = names.indexOf(name) !== at;
    if (isRepeated) throw new DataFault(`Two columns are named \`${name}\``, NAMES, head.offset);
  }
  return rows.map(({ cells, offset }) => {
    if (cells.length === names.length) {
      return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
    }
    const message = `This row has ${count(cells)}, but the first row has ${names.length}`;
    throw new DataFault(message, QUOTE, offset);
  });
}

const NAMES = 'Give each column a different name in the first row.';
const QUOTE = 'Put quotes around a cell that contains a separator: `"Rome, Italy"`.';
const DOUBLE = 'Double the quotes inside a quoted cell: `"the ""best"" one"`.';

function count({ length }: readonly string[]): string {
  return length === 1 ? '1 cell' : `${length} cells`;
}

function readRows(text: string): Row[] {
  const [first = ''] = text.split('\n', 1);
  const separator = [',', ';', '\t'].find((each) => first.includes(each)) ?? ',';
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\n${separator}][^\\n${separator}]*)|)`, 'y');
  const rows: Row[] = [];
  for (let at = 0; at < text.length; ) {
    const offset = at;
    const cells: string[] = [];
    let end = separator;
    while (end === separator) {
      cell.lastIndex = at;
      const [written = '', quoted, plain = ''] = cell.exec(text) ?? [];
      cells.push(quoted?.replaceAll('""', '"') ?? plain);
      at += written.length;
      end = text[at] ?? '\n';
      if (end !== separator && end !== '\n') {
        const isOpen = written === '';
        const message = isOpen
          ? 'A quoted cell is never closed'
          : 'Text follows the end of a quoted cell';
        throw new DataFault(message, DOUBLE, at);
      }
      at++;
    }
    const isBlank = cells.length === 1 && cells[0]?.trim() === '';
    if (!isBlank) rows.push({ cells, offset });
  }
  return rows;
}
