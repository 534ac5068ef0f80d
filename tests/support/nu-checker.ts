/**
 * Runs the Nu Html Checker, once for all files. It needs Java 17.
 */
import { execFile, spawnSync } from 'node:child_process';
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
}

/** The command that runs Java; null if there is none, or only an older version. */
export function findJava(): string | null {
  const { stderr = '' } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const [, version = '0'] = /version "(\d+)/.exec(stderr ?? '') ?? [];
  return Number(version) >= 17 ? 'java' : null;
}

/** Checks the files of some folders (absolute); returns the findings in the order of the folders. */
export async function runNuChecker(
  java: string,
  sites: readonly { readonly folder: string; readonly paths: readonly string[] }[],
): Promise<Finding[][]> {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const files = sites.flatMap(({ folder, paths }) => paths.map((path) => join(folder, path)));
  // Such a short run gains nothing from the optimising compiler; without it, the stack must be larger.
  const forShortRuns = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss4m'];
  const options = ['--format', 'json', '--also-check-css', '--stdout'];
  const text = await new Promise<string>((resolve, reject) => {
    const limits = { maxBuffer: 1 << 28 };
    execFile(
      java,
      [...forShortRuns, '-jar', jar, ...options, ...files],
      limits,
      (error, stdout) => {
        // It exits with 1 if it has findings.
        if (error !== null && stdout === '') reject(error);
        else resolve(stdout);
      },
    );
  });
  const { messages } = JSON.parse(text) as { messages: readonly Message[] };
  return sites.map(({ folder, paths }) =>
    paths.flatMap((page) => {
      const url = pathToFileURL(join(folder, page)).href;
      return messages
        .filter((each) => new URL(each.url).href === url)
        .map(({ subType, type, message, lastLine = 0 }): Finding => {
          return { page, rule: subType ?? type, message, line: lastLine };
        });
    }),
  );
}
