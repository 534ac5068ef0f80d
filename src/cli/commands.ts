/**
 * The commands besides `blog build`: each action turns its arguments and flags into values, and runs the command.
 *
 * They are compiled into one script. With a script for each command, the compiler would split what they share with a
 * build into more than twenty, and loading these takes a build after an edit 20 ms.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answerBuilds } from '../dev/builder.ts';
import { runCheck } from './check.ts';
import type { Action, CommandName, Flags } from './command-line.ts';
import { catchLateErrors, contain } from './contain.ts';
import { endProcess, runDev } from './dev.ts';
import { runDiff } from './diff.ts';
import { runEject } from './eject.ts';
import { runExplain } from './explain.ts';
import { runFix } from './fix.ts';
import { readSamples, runInit } from './init.ts';
import { runList } from './list.ts';
import { runLive } from './live.ts';
import { runNew } from './new.ts';
import { runPreview } from './preview.ts';
import * as machine from './process.ts';
import { runPublish } from './publish.ts';
import { readRequest } from './request.ts';
import { previewSite } from './site.ts';
import { runTag } from './tag.ts';

const { packageRoot, terminal, version } = machine;

/** Runs the builder for the `blog dev` that started this process. */
export function runBuilder(): Promise<void> {
  return answerBuilds(process, catchLateErrors());
}

export const ACTIONS: Readonly<Record<Exclude<CommandName, 'build'>, Action>> = {
  async init([dir = ''], flags) {
    // A new site starts with the language and the time zone of the machine.
    const { locale, timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    const year = new Date(machine.readClock()).getUTCFullYear();
    const facts = { root: resolve(dir), packageRoot, version, locale, timeZone, year };
    const ask = flags.yes ? null : await machine.makeAsk();
    return runInit({ ...flags, ...facts }, ask, terminal);
  },

  async new(title, flags) {
    const facts = { ...readRequest(flags), title: title.join(' ') };
    return runNew({ ...flags, ...facts }, terminal);
  },

  publish([name = ''], flags) {
    return runPublish(readRequest(flags), name, terminal, flags.on ?? null);
  },

  async dev(_, flags) {
    const request = readRequest(flags);
    const settings = {
      ...request,
      ...readAddress(flags),
      readClock: machine.readClock,
      script: join(packageRoot, machine.isSource ? 'src/run.mjs' : 'bin/blog.js'),
      opensBrowser: flags.open === true,
      version,
    };
    const code = await runDev(settings, terminal, process);
    endProcess(code, process);
    return code;
  },

  diff([dir], flags) {
    // Shows missing addresses as differences, where a build would refuse them.
    const request = readRequest({ ...flags, ...(dir && { out: dir }), forget: true });
    return contain((takeLateErrors) => runDiff(request, flags, terminal, takeLateErrors));
  },

  async check(files, flags) {
    const request = readRequest(flags);
    if (flags.live) return runLive(request.root, request.outDir, terminal);
    const isInActions = machine.findWorkspace() !== null;
    const options = {
      files,
      format: flags.format ?? (isInActions ? 'github' : 'text'),
      workspace: process.env.GITHUB_WORKSPACE ?? resolve('.'),
    };
    return contain((takeLateErrors) => runCheck(request, options, terminal, takeLateErrors));
  },

  async fix(files, flags) {
    const agrees = await makeAgreement(flags);
    return contain((takeLateErrors) =>
      runFix(readRequest(flags), files, agrees, terminal, takeLateErrors),
    );
  },

  list(_, flags) {
    return contain(() => runList(readRequest(flags), flags, terminal));
  },

  async tag(names, flags) {
    const agrees = await makeAgreement(flags);
    return contain(() => runTag(readRequest(flags), names, agrees, terminal));
  },

  async preview(_, flags) {
    const settings = { ...readRequest(flags), ...readAddress(flags) };
    const code = await runPreview(settings, terminal, process);
    endProcess(code, process);
    return code;
  },

  async explain([code]) {
    return runExplain(code, readFileSync(join(packageRoot, 'docs/problems.md'), 'utf8'), terminal);
  },

  async eject([name = ''], flags) {
    return runEject(readRequest(flags), version, name, terminal);
  },

  async import(sources, { to = '', ...flags }) {
    const { runImport } = await import('../import/import.ts');
    const options = { as: 'auto', images: 'local', ...flags, to: resolve(to) } as const;
    const samples = readSamples(packageRoot);
    return contain((takeLateErrors) => {
      const check = async (root: string) => {
        let outputs: readonly string[] = [];
        const listening: Parameters<typeof previewSite>[3] = {
          isHurried: () => true,
          onPreview: ({ planned }) => {
            outputs = planned;
          },
        };
        const request = readRequest({ root });
        return {
          problems: await previewSite(request, terminal, takeLateErrors, listening),
          outputs,
        };
      };
      return runImport(sources, options, { terminal, samples, check, now: machine.readClock() });
    });
  },
};

/** Makes a function that asks whether to change files; null if nobody can be asked. */
async function makeAgreement({ yes }: Flags) {
  const ask = yes ? null : await machine.makeAsk();
  if (yes) return async () => true;
  return ask && (async (question: string) => machine.isYes(await ask(question, 'no')));
}

/** Reads the address that a server listens on, as `listen` takes it. */
function readAddress({ host, port, allow }: Flags) {
  const allowed = allow?.split(',') ?? [];
  return { host: host ?? null, port: port === undefined ? null : Number(port), allowed };
}
