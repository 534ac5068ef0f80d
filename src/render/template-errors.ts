/**
 * Errors of templates → problems at the template's own line: those that the compiler finds, and those
 * that a template throws, mapped back through the source maps of the compiled scripts.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { resolve } from 'node:path';
import { format } from 'node:util';
import type { Message } from 'esbuild';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems.ts';
import { locateSource, nameSource, showSource, type TemplateFolders } from './template-files.ts';

/** The namespace of the two files that only gather templates for the compiler. */
export const ENTRIES = 'template-entries';

/** A thrown error as plain data. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** An error that a template threw, and the page or card that was not made for it. */
export interface FailedOutput {
  readonly error: ThrownError;
  /** The template's file, for what is thrown without a stack. */
  readonly template: string;
  /** "rendering /blog/x". */
  readonly doing: string;
  readonly made: 'page' | 'card';
}

/** Reads the source map of a compiled script. */
export type ReadSourceMap = (script: string) => string;

/** Describes what was thrown. Anything can be thrown. */
export function describeThrown(thrown: unknown): ThrownError {
  const error = thrown instanceof Error ? thrown : new Error(format('%s', thrown));
  return { name: error.name, message: error.message, stack: error.stack ?? '' };
}

/** One problem for each error, with the number of pages or cards that it kept away. */
export function describeFailures(
  failures: readonly FailedOutput[],
  folders: TemplateFolders,
  readSourceMap: ReadSourceMap,
): Problem[] {
  const groups = new Map<string, { readonly first: FailedOutput; count: number }>();
  for (const failure of failures) {
    const { error, template, made } = failure;
    // The same error, if it was thrown at the same place (the first lines of a stack are the message
    // and that place) or by the same template: where the stack overflows, the place is any.
    const length = error.message.split('\n').length + 1;
    const place = error.stack.split('\n').slice(0, length).join('\n');
    const keys = [`${made}\n${place || error.message}`, `${made}\n${template}\n${error.message}`];
    const known = keys.flatMap((key) => groups.get(key) ?? [])[0];
    if (known !== undefined) known.count++;
    else {
      const group = { first: failure, count: 1 };
      for (const key of keys) groups.set(key, group);
    }
  }
  return [...new Set(groups.values())].map(({ first, count }) => {
    const { made } = first;
    const problem = templateThrew(first, folders, readSourceMap);
    if (count === 1) return problem;
    const others = count === 2 ? `one more ${made}` : `${count - 1} more ${made}s`;
    return { ...problem, message: `${problem.message} (and for ${others})` };
  });
}

function templateThrew(
  { error, doing, template }: FailedOutput,
  folders: TemplateFolders,
  readSourceMap: ReadSourceMap,
): Problem {
  const frames = mapStack(error.stack, folders, readSourceMap);
  const message = `${error.name} while ${doing}: ${error.message}`;
  const stack = frames.map(({ name, place: { file, line, column } }) => {
    return `    at ${name} (${file}:${line}:${column})`;
  });
  const cause = [`${error.name}: ${error.message}`, ...stack].join('\n');
  const hint = 'Mend the template at this line; a build writes nothing until every page renders.';
  return makeProblem(
    'template-threw',
    frames[0]?.place ?? wholeFile(template),
    message,
    hint,
    cause,
  );
}

/** What the compiler says of a template. */
export function templateInvalid(
  { location, text }: Message,
  workingFolder: string,
  folders: TemplateFolders,
): Problem {
  const show = (file: string) => {
    return showSource(nameSource(resolve(workingFolder, file), folders), folders);
  };
  const [, unexported] = /^No matching export in "([^"]+)" for import "default"/.exec(text) ?? [];
  if (unexported !== undefined && location?.file.startsWith(ENTRIES)) {
    const hint = 'Put `export default` before the function that renders the page.';
    const message = 'This template has no default export';
    return makeProblem('template-invalid', wholeFile(show(unexported)), message, hint);
  }
  const hint = location?.suggestion
    ? `Did you mean ${location.suggestion}?`
    : 'Mend the template at this place; a build writes nothing until it compiles.';
  if (location === null) return makeProblem('template-invalid', wholeFile('templates'), text, hint);
  const { file, line, column, lineText: excerpt } = location;
  const place = { file: show(file), line, column: column + 1, excerpt };
  return makeProblem('template-invalid', place, text, hint);
}

/** The compiler cannot be started: it is no part of this program, and may be missing or broken. */
export function compilerMissing({ message }: Error): Problem {
  const hint = 'Install the packages again, then build again.';
  const [reason] = message.split('\n');
  const text = `The templates cannot be compiled, since esbuild does not start: ${reason}`;
  return makeProblem('template-invalid', wholeFile('templates'), text, hint);
}

/** The frames of a stack that stand in templates, by their places there. */
function mapStack(
  stack: string,
  folders: TemplateFolders,
  readSourceMap: ReadSourceMap,
): { readonly name: string; readonly place: Place }[] {
  const maps = new Map<string, SourceMap>();
  const findMap = (script: string) => {
    const map = maps.get(script) ?? new SourceMap(JSON.parse(readSourceMap(script)));
    maps.set(script, map);
    return map;
  };
  return stack.split('\n').flatMap((text) => {
    const frame = /at (?:(.*?) \()?.*[/\\]((?:pages|card)\.cjs):(\d+):(\d+)\)?$/.exec(text);
    if (frame === null) return [];
    const [, name = 'template', script = '', line, column] = frame;
    const entry = findMap(script).findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return [];
    const { originalSource, originalLine, originalColumn } = entry;
    if (!/^(?!.*node_modules\/)(.*\/)?templates\//.test(originalSource)) return [];
    const lines = readFileSync(locateSource(originalSource, folders), 'utf8').split('\n');
    const place = {
      file: showSource(originalSource, folders),
      line: originalLine + 1,
      column: originalColumn + 1,
      excerpt: lines[originalLine] ?? null,
    };
    return [{ name: name === 'eval' ? 'template' : name, place }];
  });
}
