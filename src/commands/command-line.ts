/**
 * What can be asked for on the command line: the commands, their flags, and what flags may hold.
 *
 * Pure: it only reads what it is given. Who runs it (`cli.ts`) brings the commands themselves, so that
 * each is loaded when it is called. Wrong usage throws a `CommanderError`, help and version do too.
 */
import { Command, InvalidArgumentError } from 'commander';

/** The flags of `blog build`, as they are written. */
export interface BuildFlags {
  root: string;
  out?: string;
  drafts?: boolean;
  strict?: boolean;
  json?: boolean;
  timing?: boolean;
}

/** The flags of `blog dev`, as they are written. */
export interface DevFlags {
  root: string;
  port?: number;
  host?: string | true;
  open?: boolean;
  drafts: boolean;
}

/** What the commands do. */
export interface Commands {
  readonly build: (flags: BuildFlags) => Promise<void>;
  readonly dev: (flags: DevFlags) => Promise<void>;
}

/** Makes the parser of the command line; `version` is what `--version` prints. */
export function makeCommandLine(version: string, { build, dev }: Commands): Command {
  const program = new Command('blog')
    .description('Turns a folder of essays into a finished site of plain HTML pages.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .showHelpAfterError('Run `blog --help` for what there is.');
  program
    .command('build')
    .description('build the site into out/')
    .option('--root <dir>', 'the folder of the site', '.')
    .option('--out <dir>', 'the folder to fill (default: out in the root)')
    .option('--drafts', 'publish drafts too, marked as such')
    .option('--strict', 'take warnings for errors')
    .option('--json', 'print one JSON document instead of text')
    .option('--timing', 'print how long each stage took')
    .action(build);
  program
    .command('dev')
    .description('show the site while you write, and build it again with every change')
    .option('--root <dir>', 'the folder of the site', '.')
    .option(
      '--port <number>',
      'the port to listen at (default: 4321, or the next that is free)',
      readPort,
    )
    .option('--host [address]', 'let other machines in, at this address or at all', readHost)
    .option('--open', 'open the site in the browser')
    .option('--no-drafts', 'leave drafts out, as a build does')
    .action(dev);
  return program;
}

function readHost(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return Number(text);
}
