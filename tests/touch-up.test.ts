/**
 * Edits of an essay's words: most are seen on its own page alone, and none may be missed elsewhere.
 */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { passTick } from './support/damages.ts';
import {
  buildFresh,
  buildSettled,
  type Change,
  describeResult,
  settle,
  write,
} from './support/rebuild.ts';
import { type BuiltSite, buildIn, essay, type Options, writeFiles } from './support/site.ts';

const B = 'content/essays/b.md';

describe('an edit of an essay’s words', () => {
  /** How many feeds hold the newest essays. */
  const FEEDS = 3;
  const WORDS = essay('title: B\npublished: 2019-01-01\nexcerpt: Stated', '## Part\n\nx y z\n');
  const EDITED: Change = write({ [B]: essay('title: New\npublished: 2019-01-01', '## Part\n') });

  /** The site after a change, and as a build from nothing has it. */
  async function follow(site: BuiltSite, change: Change, options: Options = {}) {
    passTick(site.root);
    change(site.root);
    const again = await site.rebuild({}, options);
    const fresh = await buildFresh(site.root, options);
    return { again, result: describeResult(again), fresh };
  }

  test('that nothing else shows makes its own page again, and the feeds', async () => {
    const site = await buildSettled({ [B]: WORDS });
    const change = write({ [B]: WORDS.replace('x y z', 'z y x') });
    const { again, result, fresh } = await follow(site, change);
    expect(result).toEqual(fresh);
    const written = 1 + FEEDS;
    expect(again.commit).toEqual({
      written,
      unchanged: site.paths.length - written,
      removed: 0,
    });
    // The site was not even derived.
    expect(again.site).toBeNull();
    expect(again.page('blog/b.html')('main').text()).toContain('z y x');
  });

  test('leaves its page as it is for the build after it', async () => {
    const site = await buildSettled({ [B]: `${WORDS}x\n` });
    const { again } = await follow(site, write({ [B]: `${WORDS}y\n` }));
    const more = await follow(again, write({ 'content/public/new.txt': 'x' }));
    expect(more.result).toEqual(more.fresh);
    expect(more.again.commit).toMatchObject({ written: 1, removed: 0 });
  });

  test('of which a language is not known is told again, without more', async () => {
    const code = (name: string) => `${WORDS}\n\`\`\`${name}\nx = 1\n\`\`\`\n`;
    const site = await buildSettled({ [B]: code('pyton') });
    const moved = await follow(site, write({ [B]: code('pyton').replace('x y z', 'x\n\ny z') }));
    expect(moved.result).toEqual(moved.fresh);
    expect(moved.result.report).toContain(`${B}:12:4`);
    const again = await follow(moved.again, write({ [B]: code('python') }));
    expect(again.result).toEqual(again.fresh);
    expect(again.result.report).toBe('');
    for (const { site: derived } of [moved.again, again.again]) expect(derived).toBeNull();
  });

  const bodies: readonly [name: string, before: string, after: string][] = [
    ['that moves a link', '[a](/blog/a)\n', 'Words before. [a](/blog/a)\n'],
    ['that adds a link', 'x\n', 'x [a](/blog/a)\n'],
    ['that adds a link that leads nowhere', 'x\n', 'x [a](/gone)\n'],
    ['that turns a link elsewhere', '[a](/blog/a)\n', '[a](/blog/walk)\n'],
    ['that adds a picture', 'x\n', '![x](walk/pic.svg)\n'],
    ['that adds a footnote', 'x\n', 'x[^1]\n\n[^1]: y\n'],
    ['that adds a heading', 'x\n', 'x\n\n## Other\n'],
    ['that changes the excerpt', 'x\n', 'y\n'],
    ['that changes how long it takes to read', 'x\n', `x\n\n${'word '.repeat(500)}\n`],
    ['that leaves an element open', 'x\n', 'x <b>y\n'],
    ['that closes an element', 'x <b>y\n', 'x y\n'],
    ['that adds a link to a part of it that is not there', 'x\n', 'x [y](#gone)\n'],
    ['that adds a link to a part of its page', 'x\n', 'x [y](#top)\n'],
    ['that changes code', '```js\nlet x = 1;\n```\n', '```js\nlet y = "2";\n```\n'],
    ['that makes code of it', 'x\n', '```js\nx\n```\n'],
    ['that gives code a language that is not known', '```\nx\n```\n', '```pyton\nx\n```\n'],
    ['that moves such code', '```pyton\nx\n```\n', 'x\n\n```pyton\nx\n```\n'],
    ['that gives code its language', '```pyton\nx\n```\n', '```python\nx\n```\n'],
    ['that removes everything', 'x\n', ''],
    ['that changes only white space', 'x\n', 'x  \n\n\n'],
    ['that changes only the line ends', 'x\n', 'x\r\n'],
  ];
  test.each(bodies)('%s is followed', async (_, before, after) => {
    // The excerpt of a stated one does not follow the words, that of the other does.
    for (const line of ['excerpt: Stated', 'tags: one']) {
      const file = (body: string) => essay(`title: B\npublished: 2019-01-01\n${line}`, body);
      const site = await buildSettled({ [B]: file(`## Part\n\n${before}`) });
      const { again, result, fresh } = await follow(
        site,
        write({ [B]: file(`## Part\n\n${after}`) }),
      );
      expect(result).toEqual(fresh);
      expect(describeResult(await settle(again))).toEqual(fresh);
    }
  });

  test.each(bodies)('%s is followed in a draft that is left out', async (_, before, after) => {
    const file = (body: string) => essay('title: D\npublished: 2018-01-01\ndraft: true', body);
    const site = await buildSettled({ 'content/essays/d.md': file(before) });
    const { result, fresh } = await follow(site, write({ 'content/essays/d.md': file(after) }));
    expect(result).toEqual(fresh);
  });

  test('of many essays at once is followed', async () => {
    const many = (word: string): Record<string, string> =>
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [
          `content/essays/many/${index}.md`,
          essay(`title: Essay ${index}\npublished: 2010-01-01\nexcerpt: x`, `${word}\n`),
        ]),
      );
    for (const count of [2, 20, 21, 30]) {
      const site = await buildSettled(many('one'));
      const edits = Object.fromEntries(Object.entries(many('two')).slice(0, count));
      const { again, result, fresh } = await follow(site, write(edits));
      expect(result).toEqual(fresh);
      expect(again.commit?.written).toBe(count + FEEDS);
    }
  });

  test('that changes more is followed after a build that failed', async () => {
    const site = await buildSettled({
      'content/essays/e.md': essay('title: E\npublished: 2016-01-01', '[x](/gone)'),
    });
    passTick(site.root);
    EDITED(site.root);
    expect((await site.rebuild({}, { isStrict: true })).commit).toBeNull();
    const { result, fresh } = await follow(site, () => {});
    expect(result).toEqual(fresh);
  });

  test('that changes more is followed in each output folder', async () => {
    const site = await buildSettled();
    const other = await settle(await buildIn(site.root, { outDir: join(site.root, 'other') }));
    passTick(site.root);
    EDITED(site.root);
    await site.rebuild();
    const { result, fresh } = await follow(other, () => {});
    expect(result).toEqual(fresh);
  });

  test('is followed when a template comes with it', async () => {
    const site = await buildSettled({ [B]: WORDS });
    const { result, fresh } = await follow(site, (root) => {
      writeFiles(root, {
        [B]: WORDS.replace('x y z', 'z y x'),
        'templates/SiteFooter.tsx': 'export const SiteFooter = () => <hr />;\n',
      });
    });
    expect(result).toEqual(fresh);
  });

  test('is followed when another page was changed by hand', async () => {
    const site = await buildSettled({ [B]: WORDS });
    const { result, fresh } = await follow(site, (root) => {
      writeFiles(root, { [B]: WORDS.replace('x y z', 'z y x'), 'out/index.html': 'by hand' });
    });
    expect(result).toEqual(fresh);
  });
});
