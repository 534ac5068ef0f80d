/**
 * The command line of `blog`: a table of its commands, each with its arguments and flags.
 *
 * commands.ts and build.ts run the commands. A new flag needs a row here and a field of `Flags`.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ImportOptions } from '../import/options.ts';

/** The flags of all commands but `blog import`, as given on the command line. */
export type Flags = Partial<Record<Switch, boolean> & Record<TextFlag, string>> & {
  for?: 'github';
  format?: 'text' | 'github' | 'json';
};
type Switch =
  | BuildSwitch
  | 'agents'
  | 'all'
  | 'folder'
  | 'hidden'
  | 'live'
  | 'open'
  | 'page'
  | 'unlisted'
  | 'yes';
type BuildSwitch = 'drafts' | 'forget' | 'json' | 'strict';
type TextFlag =
  | 'allow'
  | 'host'
  | 'lang'
  | 'name'
  | 'on'
  | 'out'
  | 'port'
  | 'root'
  | 'slug'
  | 'tag'
  | 'theme'
  | 'url';

/** The flags of any command. */
export type CommandFlags = Flags & Partial<ImportOptions> & { readonly to?: string };

/** Runs a command with its arguments and its flags. Returns the exit code. */
export type Action = (words: string[], flags: CommandFlags) => Promise<number>;

type Check = (text: string) => string;

/** An argument or a flag, its help text, and its choices or a check of its value; the default check is `notEmpty`. */
type Row = readonly [written: string, about: string, value?: Check | readonly string[]];

const accept = (isValid: (text: string) => boolean, message: string) => (text: string) => {
  if (!isValid(text)) throw new InvalidArgumentError(message);
  return text;
};
const notEmpty = accept((text) => text !== '', 'It must not be empty.');
const isUrl = accept(URL.canParse, 'It must be a URL.');
const isSiteUrl = accept(
  (text) => /^https?:\/\/[^/?#@\s]+(\/[^/?#\s]+)*\/?$/i.test(text) && URL.canParse(text),
  'Write it as https://deploy-42.example.',
);
const isPort = accept(
  (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65535,
  'It must be a number from 0 to 65535.',
);

/** The hosts for which `blog init` has a workflow. */
export const HOSTS = ['github', 'netlify', 'cloudflare', 'server'];
const GENERATORS = 'hexo jekyll hugo zola eleventy astro pelican quarto folder'.split(' ');
const SERVICES = ['wordpress', 'ghost', 'substack', 'medium', 'blogger'];
const SOURCES = [...SERVICES, 'feed', 'records', ...GENERATORS];
const BODIES = ['auto', 'markdown', 'html'];
const PICTURES = ['local', 'download', 'link'];
const REPORTS = ['text', 'github', 'json'];

const ROOT: Row = ['--root <dir>', "the site's folder (default: the working directory)"];
const FILES: Row = ['[files...]', 'files or folders (default: the whole site)'];
const BUILT: Row = ['--out <dir>', "the built site (default: out in the site's folder)"];
const PORT_ABOUT = 'the port to listen on (default: 4321, or the next free one)';
const PORT: Row = ['--port <number>', PORT_ABOUT, isPort];
const HOST: Row = ['--host [address]', 'accept other machines, at this address or at any'];
const ALLOW: Row = ['--allow <name>', "also answer to this host name, such as a proxy's"];
const AS_JSON: Row = ['--json', 'print one JSON document instead of text'];

const COMMANDS = {
  init: [
    'start a site: settings, sample drafts and a workflow that publishes it',
    ['[dir]', 'the folder of the site (default: the working directory)'],
    ['--name <name>', 'your name'],
    ['--url <url>', 'the address of the finished site'],
    ['--lang <tag>', "the language of your essays, such as de (default: your system's)"],
    ['--host <host>', 'where it will be published', HOSTS],
    ['--theme <theme>', 'its look: book, gallery, index, letter, ./a-folder or a package'],
    ['--agents', 'also write AGENTS.md, notes for coding agents'],
    ['--yes', 'ask nothing: take your name from git, and defaults for the rest'],
  ],
  new: [
    'create an essay, as a draft without a date',
    ['<title...>', 'the title'],
    ROOT,
    ['--slug <slug>', 'the last part of the address (default: made from the title)'],
    ['--folder', 'create a folder with an index.md, for pictures beside it'],
    ['--page', 'create a page instead of an essay'],
    ['--unlisted', 'once published, keep it out of all lists'],
    ['--lang <tag>', "the new file's language: one of those in site.yaml"],
  ],
  publish: [
    'date a draft, and record its address',
    ['<essay>', 'the file, or the end of its path'],
    ['--on <date>', 'the date, such as 2026-12-24T08:00 (default: now)'],
    ROOT,
  ],
  build: [
    'build the site into out/',
    ROOT,
    ['--out <dir>', "the folder to write to (default: out in the site's folder)"],
    ['--drafts', 'publish drafts too, marked as drafts'],
    ['--url <url>', 'build a preview for this address, hidden from search engines', isSiteUrl],
    ['--strict', 'treat warnings as errors'],
    ['--forget', 'forget the published addresses that are gone'],
    ['--for <host>', 'also write the redirects that this host needs', ['github']],
    AS_JSON,
  ],
  dev: [
    'show the site while you write, rebuilt on every save',
    ROOT,
    PORT,
    HOST,
    ALLOW,
    ['--open', 'open the site in the browser'],
    ['--no-drafts', 'leave drafts out, as a build does'],
  ],
  diff: [
    'list what would change for readers if you built the site now',
    ['[dir]', "the built site to compare with (default: out in the site's folder)"],
    ROOT,
    ['--all', 'list every difference, not only ten'],
    AS_JSON,
  ],
  check: [
    'list all problems in full, without building the site',
    FILES,
    ROOT,
    BUILT,
    ['--drafts', 'check drafts too'],
    [
      '--format <name>',
      'how to print problems (default: text; in GitHub Actions: github)',
      REPORTS,
    ],
    ['--live', 'list published addresses that would break if you deployed out/'],
  ],
  fix: [
    'fix what can be fixed automatically, after showing you the changes',
    FILES,
    ROOT,
    ['--yes', 'fix everything without asking'],
  ],
  preview: [
    'serve the built site as a host would, with redirects and headers',
    ROOT,
    BUILT,
    PORT,
    HOST,
    ALLOW,
  ],
  list: [
    'list your essays, with date, state, words, address and tags',
    ['--tag <tag>', 'only the essays with this tag'],
    ['--drafts', 'only drafts and scheduled essays'],
    ['--hidden', 'only unlisted, private and expired essays'],
    ROOT,
    AS_JSON,
  ],
  tag: [
    'rename a tag in all essays, after showing you the changes',
    ['<old>', 'the tag'],
    ['<new>', 'its new name, or the tag to merge it with'],
    ['--yes', 'change the files without asking'],
    ROOT,
  ],
  explain: [
    'explain a problem code, with an example',
    ['[code]', 'such as link-broken; without it, all codes are listed'],
  ],
  eject: [
    'copy a template into the site for you to change',
    ['[name]', 'such as EssayPage or styles/code.css; without it, all are listed'],
    ROOT,
  ],
  import: [
    'import another blog, and keep its old addresses working',
    ['<source...>', 'the export: a file, a zip archive or a folder'],
    ['--to <dir>', 'a new folder, or one made with `blog init` (default: the working directory)'],
    ['--from <kind>', 'the kind of export (default: detected)', SOURCES],
    ['--as <format>', 'the format of the essays (default: Markdown if nothing is lost)', BODIES],
    ['--images <where>', 'where to get pictures (default: local, from the export)', PICTURES],
    ['--pages', 'import pages too, into content/pages'],
    ['--site <url>', "the URL of the old site, if the export doesn't state it", isUrl],
    ['--sitemap <file>', "the old site's sitemap, a file or URL, to check the addresses against"],
    ['--map <fields>', 'the field names of records: title=headline,content=body'],
    ['--dry-run', 'report everything, but write nothing'],
    AS_JSON,
  ],
} as const satisfies Record<string, readonly [about: string, ...rows: Row[]]>;

export type CommandName = keyof typeof COMMANDS;

/** Makes the parser of the command line. It calls `run` for a command, and throws a CommanderError for wrong usage. */
export function makeProgram(
  version: string,
  isSite: boolean,
  run: (name: CommandName, words: string[], flags: CommandFlags) => Promise<void>,
): Command {
  const program = new Command('blog')
    .description('Turns a folder of essays into a finished site of plain HTML pages.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .showHelpAfterError('Run `blog --help` to see the commands.');
  const hint = '\nThere is no site in this folder. To start one, run `blog init`.';
  if (!isSite) program.addHelpText('after', hint);
  for (const [name, [about, ...rows]] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(about);
    command.showHelpAfterError(`Run \`blog ${name} --help\` to see what it takes.`);
    for (const [written, does, value = notEmpty] of rows as Row[]) {
      if (!written.startsWith('-')) {
        command.argument(written, does, notEmpty);
        continue;
      }
      const option = new Option(written, does);
      if (typeof value !== 'function') option.choices(value);
      // `--host` alone means `--host 0.0.0.0`.
      else if (/[<[]/.test(written)) option.argParser(value).preset('0.0.0.0');
      if (written === '--live') option.conflicts('format');
      command.addOption(option);
    }
    command.action(() => run(name as CommandName, command.args, command.opts()));
  }
  return program;
}
