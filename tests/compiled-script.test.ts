/**
 * Compiled code, run as Node runs a module. That V8 takes what it made of it before is told of the whole
 * program (`load-main.test.ts`): in one process it knows every script again by itself.
 */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { runScript } from '../src/compiled-script.ts';

const FILE = '/program/main.js';
const CODE = `exports.path = require('node:path');
exports.file = module.filename;
exports.fail = () => { throw new Error('Fails.'); };
// no line end`;

interface Exports {
  path: unknown;
  file: string;
  fail(): void;
}

const run = () => runScript<Exports>(CODE, FILE, createRequire(import.meta.url), null);

test('a script finds what it requires, and its own name', async () => {
  const { exports } = run();
  expect(exports.path).toBe((await import('node:path')).default);
  expect(exports.file).toBe(FILE);
});

test('an error is told of with its place in the file', () => {
  const { exports } = run();
  expect(() => exports.fail()).toThrow(
    expect.objectContaining({ stack: expect.stringContaining(`${FILE}:3:30`) }),
  );
});
