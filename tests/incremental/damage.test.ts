/**
 * `.blog/` may be damaged, at any place: that costs time, never correctness (design, section 7).
 */
import { expect, test } from 'vitest';
import { essay, makeSite, SITE_YAML } from '../support/site.ts';
import { Desk } from './desk.ts';
import { proveBuild, Workshop } from './proof.ts';

/** How far into a file the rubbish stands, and what: no JSON has the one, any text the other. */
const RUBBISH: readonly (readonly [place: number, rubbish: string])[] = [
  [0, '\0'],
  [0.1, 'A'],
  [0.4, '\0'],
  [0.7, 'A'],
  [0.97, '\0'],
];

const titled = (title: string) =>
  essay(`title: ${title}\npublished: 2020-01-01\ntags: x`, 'Read [this](/nowhere).\n');

/** A site with templates of its own, which throw for one title. */
const FILES = {
  'content/site.yaml': SITE_YAML,
  'content/essays/a.md': titled('Alpha'),
  'content/essays/b.md': titled('Beta'),
  'content/public/robots.txt': 'User-agent: *\n',
  'templates/EssayCard.tsx': `export function EssayCard({ card }) {
  if (card.title === 'Boom') throw new Error('Boom');
  return <li>{card.title}</li>;
}
`,
};

test('rubbish in a file of .blog/ changes nothing', async () => {
  const workshop = new Workshop(makeSite({}));
  const desk = new Desk(makeSite(FILES));
  await proveBuild(desk, workshop, true);
  const isDamaged = (path: string) => desk.read(path).length > 0;
  const paths = desk.list('.blog').filter(isDamaged);
  expect(paths.length).toBeGreaterThan(2);
  for (const [index, path] of paths.entries()) {
    for (const [turn, [place, rubbish]] of RUBBISH.entries()) {
      const bytes = desk.read(path);
      const start = Math.floor(bytes.length * place);
      const end = Math.min(start + 16, bytes.length);
      desk.write(path, Buffer.from(bytes).fill(rubbish, start, end));
      desk.isRecordHarmed = true;
      // Where a template throws its source map is read as well.
      const throws = (index + turn) % 2 === 0;
      desk.write('content/essays/b.md', titled(throws ? 'Boom' : 'Beta'));
      const { commit } = await proveBuild(desk, workshop, false);
      expect(commit !== null, `${path} is built`).toBe(!throws);
    }
  }
});
