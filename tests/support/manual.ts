/**
 * The code of the manual, so that tests can run it as it is printed.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './site.ts';

/** The blocks of a language in a file of `docs/`, in order. */
export function readManualCode(file: string, language: string): string[] {
  const text = readFileSync(join(packageRoot, 'docs', file), 'utf8');
  const blocks = text.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm);
  return [...blocks].flatMap(([, own, code = '']) => (own === language ? [code] : []));
}

/** The code blocks in a section of `docs/recipes.md`, or of another file, by their language and position. */
export function readRecipe(
  title: string,
  file = 'recipes.md',
): (language: string, at?: number) => string {
  const manual = readFileSync(join(packageRoot, 'docs', file), 'utf8');
  const [, section = ''] = manual.split(`## ${title}\n`);
  const [own = ''] = section.split('\n## ');
  const blocks = [...own.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)];
  return (language, at = 0) => {
    const found = blocks.filter(([, each]) => each === language)[at]?.[2];
    if (found === undefined) throw new Error(`"${title}" has no such code: ${language}`);
    return found;
  };
}

/** The titles of the sections of a file in `docs/`, in order. */
function listSections(file: string): string[] {
  const manual = readFileSync(join(packageRoot, 'docs', file), 'utf8');
  return [...manual.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
}

/** The files of all examples in `docs/shortcodes.md`, and their shortcodes as an author writes them. */
export function readShortcodeExamples() {
  const files: Record<string, string> = {};
  const bodies: string[] = [];
  for (const title of listSections('shortcodes.md')) {
    const example = readRecipe(title, 'shortcodes.md');
    bodies.push(`## ${title}\n\nBefore.\n\n${example('md')}\nAfter.\n`);
    for (const language of ['tsx', 'css']) {
      const code = findCode(example, language);
      const [, path] = /^(?:\/\/|\/\*) (templates\/\S+)/.exec(code) ?? [];
      if (path !== undefined) files[path] = code;
    }
  }
  const styles = Object.keys(files).filter((path) => path.endsWith('.css'));
  const imports = styles.map((path) => `@import "${path.replace('templates', '.')}";\n`);
  files['templates/site.css'] = imports.join('');
  files['templates/shortcodes/words.yaml'] = readRecipe('Chart', 'shortcodes.md')('yaml');
  const poem = readRecipe('Poem with line numbers', 'shortcodes.md')('txt');
  files['templates/shortcodes/ozymandias.txt'] = poem;
  return { files, bodies };
}

function findCode(example: (language: string) => string, language: string): string {
  try {
    return example(language);
  } catch {
    return '';
  }
}
