/**
 * Links to texts that aren't published: readers get the author's label, and no name of the text that it leads to.
 */
import { describe, expect, test } from 'vitest';
import { withPlaces } from '../support/problems.ts';
import { type BuiltSite, buildSite, essay, type Files, SITE_YAML } from '../support/site.ts';

/** A text that isn't published, whose every name has the word `zebra`. */
const HIDDEN: Files = {
  'content/essays/private/zebra note.md': essay(
    'title: Zebra of the title\ndate: 2020-01-01\ndraft: true\nslug: zebra-slug\naliases: /zebra-alias\ntags: [zebra-tag]\nimage: zebra-picture.svg',
    'Zebra in the body ![z](zebra-picture.svg)\n\n## Zebra heading\n',
  ),
  'content/essays/private/zebra-picture.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>',
};

const PUBLISHED = 'content/essays/a.md';

const build = (body: string, front = '', more: Files = {}) =>
  buildSite({
    ...HIDDEN,
    [PUBLISHED]: essay(`title: A\ndate: 2020-01-02\n${front}`, `${body}\n`),
    ...more,
  });

/** The files of the output in whose name or text a word occurs. */
const listWith = (word: RegExp, site: BuiltSite) =>
  site.paths.filter((path) => word.test(path) || word.test(site.text(path)));

describe('a link becomes its label', () => {
  test.each([
    ['to a file', '[the *label*](private/zebra%20note.md)'],
    ['to a part of a file', '[the *label*](<private/zebra note.md#zebra-heading>)'],
    ['with a title', '[the *label*](<private/zebra note.md> "Zebra")'],
    ['by reference', '[the *label*][z]\n\n[z]: <private/zebra note.md>'],
    ['of a vault', '[[zebra note|the *label*]]'],
    ['of a vault, with a heading', '[[private/zebra note#Zebra heading|the *label*]]'],
    ['to its address', '[the *label*](/blog/zebra-slug)'],
    ['to the whole address', '[the *label*](https://ann.example/blog/zebra-slug?x#zebra)'],
    ['to an address by its file', '[the *label*](/blog/zebra%20note/)'],
    ['to an address by its title', '[the *label*](../blog/Zebra-of-the-title.html)'],
    ['to its alias', '[the *label*](/zebra-alias)'],
    ['to its old address', '[the *label*](/blog/post/zebra-slug)'],
    ['in HTML', '<a class="zebra" href="private/zebra note.md" id=x>the <em>label</em></a>'],
  ])('%s', async (_, link) => {
    const site = await build(`Before ${link}\n\nAfter.`);
    expect(site.codes).toEqual(['link-broken']);
    expect(listWith(/zebra/i, site)).toEqual([]);
    expect(site.text('blog/a.html')).toContain('<p>Before the <em>label</em></p>');
    expect(site.text('feed.xml')).toContain('the <em>label</em>');
    expect(site.site?.essays[0]?.excerpt).toBe('Before the label After.');
  });
});

describe('a name that stands in for a label leaves nothing', () => {
  test.each([
    ['a link of a vault', '[[zebra note]]'],
    ['a link with a heading', '[[zebra note#Zebra heading]]'],
    ['an embedded note', '![[zebra note]]'],
    ['a bare address', 'https://ann.example/blog/zebra-slug'],
    ['an address in brackets', '<https://ann.example/blog/zebra-slug>'],
  ])('%s', async (_, link) => {
    const site = await build(`Before ${link} after.\n\n## Above ${link} all`);
    expect(listWith(/zebra/i, site)).toEqual([]);
    expect(site.site?.essays[0]?.excerpt).toBe('Before after.');
    expect(site.text('blog/a.html')).toContain('<h2 id="above-all">');
    const [problem] = site.problems.filter(({ code }) => code === 'link-broken');
    expect(problem?.hint).toContain('`[[name|label]]`');
  });

  test('not if no file has the name: the words stay, without a link', async () => {
    const site = await build('Before [[Yak]] and [yaks](old/yak.md) after.');
    expect(site.text('blog/a.html')).toContain('<p>Before Yak and yaks after.</p>');
    expect(listWith(/yak\.md/i, site)).toEqual([]);
  });

  test('nor if it is published', async () => {
    const b = essay('title: Bee\ndate: 2020-01-01');
    const site = await build('Before [[b]] after.', '', { 'content/essays/b.md': b });
    expect(site.text('blog/a.html')).toContain('Before <a href="/blog/bee">b</a> after.');
  });
});

describe('the same is true', () => {
  const LINK = '[label](<essays/private/zebra note.md>) and [[zebra note]]';
  const about = '---\n---\nHello [label](<essays/private/zebra note.md>), [[zebra note]].\n';
  test.each<[name: string, files: Files]>([
    ['of the about page', { 'content/about.md': about }],
    ['of pages', { 'content/pages/now.md': `---\ntitle: Now\n---\n${LINK}\n` }],
    [
      'of a text file',
      {
        'content/essays/t.txt':
          'title: T\ndate: 2020-01-03\n\nhttps://ann.example/blog/zebra-slug\n',
      },
    ],
    [
      'of the settings',
      {
        'content/site.yaml': `${SITE_YAML}intro: 'Hello [label](/blog/zebra-slug)'\nfooter:\n  text: '[label](/blog/zebra-slug)'\n  links: [Zebra of the title, 'x: /blog/zebra-slug']\nnav: [Zebra of the title, zebra-slug]\n`,
      },
    ],
    [
      'of redirects',
      { 'content/site.yaml': `${SITE_YAML}redirects:\n  /gone: /blog/zebra-slug\n` },
    ],
    [
      'of translations',
      {
        'content/site.yaml': `${SITE_YAML}languages: { de: {} }\n`,
        'content/essays/c.de.md': essay('title: C\ndate: 2020-01-01\ntranslationKey: zebra note'),
        'content/essays/private/zebra note.de.md': essay(
          'title: Zebra\ndate: 2020-01-01\ntranslationKey: zebra note\ndraft: true',
        ),
      },
    ],
    [
      'of frames and pictures',
      {
        'content/essays/c.md': essay(
          'title: C\ndate: 2020-01-01',
          '<iframe src="private/zebra note.md"></iframe>\n\n![c](<private/zebra note.md>) <video src="private/zebra note.md"></video>\n',
        ),
      },
    ],
    [
      'of components',
      {
        'templates/shortcodes/card.tsx':
          'export default ({ href }: { href?: string }) => <a href={href}>A card</a>;\n',
        'content/essays/c.md': essay(
          'title: C\ndate: 2020-01-01',
          '::card{href="private/zebra note.md"}\n',
        ),
      },
    ],
  ])('%s', async (_, files) => {
    const site = await build('Words.', '', files);
    expect(site.commit).not.toBeNull();
    expect(listWith(/zebra/i, site)).toEqual([]);
  });
});

describe('a later build shows what is true by then', () => {
  const PATH = 'content/essays/b.md';
  const shown = essay('title: Bee\ndate: 2020-01-01');
  const hidden = essay('title: Bee\ndate: 2020-01-01\ndraft: true');
  const words = async (files: Files, ...edits: Readonly<Record<string, string | null>>[]) => {
    let site = await build('Before [[b]] after.', '', files);
    for (const edit of edits) site = await site.rebuild(edit);
    return /(?<=<p>)Before .*? after/.exec(site.text('blog/a.html'))?.[0];
  };
  const LINK = 'Before <a href="/blog/bee">b</a> after';
  test.each([
    ['it is published', { [PATH]: hidden }, [{ [PATH]: shown }], LINK],
    ['it is hidden', { [PATH]: shown }, [{ [PATH]: hidden }], 'Before  after'],
    ['it is hidden when it is written', {}, [{ [PATH]: hidden }], 'Before  after'],
    ['it is removed', { [PATH]: hidden }, [{ [PATH]: null }], 'Before b after'],
    ['both', { [PATH]: shown }, [{ [PATH]: hidden }, { [PATH]: shown }], LINK],
  ] as const)('when %s', async (_, files, edits, html) => {
    expect(await words(files, ...edits)).toBe(html);
  });
});

test('the problem names the file, and where the link is', async () => {
  const site = await build('[x](/blog/zebra-slug) [[zebra note]]');
  const told = 'leads to content/essays/private/zebra note.md, which is not published';
  expect(withPlaces(site.problems)).toEqual([
    `link-broken ${PUBLISHED}:5:5 The link \`/blog/zebra-slug\` ${told}`,
    `link-broken ${PUBLISHED}:5:25 The link \`zebra note.md\` ${told}`,
  ]);
});
