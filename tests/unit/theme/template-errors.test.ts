/** Errors that templates throw, as problems. */
import { expect, test } from 'vitest';
import { describeFailures } from '../../../src/theme/template-errors.ts';

const sources = { show: (name: string) => name, read: () => Buffer.from('') };

test('an error in a template without a source map has the place of its file', () => {
  const error = Object.assign(new Error('No words'), {
    stack: 'Error: No words\n    at Prose (/site/pages.cjs:1:100)',
  });
  const failure = {
    error,
    template: 'templates/Prose.tsx',
    doing: 'rendering /a',
    made: 'page' as const,
  };
  const [problem] = describeFailures([failure], {
    ...sources,
    readSourceMap: () => null,
  });
  expect(problem).toMatchObject({
    code: 'template-threw',
    message: 'Error while rendering /a: No words',
    file: 'templates/Prose.tsx',
    line: null,
  });
});
