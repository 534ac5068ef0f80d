/**
 * Converts errors of templates to problems at the template's own line. Pure.
 *
 * Compile errors come from esbuild with their place. Thrown errors have the stack of a compiled script,
 * which the script's source map translates.
 */
import { SourceMap } from 'node:module';
import { format } from 'node:util';
import type { Message } from 'esbuild';
import { groupBy } from '../problems/group-by.ts';
import { cutLine, makeProblem, type Place, type Problem, wholeFile } from '../problems/problems.ts';
import type { TemplateFiles } from './template-files.ts';

/** The folder that the generated entry points, which import the templates, appear to be in. */
export const ENTRIES = 'template-entries';

/** A page or card that wasn't made because a template threw. */
export interface FailedOutput {
  readonly error: Error;
  /** The template's file, which is the place of an error without a stack. */
  readonly template: string;
  /** For the message, as in "rendering /blog/x". */
  readonly doing: string;
  readonly made: 'page' | 'card';
  /** The essay that has given a component values, which may be wrong. */
  readonly essay?: string;
}

/** The sources of templates, by their names in source maps. */
interface TemplateSources extends Pick<TemplateFiles, 'show' | 'read'> {
  /** Reads the source map of `pages.cjs` or `card.cjs`; null for the program's own templates, which have none. */
  readSourceMap(script: string): string | null;
}

/** Makes an Error of a thrown value of any kind. */
export function toError(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(format('%s', thrown));
    const { name, message, stack } = thrown;
    return Object.assign(new Error(`${message}`), { name: `${name}`, stack: `${stack ?? ''}` });
  } catch {
    return new Error("The thrown value can't be shown");
  }
}

/** Makes one problem for each distinct error, with the number of pages or cards that it affects. */
export function describeFailures(
  failures: readonly FailedOutput[],
  sources: TemplateSources,
): Problem[] {
  const groups = groupBy(failures, ({ error: { message, stack = '' }, made, essay }) => {
    // The stack starts with the message, and the next line is where it was thrown.
    const length = message.split('\n').length + 1;
    const thrown = [message, ...stack.split('\n').slice(0, length)];
    return [made, essay, ...thrown].join('\n');
  });
  return Array.from(groups.values(), (group) => templateThrew(group[0], group.length - 1, sources));
}

/** `others` is the number of further pages or cards for which the template threw the same. */
function templateThrew(
  { error: { name, message, stack = '' }, doing, template, made, essay }: FailedOutput,
  others: number,
  sources: TemplateSources,
): Problem {
  const frames = mapTemplateStack(stack, made === 'page' ? 'pages.cjs' : 'card.cjs', sources);
  const lines = frames.map(({ caller, place: { file, line, column } }) => {
    return `    at ${caller} (${file}:${line}:${column})`;
  });
  const own = frames[0]?.place ?? wholeFile(template);
  const place = essay === undefined ? own : wholeFile(essay);
  const more = others === 1 ? `one more ${made}` : `${others} more ${made}s`;
  const text = `${name} while ${doing}: ${message}${others === 0 ? '' : ` (and for ${more})`}`;
  const where = frames.length > 0 ? ' at this line' : '';
  const hint =
    essay === undefined
      ? `Fix the template${where}; nothing is written until every page renders.`
      : `Correct the value there, or have ${own.file} accept it.`;
  const cause = [`${name}: ${message}`, ...lines].join('\n');
  return makeProblem('template-threw', place, text, hint, { cause });
}

/** Matches a source in the folder of templates; React's own are in `node_modules/` and `dist/`. */
const TEMPLATE_SOURCE = /^(?!.*(?:node_modules|dist)\/)(.*\/)?templates\//;

/** Finds the frames of a stack that lie in templates, and maps them to their places there. */
function mapTemplateStack(stack: string, script: string, sources: TemplateSources) {
  const { show, read, readSourceMap } = sources;
  const mapText = readSourceMap(script);
  if (mapText === null) return [];
  const map = new SourceMap(JSON.parse(mapText));
  return stack.split('\n').flatMap((text) => {
    const frame = /at (?:(.*?) \()?.*[/\\](?:pages|card)\.cjs:(\d+):(\d+)\)?$/.exec(text);
    if (frame === null) return [];
    const [, caller = 'template', line, column] = frame;
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return [];
    const { originalSource: name, originalLine, originalColumn } = entry;
    if (!TEMPLATE_SOURCE.test(name)) return [];
    const position = { line: originalLine + 1, column: originalColumn + 1 };
    const excerpt = cutLine(String(read(name)).split('\n')[originalLine] ?? '', position.column);
    return [{ caller, place: { file: show(name), ...position, excerpt } }];
  });
}

/** Returns the name of a file as shown to an author; esbuild gives its path from the working folder. */
type ShowFile = (file: string) => string;

/** An error of the compiler; `isShipped` is true for one in a file that isn't the author's. */
export function templateInvalid(
  { location, text, detail }: Message,
  show: ShowFile,
  isShipped: boolean,
): Problem {
  const [, file, name] = UNEXPORTED.exec(text) ?? [];
  if (file !== undefined && isShipped) {
    const message = `This file doesn't export \`${name}\`, which other templates import`;
    const hint = `Put \`export${name === 'default' ? ' default' : ''}\` before the component.`;
    return makeProblem('template-invalid', wholeFile(show(file)), message, hint);
  }
  // A file could not be read: esbuild's location is then in this program.
  if (detail instanceof Error) {
    const hint = 'Check the file and its permissions, then build again.';
    return makeProblem('template-invalid', wholeFile('templates'), text, hint);
  }
  const { hint: ownHint } = (detail ?? {}) as { readonly hint?: string };
  const hint = location?.suggestion
    ? `Did you mean ${location.suggestion}?`
    : (ownHint ?? 'Fix the template here; nothing is written until it compiles.');
  return makeProblem('template-invalid', placeOfMessage(location, show), text, hint);
}

/** A compiler warning about a style sheet, whose errors browsers ignore silently. */
export function styleInvalid({ text, location }: Message, show: ShowFile): Problem {
  const { suggestion = '' } = location ?? {};
  const hint = /^[\w-]+$/.test(suggestion)
    ? `Did you mean ${suggestion}?`
    : "Fix the rule here; browsers skip what they can't read, and may skip what follows.";
  return makeProblem('style-invalid', placeOfMessage(location, show), text, hint);
}

const UNEXPORTED = /^No matching export in "([^"]+)" for import "([^"]+)"/;

function placeOfMessage(location: Message['location'], show: ShowFile): Place {
  if (location === null) return wholeFile('templates');
  const { file, line, column, lineText } = location;
  const excerpt = cutLine(lineText, column + 1);
  return { file: show(file), line, column: column + 1, excerpt };
}
