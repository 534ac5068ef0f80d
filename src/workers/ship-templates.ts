/**
 * Compiles the package's own templates into `dist/`, so that a site without templates of its own never
 * waits for the compiler. Run once when the program itself is compiled.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rememberTemplateSet } from '../render/template-cache.ts';
import { compileTemplateSet } from '../render/templates.ts';
import { showPlace } from '../report.ts';
import { originOfShipped, SHIPPED } from './prepare-templates.ts';

const packageRoot = realpathSync(fileURLToPath(new URL('..', import.meta.url)));

async function shipTemplates(): Promise<void> {
  const { value, problems } = await compileTemplateSet(packageRoot, packageRoot, '', true);
  if (value === null) {
    const lines = problems.map((problem) => `${showPlace(problem)} ${problem.message}`);
    throw new Error(lines.join('\n'));
  }
  rememberTemplateSet(join(packageRoot, SHIPPED), value, originOfShipped(packageRoot, packageRoot));
}

void shipTemplates();
