/**
 * Settings of the target site: merges the old blog's settings and redirects into the text of site.yaml. Pure.
 */
import { parseConfig, type SiteConfig } from '../essays/config.ts';
import { CONFIG_PATH } from '../essays/paths.ts';
import { readLanguage } from '../text/language-tags.ts';
import type { BlogFacts } from './facts.ts';
import type { Redirect } from './old-site.ts';
import type { ImportReport } from './report.ts';
import { quoteYaml } from './yaml-writer.ts';

/** Settings of a new site that replace the defaults in the words of the specification's author, as in `blog init`. */
const OWN_WORDS = 'nav: [Essays, About]\nhomeCards: 30\ncallToAction: false\nreadTagQuery: true\n';
const NO_ESSAYS = 'texts:\n  noEssays: There are no essays here yet.\n';

/** The name that `blog init` writes if it doesn't know the author's. */
const PLACEHOLDER = 'Your Name';
const PLACEHOLDER_LINE = new RegExp(`^name:[ \\t]*["']?${PLACEHOLDER}["']?[ \\t]*(?=\\r?$)`, 'm');

/** The settings of the site after an import. */
interface SettledSettings {
  /** The text of site.yaml. */
  readonly text: string;
  readonly config: SiteConfig;
}

/**
 * Adds the old blog's settings that the text of site.yaml lacks. Of settings that it has, only those are replaced that
 * are as `blog init` writes them on this machine. The report lists what was replaced and what differs.
 */
export function settleSettings(
  source: string | null,
  facts: BlogFacts,
  report: Pick<ImportReport, 'decisions'>,
): SettledSettings {
  const zone = facts.timezone.replace(/^Etc\/(?=UTC$)/, '');
  // A nonexistent zone is parsed as the default.
  facts.timezone = parse(`timezone: ${quoteYaml(zone)}`).timezone === zone ? zone : '';
  if (facts.timezone === '' && facts.writtenZone !== '')
    report.decisions.push(
      `the old blog doesn't state its time zone; most dates fit ${facts.writtenZone}`,
    );
  if (facts.author === '' && (source === null || PLACEHOLDER_LINE.test(source)))
    report.decisions.push(
      `the author's name is unknown: replace \`${PLACEHOLDER}\` in site.yaml, the byline of every essay`,
    );
  const lines = listLines(facts);
  const isEnglish = /^(?:en|$)/.test(facts.language);
  const made = `${lines.join('\n')}\n${OWN_WORDS}${isEnglish ? NO_ESSAYS : ''}`;
  if (source === null) return { text: made, config: parse(made) };
  const text = addLines(addName(source, facts.author, report), lines, parse(made), report);
  return { text, config: parse(text) };
}

function parse(yaml: string): SiteConfig {
  return parseConfig({ path: CONFIG_PATH, bytes: Buffer.from(yaml) }).value;
}

/** Lists the lines of site.yaml that the old blog's facts make. */
function listLines(facts: BlogFacts): string[] {
  const values: Readonly<Record<string, string>> = {
    name: facts.author || PLACEHOLDER,
    url: URL.canParse(facts.url) ? facts.url.replace(/\/+$/, '') : 'https://example.com',
    title: facts.title,
    description: facts.description,
    language: readLanguage(facts.language) ?? '',
    timezone: facts.timezone || facts.writtenZone,
    ...facts.keys,
  };
  const lines = Object.entries(values).flatMap(([key, value]) =>
    value === '' ? [] : [`${key}: ${quoteYaml(value)}`],
  );
  const marks = facts.marks.map((name) => `${name}: true`).join(', ');
  const ofMarks = marks === '' ? [] : [`markdown: { ${marks} }`];
  return [...lines, ...ofMarks, ...listLanguageBlock(facts)];
}

/** The block of `languages`, as one item; none for a blog in one language. */
function listLanguageBlock({ languages }: BlogFacts): string[] {
  const blocks = Object.entries(languages).flatMap(([tag, values]) => {
    const stated = Object.entries(values).filter(([, value]) => value !== '');
    return [`  ${tag}:`, ...stated.map(([key, value]) => `    ${key}: ${quoteYaml(value)}`)];
  });
  return blocks.length === 0 ? [] : [['languages:', ...blocks].join('\n')];
}

/** Replaces the starter's sample name with the author's. */
function addName(source: string, author: string, report: Pick<ImportReport, 'decisions'>): string {
  if (author === '' || !PLACEHOLDER_LINE.test(source)) return source;
  const line = `name: ${quoteYaml(author)}`;
  report.decisions.push(`site.yaml, as in the old blog: ${line}`);
  return source.replace(PLACEHOLDER_LINE, () => line);
}

/** Adds the lines with the old blog's settings that the author hasn't decided on yet. */
function addLines(
  source: string,
  lines: readonly string[],
  there: SiteConfig,
  report: Pick<ImportReport, 'decisions'>,
): string {
  const here = parse(source);
  const { timeZone } = new Intl.DateTimeFormat('en-US').resolvedOptions();
  const initial = { ...parse(''), timezone: timeZone };
  let text = source;
  for (const key of ['title', 'language', 'timezone'] as const) {
    const line = lines.find((each) => each.startsWith(`${key}:`));
    if (line === undefined || here[key] === there[key]) continue;
    const isMissing = !hasKey(text, key);
    const untouched = new RegExp(`^${key}: ${initial[key]}(?=\\r?$)`, 'm');
    if (!isMissing && !untouched.test(text)) {
      report.decisions.push(
        `${key} is ${there[key]} in the old blog and ${here[key]} here: to keep the old one, change site.yaml`,
      );
      continue;
    }
    text = isMissing ? `${text.trimEnd()}\n${line}\n` : text.replace(untouched, () => line);
    report.decisions.push(`site.yaml, as in the old blog: ${line}`);
  }
  const added = lines.filter((line) => !hasKey(text, line.slice(0, line.indexOf(':'))));
  return added.length === 0 ? text : `${text.trimEnd()}\n${added.join('\n')}\n`;
}

/** True if the text of site.yaml states a key. */
export const hasKey = (text: string, key: string) =>
  new RegExp(`^["']?${key}["']?\\s*:`, 'm').test(text);

/** Adds redirects to the text of site.yaml; null if `redirects` is written in a form that this can't extend. */
export function addRedirects(source: string, redirects: readonly Redirect[]): string | null {
  if (redirects.length === 0) return source;
  const lines = redirects.map(([from, to]) => `${JSON.stringify(from)}: ${JSON.stringify(to)}`);
  if (!hasKey(source, 'redirects')) {
    return `${source.trimEnd()}\nredirects:\n${lines.map((line) => `  ${line}\n`).join('')}`;
  }
  const [head, indent] = /^redirects:[ \t]*\r?\n([ \t]+)(?=[^\s#])/m.exec(source) ?? [];
  if (head === undefined || indent === undefined) return null;
  const added = lines.map((line) => `${indent}${line}\n`).join('');
  // A function, because `$` in a replacement text would have a meaning.
  return source.replace(head, () => `redirects:\n${added}${indent}`);
}
