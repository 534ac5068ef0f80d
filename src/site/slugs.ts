/**
 * Titles and file names → slugs, and one slug for each essay. Pure.
 */
import type { ParsedEssay } from '../content/essay.ts';
import { makeProblem, type Problem, wholeFile } from '../problems.ts';

/** Letters that Unicode does not take apart into an ASCII letter and an accent, and their stand-ins. */
const UNFOLDED = 'ßæœøđðłþħı';
const FOLDED = ['ss', 'ae', 'oe', 'o', 'd', 'd', 'l', 'th', 'h', 'i'];

/**
 * Lower case, accents folded to ASCII, apostrophes dropped, all else one hyphen; empty where no
 * ASCII letter or digit is left. `It’d Be Hilarious` → `itd-be-hilarious`.
 */
export function slugify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[ßæœøđðłþħı]/g, (letter) => FOLDED[UNFOLDED.indexOf(letter)] ?? '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'\u2018\u2019\u02bc]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** The characters of a stated slug, and of a file's name: those of URLs that need no escape. */
const SAFE_SLUG = /^[A-Za-z0-9_~-](?:[A-Za-z0-9._~,+!()@=-]*[A-Za-z0-9_~)!-])?$/;

/** Longer derived slugs are cut at a hyphen: disks take 255 bytes for a name. */
const MAX_DERIVED = 100;
const MAX_STATED = 200;

/**
 * Gives each essay its slug, keyed by path. `oldestFirst` is in order of publication: of several
 * essays that derive the same slug the oldest keeps it and the next get "-2", "-3", so that a
 * published URL never moves. Stated slugs come before all derived ones. An essay without a slug to
 * be had is left out, and one problem says why.
 */
export function assignSlugs(
  oldestFirst: readonly ParsedEssay[],
  slugs: 'title' | 'file',
): { value: Map<string, string>; problems: Problem[] } {
  const value = new Map<string, string>();
  const owners = new Map<string, ParsedEssay>();
  /** The number to try first where a slug is taken: there may be thousands of one title. */
  const numbers = new Map<string, number>();
  const problems: Problem[] = [];
  for (const essay of oldestFirst) {
    if (essay.statedSlug === null) continue;
    const slug = essay.statedSlug.value;
    const owner = owners.get(slug);
    if (!isSafe(slug)) problems.push(slugInvalid(essay, slug));
    else if (owner !== undefined) problems.push(slugDuplicate(essay, owner, slug));
    else {
      owners.set(slug, essay);
      value.set(essay.path, slug);
    }
  }
  for (const essay of oldestFirst) {
    if (essay.statedSlug !== null) continue;
    const base = deriveSlug(essay, slugs);
    if (base === '') {
      problems.push(slugEmpty(essay));
      continue;
    }
    // Hosts read /blog/index as /blog/.
    let slug = base === 'index' ? 'index-1' : base;
    const owner = owners.get(slug);
    if (owner !== undefined) {
      let number = numbers.get(base) ?? 2;
      do slug = `${base}-${number++}`;
      while (owners.has(slug));
      numbers.set(base, number);
    }
    if (owner?.statedSlug && isOlder(essay, owner)) problems.push(slugTaken(essay, owner, slug));
    owners.set(slug, essay);
    value.set(essay.path, slug);
  }
  return { value, problems };
}

function isOlder(a: ParsedEssay, b: ParsedEssay): boolean {
  return a.publishedTimestamp < b.publishedTimestamp;
}

function deriveSlug(essay: ParsedEssay, slugs: 'title' | 'file'): string {
  const fileName = essay.fileName.replace(/\.html?$/i, '');
  const derive = (text: string) => cutSlug(slugify(text));
  if (slugs === 'title') return derive(essay.title) || derive(fileName);
  return isSafe(fileName) ? fileName : derive(fileName) || derive(essay.title);
}

/** True for what can be the last part of an address, and is not what hosts read as another one. */
function isSafe(slug: string): boolean {
  return SAFE_SLUG.test(slug) && slug.length <= MAX_STATED && !/\.html?$|^index$/i.test(slug);
}

function cutSlug(slug: string): string {
  if (slug.length <= MAX_DERIVED) return slug;
  const end = slug.lastIndexOf('-', MAX_DERIVED);
  return slug.slice(0, end > 0 ? end : MAX_DERIVED);
}

function slugInvalid(essay: ParsedEssay, slug: string): Problem {
  const place = essay.statedSlug?.place ?? wholeFile(essay.path);
  if (slug.length > MAX_STATED) {
    const message = `This slug has more than ${MAX_STATED} characters`;
    return makeProblem('slug-invalid', place, message, 'Shorten it.');
  }
  const suggestion = slugify(slug);
  const example = suggestion === '' ? '' : `, such as \`${suggestion}\``;
  const message = `\`${slug}\` cannot be part of a URL`;
  return makeProblem('slug-invalid', place, message, `Use letters, digits and hyphens${example}.`);
}

function slugDuplicate(essay: ParsedEssay, owner: ParsedEssay, slug: string): Problem {
  const place = essay.statedSlug?.place ?? wholeFile(essay.path);
  const message = `The slug \`${slug}\` is stated here and in ${owner.path}`;
  return makeProblem('slug-duplicate', place, message, 'Change one of the two.');
}

function slugEmpty(essay: ParsedEssay): Problem {
  const message = `Neither the title \`${essay.title}\` nor the file’s name gives a slug`;
  const hint = 'Add a line `slug: …` of letters, digits and hyphens to the front matter.';
  return makeProblem('slug-empty', wholeFile(essay.path), message, hint);
}

function slugTaken(essay: ParsedEssay, owner: ParsedEssay, slug: string): Problem {
  const place = owner.statedSlug?.place ?? wholeFile(owner.path);
  const message = `This slug takes the address of the older ${essay.path}, which moves to \`${slug}\``;
  return makeProblem('slug-taken', place, message, 'Choose another slug, or state one there.');
}
