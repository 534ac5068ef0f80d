/**
 * The Nu Html Checker, one run for all files. It is a Java program, and needs Java 17.
 */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding } from './author-html.ts';

interface Message {
  readonly type: string;
  readonly subType?: string;
  readonly url: string;
  readonly message: string;
  readonly lastLine?: number;
  /** A piece of the file, and where in it the finding begins. */
  readonly extract?: string;
  readonly hiliteStart?: number;
}

/** The command that runs Java; null where there is none, or only an older one. */
export function findJava(): string | null {
  const { stderr = '' } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const [, version = '0'] = /version "(\d+)/.exec(stderr ?? '') ?? [];
  return Number(version) >= 17 ? 'java' : null;
}

/** Checks the files of some folders (absolute); the findings stand in the order of the folders. */
export async function runNuChecker(
  java: string,
  sites: readonly { readonly folder: string; readonly paths: readonly string[] }[],
): Promise<Finding[][]> {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const files = sites.flatMap(({ folder, paths }) => paths.map((path) => join(folder, path)));
  const options = ['--format', 'json', '--also-check-css', '--stdout'];
  const text = await new Promise<string>((resolve, reject) => {
    const limits = { maxBuffer: 1 << 28 };
    execFile(java, ['-jar', jar, ...options, ...files], limits, (error, stdout) => {
      // It ends with 1 where it has found something.
      if (error !== null && stdout === '') reject(error);
      else resolve(stdout);
    });
  });
  const { messages } = JSON.parse(text) as { messages: readonly Message[] };
  return sites.map(({ folder, paths }) =>
    paths.flatMap((page) => {
      const file = join(folder, page);
      const url = pathToFileURL(file).href;
      const own = messages.filter((each) => new URL(each.url).href === url);
      const source = own.length === 0 ? '' : readFileSync(file, 'utf8');
      return own.map(
        (each): Finding => ({
          page,
          rule: each.subType ?? each.type,
          message: each.message,
          offset: readOffset(source, each),
        }),
      );
    }),
  );
}

/** Where a finding begins; one that shows no piece of the file stands at its head. */
function readOffset(
  text: string,
  { lastLine = 1, extract = '', hiliteStart = 0 }: Message,
): number {
  if (extract === '') return 0;
  // Its lines are sometimes one too few, and what it shows may stand in the file twice.
  const lines = text.split('\n').slice(0, Math.max(0, lastLine - 4));
  const before = lines.reduce((sum, { length }) => sum + length + 1, 0);
  const found = [
    text.indexOf(extract, before),
    text.indexOf(extract),
    text.indexOf(extract.slice(hiliteStart)) - hiliteStart,
  ];
  const at = Math.max(0, (found.find((start) => start >= 0) ?? 0) + hiliteStart);
  return at + (/^\s+/.exec(text.slice(at))?.[0].length ?? 0);
}
