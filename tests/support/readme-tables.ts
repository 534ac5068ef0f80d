/**
 * The README's tables of keys, from the rows that `src/` reads them by.
 */
import type { Row, Table } from '../../src/content/values.ts';

/** A table of Markdown: each key with its other names, its documentation, and what it is without a value. */
export function tableOfKeys(table: Table, heading: string): string {
  const lines = Object.entries(table).map(([name, row]) => {
    const names = (row.also ?? []).map((each) => `\`${each}\``).join(', ');
    return [`\`${name}\`${names && ` (also ${names})`}`, row.doc, describeDefault(row)];
  });
  const rows = [['Key', 'What it says', heading], ['---', '---', '---'], ...lines];
  return rows.map((cells) => `| ${cells.join(' | ')} |`.replace('|  |', '| |')).join('\n');
}

function describeDefault({ isRequired, without, default: value }: Row): string {
  if (isRequired) return 'required';
  if (without !== undefined || value === '') return without ?? 'empty';
  return typeof value === 'object' || value === undefined ? '' : `\`${value}\``;
}
