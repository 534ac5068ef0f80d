/** The table of `he` gives the same characters as the package that it replaces in dist/. */
import { characterEntities } from 'character-entities';
import { expect, test } from 'vitest';
import { decodeNamedCharacterReference } from '../../../src/import/named-references.ts';

test('all names have their characters', () => {
  const names = Object.keys(characterEntities);
  const decoded = names.map((name) => [name, decodeNamedCharacterReference(name)]);
  expect(names.length).toBeGreaterThan(2000);
  expect(Object.fromEntries(decoded)).toEqual(characterEntities);
});

test.each(['sea', 'notit', 'ampx', 'constructor', ''])('%j isn’t a name', (name) => {
  expect(decodeNamedCharacterReference(name)).toBe(false);
});
