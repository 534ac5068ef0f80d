/**
 * The files besides code that a template can import: `.csv` as rows, `.yaml` as its value, `.txt` as a text and `.svg` as
 * a component. Pure. esbuild itself reads `.json`.
 */
import { extname } from 'node:path';
import type * as esbuild from 'esbuild';
import { toData } from '../essays/values.ts';
import { type ParserNotes, parseYaml } from '../essays/yaml.ts';
import { type Place, placeAt } from '../problems/problems.ts';
import { decodeSource } from '../text/text.ts';
import { readCsv } from './csv.ts';
import { DataFault } from './data-fault.ts';
import { writeComponent } from './svg-component.ts';

/** Writes the module that stands for a file, from its text; throws a `DataFault`. */
type WriteModule = (text: string, file: string) => string;

const KINDS: Readonly<Record<string, WriteModule>> = {
  '.csv': (text) => writeValue(readCsv(text)),
  '.yaml': (text) => writeValue(readYaml(text)),
  '.yml': (text) => writeValue(readYaml(text)),
  '.txt': writeValue,
  '.svg': writeComponent,
};

/** Compiles a file that isn't code; the errors are at their lines. */
export function compileData(file: string, bytes: Uint8Array): esbuild.OnLoadResult {
  const { text, problems } = decodeSource({ path: file, bytes });
  const errors = problems.map((each) => describe(file, each.message, each.hint ?? '', each));
  if (errors.length > 0) return { errors };
  try {
    const write = KINDS[extname(file)] ?? writeValue;
    return { contents: write(text, file), loader: 'js' };
  } catch (error) {
    if (!(error instanceof DataFault)) throw error;
    const place = placeAt(file, text, error.offset);
    return { errors: [describe(file, error.message, error.hint, place)] };
  }
}

/** Describes a mistake to esbuild, which passes the hint on in `detail`. */
function describe(
  file: string,
  text: string,
  hint: string,
  { line, column, excerpt }: Pick<Place, 'line' | 'column' | 'excerpt'>,
): esbuild.PartialMessage {
  const location = {
    file,
    line: line ?? 1,
    column: (column ?? 1) - 1,
    lineText: excerpt ?? '',
  };
  return { text, location, detail: { hint } };
}

function writeValue(value: unknown): string {
  return `export default ${JSON.stringify(value)};`;
}

function readYaml(text: string): unknown {
  const notes: ParserNotes = { damages: [], repeats: [] };
  const tree = parseYaml(text, notes);
  if (tree?.kind === 'fault') throw new DataFault(tree.message, tree.hint, tree.offset);
  const [repeated] = notes.repeats;
  if (repeated !== undefined) {
    const message = `\`${repeated.name}\` occurs twice`;
    throw new DataFault(message, 'Remove one of them, or rename it.', repeated.offset);
  }
  return tree && toData(tree, text);
}
