/**
 * The `.yaml` files that a template imports: the text → a module with its value. Pure. esbuild itself reads `.json` and
 * `.txt`.
 */
import type * as esbuild from 'esbuild';
import { toData } from '../essays/values.ts';
import { parseYaml } from '../essays/yaml.ts';
import { placeAt } from '../problems/problems.ts';
import { decodeSource } from '../text/text.ts';

/** Compiles a file; a mistake becomes an error at its line, with a hint in `detail`. */
export function compileYaml(file: string, bytes: Uint8Array): esbuild.OnLoadResult {
  const { text } = decodeSource({ path: file, bytes });
  const { root: tree, repeats } = parseYaml(text);
  if (tree?.kind === 'fault') return fail(file, text, tree);
  const [repeated] = repeats;
  if (repeated !== undefined) {
    const message = `\`${repeated.name}\` occurs twice`;
    const hint = 'Remove one of them, or rename it.';
    return fail(file, text, { message, hint, offset: repeated.offset });
  }
  const value = tree && toData(tree, text);
  return { contents: `export default ${JSON.stringify(value)};`, loader: 'js' };
}

function fail(
  file: string,
  text: string,
  { message, hint, offset }: { message: string; hint: string; offset: number },
): esbuild.OnLoadResult {
  const { line, column, excerpt } = placeAt(file, text, offset);
  const at = { line: line ?? 1, column: (column ?? 1) - 1, lineText: excerpt ?? '' };
  return { errors: [{ text: message, location: { file, ...at }, detail: { hint } }] };
}
