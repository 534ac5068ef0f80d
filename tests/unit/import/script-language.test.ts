import { expect, test } from 'vitest';
import { findScriptLanguage } from '../../../src/import/script-language.ts';

test.each([
  ['Words, and `код` in code', ''],
  ['Ein paar Wörter und noch viel mehr über Москва', ''],
  ['一篇关于大海的文章,用 Node.js 写成', 'zh'],
  ['海についてのエッセイ', 'ja'],
  ['바다에 관한 글', 'ko'],
  ['Слова о море и JavaScript', 'ru'],
  ['كلمات عن البحر', 'ar'],
  ['מילים על הים', 'he'],
  ['Λέξεις για τη θάλασσα', 'el'],
  ['คำเกี่ยวกับทะเล', 'th'],
  ['海\n```js\nconst aLongNameOfSomething = anotherLongName(withArguments, andMore);\n```\n', 'zh'],
  ['', ''],
])('the language of %j is %j', (text, language) => {
  expect(findScriptLanguage(text)).toBe(language);
});
