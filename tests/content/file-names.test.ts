import { expect, test } from 'vitest';
import { splitFileName } from '../../src/content/file-names.ts';

function check(path: string, date: string | null, name: string, extension: string): void {
  expect(splitFileName(path)).toEqual({ date, name, extension });
}

test.each([
  ['content/essays/2020-12-03-title.md', '2020-12-03', 'title', 'md'],
  ['content/essays/2020-12-03_title.md', '2020-12-03', 'title', 'md'],
  ['content/essays/2020-1-2-title.txt', '2020-1-2', 'title', 'txt'],
  ['content/essays/2020-12-03-two-words.html', '2020-12-03', 'two-words', 'html'],
  ['content/essays/2020-12-03-1984.md', '2020-12-03', '1984', 'md'],
])('takes the date at the head of the name: %s', check);

test.each([
  ['content/essays/title.md', null, 'title', 'md'],
  ['content/essays/2020-12-03.md', null, '2020-12-03', 'md'],
  ['content/essays/2020-12-03-.md', null, '2020-12-03-', 'md'],
  ['content/essays/title-2020-12-03.md', null, 'title-2020-12-03', 'md'],
  ['content/essays/12020-12-03-title.md', null, '12020-12-03-title', 'md'],
  ['content/essays/2020/title.md', null, 'title', 'md'],
])('a name without a date and a title behind it has no date: %s', check);

test.each([
  ['content/essays/walk/index.md', null, 'walk', 'md'],
  ['content/essays/2020-12-03-walk/index.html', '2020-12-03', 'walk', 'html'],
  ['content/essays/walk/index-cards.md', null, 'index-cards', 'md'],
])('name/index.md has the folder’s name: %s', check);

test.each([
  ['content/essays/Title.MD', null, 'Title', 'md'],
  ['content/essays/v1.2.md', null, 'v1.2', 'md'],
])('the last dot begins the ending, whose case plays no part: %s', check);
