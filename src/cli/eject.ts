/**
 * Runs `blog eject`: copies a template of the theme or of the program into the site, where it overrides the original.
 *
 * A note at the top of the copy identifies the original's version to later builds.
 */
import { join } from 'node:path';
import { writeNew } from '../files/author-files.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { refuse, type Terminal, tellProblems } from '../problems/report.ts';
import { suggestWord } from '../text/text.ts';
import { listTemplates } from '../theme/template-files.ts';
import { writeOrigin } from '../theme/template-lint.ts';
import { findTheme } from '../theme/themes.ts';
import { readConfig, tellNoSite } from './site.ts';

/** Copies the template called `name`, or lists all if it is empty. Returns the exit code, 1 for an error. */
export function runEject(
  { root, packageRoot }: { readonly root: string; readonly packageRoot: string },
  version: string,
  name: string,
  terminal: Terminal,
): 0 | 1 {
  if (tellNoSite(root, terminal)) return 1;
  const found = findTheme(readConfig(root).theme, { root, packageRoot });
  if (found.problems.length > 0) {
    tellProblems(found.problems, terminal);
    return 1;
  }
  const theme = found.value;
  const parts = { cacheDir: '', program: '' };
  const templates = listTemplates({ root, packageRoot, theme, ...parts });
  const names = templates.names.filter((path) => templates.locateOriginal(path) !== null);
  const all = names
    .map((path) => path.replace('templates/', ''))
    .filter((path) => COPIED.test(path));
  if (name === '') {
    terminal.write(`${all.join('\n')}\n`);
    return 0;
  }
  const plain = name.replace(/^(\.\/)?templates\//, '');
  const path = all.find((each) => each === plain || each.replace(COPIED, '') === plain);
  if (path === undefined) {
    const bare = all.map((each) => each.replace(COPIED, ''));
    const inFolder = [...all, ...bare].find((each) => each.endsWith(`/${plain}`));
    const meant = inFolder ?? suggestWord(plain, [...all, ...bare]);
    const hint = meant ? `Did you mean ${meant}?` : 'Run `blog eject` to list all templates.';
    return refuse(`there is no template ${name}`, hint, terminal);
  }
  const target = join(root, 'templates', path);
  const original = templates.readOriginal(`templates/${path}`) ?? Buffer.from('');
  const text = String(original);
  const isOfTheme =
    theme !== null && templates.locateOriginal(`templates/${path}`)?.startsWith(theme.folder);
  const origin = (isOfTheme && theme.origin) || `essay-blog ${version}`;
  const note = writeOrigin(origin, fingerprint(original));
  const copy = `${path.endsWith('.css') ? `/* ${note} */` : `// ${note}`}\n${text}`;
  if (!writeNew(target, copy, join(root, '.blog'))) {
    const hint = 'To start again from the original, delete that file first.';
    return refuse(`${target} already exists`, hint, terminal);
  }
  const files = [...text.matchAll(IMPORT)].map(([, file]) => file).join(', ');
  const done = terminal.paint('green', '✓');
  const source = theme?.origin ? 'the theme or essay-blog' : 'essay-blog';
  const imports = files && `  what it imports still comes from ${source}: ${files}\n`;
  terminal.write(`${done} templates/${path} is yours to change\n${imports}`);
  return 0;
}

const COPIED = /(\.client)?\.(tsx?|css)$/;
/** Matches imports of other templates, but not of types, which come from the package. */
const IMPORT = /^(?:import [^'"]*|@import |\} from )['"]\.\/([^'"]+)/gm;
