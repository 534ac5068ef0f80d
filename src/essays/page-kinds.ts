/**
 * The kinds of pages that have a body: an essay, and pages whose address gives them a meaning of their own. Pure.
 */
import { fillText, type Texts } from '../text/texts.ts';
import { ABOUT_ADDRESS, HOME_ADDRESS, NOT_FOUND_ADDRESS } from './paths.ts';

/** The ids of the templates' own elements, by the kind of page. */
export const TEMPLATE_IDS = {
  essay: ['main-content', 'essay-title', 'enjoyed-this-essay'],
  about: ['main-content', 'contact'],
  page: ['main-content'],
  home: ['main-content', 'listed', 'pinned'],
  notFound: ['main-content', 'enjoyed-this-essay'],
};

export type PageKind = keyof typeof TEMPLATE_IDS;

const KIND_BY_ADDRESS: Readonly<Record<string, PageKind>> = {
  [ABOUT_ADDRESS]: 'about',
  [HOME_ADDRESS]: 'home',
  [NOT_FOUND_ADDRESS]: 'notFound',
};

/** Finds the kind of a page by its address without the prefix of its language; an essay's address is null. */
export function kindOf(page: string | null): PageKind {
  return page === null ? 'essay' : (KIND_BY_ADDRESS[page] ?? 'page');
}

/** The title of a page without one. That of the home page is in site.yaml, and no heading of its words is dropped. */
export function usualTitle(kind: PageKind, texts: Texts): string | null {
  return kind === 'about' ? fillText(texts.about) : kind === 'home' ? '' : null;
}
