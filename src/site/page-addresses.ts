/**
 * The addresses of the author's own pages, which follow the paths of their files, and the templates that pages name. Pure.
 */
import type { ParsedEssay } from '../essays/essay.ts';
import { replaceFrom } from '../problems/edits.ts';
import { makeProblem, type Problem, wholeFile } from '../problems/problems.ts';
import { askMeant, type Stated, suggestWord } from '../text/text.ts';
import { isSafeSlug } from './scripts.ts';
import type { SluggedEssay, SlugResult } from './slugs.ts';
import { pagePath } from './urls.ts';

/** Gives each page the address of its file; sorted by address. `templates` are those that pages can name. */
export function addressPages(
  pages: readonly ParsedEssay[],
  templates: readonly string[],
): SlugResult {
  const problems: Problem[] = [];
  const value = pages.map((page): SluggedEssay => {
    const path = (page.page ?? '').normalize();
    const isSafe = page.kind === 'home' || isSafePath(path);
    if (!isSafe) problems.push(pathInvalid(page.path));
    const { template } = page;
    const isMissing = template !== null && !templates.includes(template.value);
    if (isMissing) problems.push(templateUnknown(template, templates));
    return {
      ...page,
      template: isMissing ? null : template,
      slug: isSafe ? path.slice(1) || 'index' : '',
      address: pagePath(path),
    };
  });
  return { value: value.sort((a, b) => (a.address < b.address ? -1 : 1)), problems };
}

/** True for the site path of a page: each part of it is a slug. */
export function isSafePath(path: string): boolean {
  return path.startsWith('/') && path.slice(1).split('/').every(isSafeSlug);
}

function pathInvalid(path: string): Problem {
  const message = 'The path of this file cannot be the address of a page';
  const hint = 'Rename it or its folder: use letters, digits and hyphens. `/` is the home page.';
  return makeProblem('slug-invalid', wholeFile(path), message, hint);
}

function templateUnknown({ value, place }: Stated, templates: readonly string[]): Problem {
  const message = `There is no template \`templates/pages/${value}.tsx\``;
  const others = templates.length === 0 ? '' : `, or name another: ${templates.join(', ')}`;
  const hint = `Make the file, with a component as its default export${others}.`;
  const meant = suggestWord(value, templates);
  const details = { edits: replaceFrom(place, value, meant), subject: value };
  return makeProblem('template-unknown', place, message, askMeant(meant) ?? hint, details);
}
