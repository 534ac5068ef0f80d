/** The drawing of a social card: what depends on the script of its title. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { SocialCardProps } from '../../../src/theme/props.ts';
import SocialCard from '../../../templates/SocialCard.tsx';

const PROPS = {
  page: 'essay',
  subtitle: '',
  author: 'Ann',
  name: 'Ann',
  year: '2020',
  language: 'en',
  label: '',
  colours: { paper: '#fff', ink: '#000', soft: '#333', rule: '#ddd', accent: '#900' },
} as unknown as SocialCardProps;

const draw = (title: string, name = 'Ann') =>
  renderToStaticMarkup(SocialCard({ ...PROPS, title, name, author: name }));

/** The font size of the title, in pixels. */
const sizeOf = (title: string) =>
  Number(/font-size:(\d+)px;[^"]*">[^<]*<\/span><\/div>/.exec(draw(title))?.[1]);

test('a right-to-left title is embedded in that direction, with the year on the right', () => {
  const card = draw('في المشي في Berlin');
  expect(card).toContain('\u202bفي المشي في Berlin\u202c');
  expect(card.match(/flex-direction:row-reverse/g)).toHaveLength(2);
  expect(card).toContain('text-align:right');
  expect(card).toContain('padding-right:204px');
});

test.each(['On walking', 'Прогулки', 'Berlin، مدينة'])(
  'a title that begins in a left-to-right script is not: %s',
  (title) => {
    const card = draw(title);
    expect(card).not.toMatch(/row-reverse|\u202b|text-align:right/);
    expect(card).toContain('padding-left:204px');
  },
);

test('a Japanese title can break between any two letters, so it is large', () => {
  expect(sizeOf('歩くこと')).toBe(136);
  expect(
    sizeOf('東京へ行く電車のなかで、窓の外の知らない町の名前を順番に読みあげていたころの話'),
  ).toBe(64);
});

test('a Latin word never breaks', () => {
  expect(sizeOf('Rindfleischetikettierung')).toBe(64);
});

test.each([
  ['Ann Author', 'italic'],
  ['森 春子', 'normal'],
  ['ليلى حدّاد', 'normal'],
])('the name %s is %s', (name, style) => {
  expect(draw('A', name)).toContain(`font-style:${style}`);
});
