import { describe, expect, test } from 'vitest';
import { cutSlug, isSafeSlug } from '../../../src/site/slug-letters.ts';
import { slugFromTitle } from '../../../src/site/slugs.ts';

/** A title in a language, its slug, and its slug with `slugs: ascii`. */
type Case = readonly [language: string, title: string, slug: string, ascii: string];

const CASES: readonly Case[] = [
  ['ja', '歩くこと', '歩くこと', 'bu-kukoto'],
  ['ja', 'カード・東京の朝', 'カード-東京の朝', 'kado-dong-jing-no-chao'],
  ['ja', 'React 入門', 'react-入門', 'react-ru-men'],
  ['ja', '東京の夏 2026', '東京の夏-2026', 'dong-jing-no-xia-2026'],
  ['ja', '歩くことについて…第8章', '歩くことについて-第8章', 'bu-kukotonitsuite-di-8-zhang'],
  ['ja', '２０２６年', '2026年', '2026-nian'],
  ['zh', '散步的意义', '散步的意义', 'san-bu-de-yi-yi'],
  ['ko', '걷는 것', '걷는-것', 'geodneun-geos'],
  ['ru', 'Прогулка по лесу!', 'прогулка-по-лесу', 'progulka-po-lesu'],
  ['ru', 'За́мок и объезд', 'замок-и-объезд', 'zamok-i-obezd'],
  ['uk', 'Київ, обʼєкт', 'київ-обєкт', 'kyiv-obiekt'],
  ['bg', 'Щастие', 'щастие', 'shtastie'],
  ['el', 'Περπατώντας στο ΔΆΣΟΣ', 'περπατώντας-στο-δάσος', 'perpatontas-sto-dasos'],
  ['ar', 'المشي في الغابة', 'المشي-في-الغابة', 'lmshy-fy-lghbh'],
  ['ar', 'كِتَاب', 'كِتَاب', 'kitab'],
  ['fa', 'می\u200cخواهم', 'میخواهم', 'mykhwhm'],
  ['he', 'צה״ל בשלום', 'צהל-בשלום', 'tshl-vslvm'],
  ['hi', 'हिन्दी में चलना', 'हिन्दी-में-चलना', 'hindi-mem-clna'],
  ['th', 'การเดินน้ำ', 'การเดินน้ำ', 'karedinnam'],
  ['vi', 'Đường đi bộ', 'duong-di-bo', 'duong-di-bo'],
  ['de', 'Über Füße', 'ueber-fuesse', 'ueber-fuesse'],
  ['de-AT', 'Öl', 'oel', 'oel'],
  ['da', 'Smørrebrød på Ærø', 'smoerrebroed-paa-aeroe', 'smoerrebroed-paa-aeroe'],
  ['sv', 'Över ån', 'over-an', 'over-an'],
  ['de', 'Ein Ölgemälde 東京', 'ein-oelgemaelde-東京', 'ein-oelgemaelde-dong-jing'],
  ['nb', 'Blåbær på Ås', 'blaabaer-paa-aas', 'blaabaer-paa-aas'],
  ['ru', 'React и Über', 'react-и-uber', 'react-i-uber'],
  ['en', 'Über', 'uber', 'uber'],
  ['en', 'H₂O: ½', 'h2o-1-2', 'h2o-1-2'],
  ['en', 'Foo™ №5', 'foo-5', 'foo-5'],
  ['tr', 'Iğdır ılık İstanbul', 'igdir-ilik-istanbul', 'igdir-ilik-istanbul'],
  ['en', '🎉 ❤️', '', ''],
  ['en', '🎉 Party', 'party', 'party'],
];

describe('a title gives a slug in its script, or in Latin letters', () => {
  test.each(CASES)('%s: %s → %s, %s', (language, title, slug, ascii) => {
    expect(slugFromTitle(title, { slugs: 'title', language })).toBe(slug);
    expect(slugFromTitle(title.normalize('NFD'), { slugs: 'title', language })).toBe(slug);
    expect(slugFromTitle(title, { slugs: 'ascii', language })).toBe(ascii);
    expect([slug, ascii].filter((each) => each !== '').every(isSafeSlug)).toBe(true);
  });
});

describe('a slug that is stated', () => {
  test.each(['歩く', 'Ёлка', '🎉', 'あ、い', 'é', 'كِتَاب', 'a.b', '愛♥'])('may be %j', (slug) => {
    expect(isSafeSlug(slug)).toBe(true);
  });

  const unsafe = [
    ...['歩 く', '歩\u3000く', 'a/b', 'a?b', 'a#b', '50%', 'a\tb', '歩\u202eく', '歩\u200bく', '❤️'],
    ...['歩く。', '歩く.html', '歩'.repeat(81)],
  ];
  test.each(unsafe)("can't be %j", (slug) => {
    expect(isSafeSlug(slug)).toBe(false);
  });
});

describe('a long slug is cut by its bytes', () => {
  test.each([
    ['at a hyphen', 'слово-'.repeat(40), 'слово-'.repeat(16).slice(0, -1)],
    ['within a text without hyphens', '歩'.repeat(90), '歩'.repeat(66)],
    ['between letters of two units', '𠮷'.repeat(60), '𠮷'.repeat(50)],
  ])('%s', (_, slug, cut) => {
    expect(cutSlug(slug)).toBe(cut);
  });
});
