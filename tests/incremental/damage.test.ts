/**
 * `.blog/` may be damaged, at any place: that costs time, never correctness (design, section 7).
 */
import { describe, expect, test } from 'vitest';
import { essay, makeSite, SITE_YAML } from '../support/site.ts';
import { Desk } from './desk.ts';
import { proveBuild, Workshop } from './proof.ts';

/** How far into a file the rubbish stands. */
const PLACES = [0, 0.1, 0.4, 0.7, 0.97];
/** What no JSON has, and what could stand in any text. */
const RUBBISH = ['\0', 'A'];

const damages = PLACES.flatMap((place) => RUBBISH.map((rubbish) => ({ place, rubbish })));

function damage(bytes: Buffer, { place, rubbish }: (typeof damages)[number]): Buffer {
  const start = Math.floor(bytes.length * place);
  return Buffer.from(bytes).fill(rubbish, start, Math.min(start + 16, bytes.length));
}

const TITLED = (title: string) =>
  essay(`title: ${title}\npublished: 2020-01-01\ntags: x`, 'Read [this](/nowhere).\n');

/** A site with templates of its own, which throw for one title. */
const FILES = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': TITLED('Alpha'),
  'content/essays/b.md': TITLED('Beta'),
  'content/public/robots.txt': 'User-agent: *\n',
  'templates/EssayCard.tsx': `export function EssayCard({ card }) {
  if (card.title === 'Boom') throw new Error('Boom');
  return <li>{card.title}</li>;
}
`,
};

describe('rubbish in a file of .blog/ changes nothing', () => {
  const remembered: readonly [name: string, pattern: RegExp][] = [
    ['the parsed essays', /^content$/],
    ['the record of what was written', /^written-\w+\.json$/],
    ['the list of compiled templates', /^templates\/[^/]+\/manifest\.json$/],
    ['the compiled templates', /^templates\/[^/]+\/pages\.cjs$/],
    ['the style sheet', /^templates\/[^/]+\/assets\/style\./],
    ['their source map', /^templates\/[^/]+\/pages\.cjs\.map$/],
  ];
  test.each(remembered)('%s', async (_, pattern) => {
    const workshop = new Workshop(makeSite({}));
    const desk = new Desk(makeSite(FILES));
    await proveBuild(desk, workshop, true);
    for (const [index, each] of damages.entries()) {
      const path = desk.list('.blog').find((path) => pattern.test(path.slice('.blog/'.length)));
      desk.write(path ?? '', damage(desk.read(path ?? ''), each));
      desk.isRecordHarmed = true;
      // Where a template throws the source map is read as well.
      const throws = index % 4 < 2;
      desk.write('content/essays/b.md', TITLED(throws ? 'Boom' : 'Beta'));
      expect(await proveBuild(desk, workshop, false), 'is built').toBe(!throws);
    }
  });
});
