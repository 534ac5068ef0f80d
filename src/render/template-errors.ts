/**
 * What is wrong with a template → a problem at the template's own line.
 */
import { SourceMap } from 'node:module';
import { join, relative, resolve, sep } from 'node:path';
import type { Message } from 'esbuild';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems.ts';
import { BUNDLE_FILE } from './bundle.ts';

/** How the compiler calls the file that we make up to gather the templates. */
export const ENTRY_NAME = 'the-entry-of-all-templates';

/** What is needed to tell a place in the templates from one in the bundle. */
export interface BundleOrigin {
  readonly sourceMap: string;
  /** Absolute: what the source map's paths are relative to. */
  readonly sourceRoot: string;
  /** The site's folder, absolute. */
  readonly root: string;
  readonly packageRoot: string;
}

/**
 * An error that a template threw. `doing` says during what ("rendering /blog/x"), `file` which
 * template it was, for what is thrown without a stack.
 */
export function templateThrew(
  error: { readonly name: string; readonly message: string; readonly stack: string },
  doing: string,
  file: string,
  origin: BundleOrigin,
): Problem {
  const frames = mapStack(error.stack, origin).filter((frame) => frame.isTemplate);
  const place = frames[0]?.place ?? wholeFile(file);
  const message = `${error.name} while ${doing}: ${error.message}`;
  const stack = frames.map(({ name, place: { file, line, column } }) => {
    return `    at ${name} (${file}:${line}:${column})`;
  });
  const cause = [`${error.name}: ${error.message}`, ...stack].join('\n');
  const hint = 'Mend the template at this line; a build writes nothing until every page renders.';
  return makeProblem('template-threw', place, message, hint, cause);
}

/** What the compiler says of a template. */
export function templateInvalid(message: Message, root: string, packageRoot: string): Problem {
  const { location, text } = message;
  const [, unexported] = /^No matching export in "([^"]+)" for import "default"/.exec(text) ?? [];
  if (unexported !== undefined && location?.file.endsWith(ENTRY_NAME)) {
    const place = wholeFile(showPath(resolve(root, unexported), root, packageRoot));
    const hint = 'Put `export default` before the function that renders the page.';
    return makeProblem('template-invalid', place, 'This template has no default export', hint);
  }
  const hint = location?.suggestion
    ? `Did you mean ${location.suggestion}?`
    : 'Mend the template at this place; a build writes nothing until it compiles.';
  if (location === null) return makeProblem('template-invalid', wholeFile('templates'), text, hint);
  const place = {
    file: showPath(resolve(root, location.file), root, packageRoot),
    line: location.line,
    column: location.column + 1,
    excerpt: location.lineText,
  };
  return makeProblem('template-invalid', place, text, hint);
}

/** The compiler cannot be started: it is no part of this program, and may be missing or broken. */
export function compilerMissing({ message }: Error): Problem {
  const hint = 'Install the packages again, then build again.';
  const [reason] = message.split('\n');
  const text = `The templates cannot be compiled, since esbuild does not start: ${reason}`;
  return makeProblem('template-invalid', wholeFile('templates'), text, hint);
}

/** A template's path as an author knows it: from the site's root, or from the package. */
function showPath(file: string, root: string, packageRoot: string): string {
  const inSite = relative(root, file);
  const path = inSite.startsWith('..') ? join('essay-blog', relative(packageRoot, file)) : inSite;
  return path.split(sep).join('/');
}

/** Where a frame of the bundle's stack stands in the sources. */
interface Frame {
  readonly name: string;
  readonly place: Place;
  readonly isTemplate: boolean;
}

const FRAME = new RegExp(`at (?:(.*?) \\()?${BUNDLE_FILE.replace('.', '\\.')}:(\\d+):(\\d+)\\)?`);

function mapStack(stack: string, origin: BundleOrigin): Frame[] {
  const { sourceMap, sourceRoot, root, packageRoot } = origin;
  const payload = JSON.parse(sourceMap) as ConstructorParameters<typeof SourceMap>[0];
  const map = new SourceMap(payload);
  const frames: Frame[] = [];
  for (const text of stack.split('\n')) {
    const [, name, line, column] = FRAME.exec(text) ?? [];
    if (line === undefined) continue;
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) continue;
    const { originalSource, originalLine, originalColumn } = entry;
    const content = payload.sourcesContent?.[payload.sources.indexOf(originalSource)] ?? '';
    const file = showPath(resolve(sourceRoot, originalSource), root, packageRoot);
    frames.push({
      name: name === undefined || name === 'eval' ? 'template' : name,
      isTemplate: /(^|\/)templates\//.test(file) && !file.includes('node_modules/'),
      place: {
        file,
        line: originalLine + 1,
        column: originalColumn + 1,
        excerpt: content.split('\n')[originalLine] ?? null,
      },
    });
  }
  return frames;
}
