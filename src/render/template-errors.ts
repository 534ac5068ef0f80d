/**
 * An error that a template threw → a problem at the template's own line.
 */
import { SourceMap } from 'node:module';
import { resolve } from 'node:path';
import { makeProblem, type Place, type Problem, wholeFile } from '../problems.ts';
import type { Page } from './pages.ts';
import { BUNDLE_FILE, showPath, type TemplateBundle } from './templates.ts';

/** Where a frame of the bundle's stack stands in the sources. */
interface Frame {
  readonly name: string;
  readonly place: Place;
  readonly isTemplate: boolean;
}

/** `root` is what the bundle's source paths are relative to. */
export function templateThrew(
  thrown: unknown,
  page: Page,
  bundle: TemplateBundle,
  root: string,
  packageRoot: string,
): Problem {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const frames = mapStack(error.stack ?? '', bundle.sourceMap, root, packageRoot);
  const own = frames.filter((frame) => frame.isTemplate);
  const place = own[0]?.place ?? wholeFile(`templates/${page.template}.tsx`);
  const subject = page.source === null ? page.url : `${page.url} (${page.source})`;
  const message = `${error.name} while rendering ${subject}: ${error.message}`;
  const stack = own.map(({ name, place: { file, line, column } }) => {
    return `    at ${name} (${file}:${line}:${column})`;
  });
  const cause = [`${error.name}: ${error.message}`, ...stack].join('\n');
  const hint = 'Mend the template at this line; a build writes nothing until every page renders.';
  return makeProblem('template-threw', place, message, hint, cause);
}

const FRAME = new RegExp(`at (?:(.*?) \\()?${BUNDLE_FILE.replace('.', '\\.')}:(\\d+):(\\d+)\\)?`);

function mapStack(stack: string, sourceMap: string, root: string, packageRoot: string): Frame[] {
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
    const file = showPath(resolve(root, originalSource), root, packageRoot);
    frames.push({
      name: name ?? 'template',
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
