/** The chapters of the manual and their pages, in the order of `data` in site.yaml. */
import type { SiteProps } from 'essay-blog';

export interface Chapter {
  readonly name: string;
  readonly pages: readonly { readonly title: string; readonly url: string }[];
}

export function listChapters({ data, homeUrl }: SiteProps): Chapter[] {
  const chapters: Record<string, string[]> = data.chapters;
  return Object.entries(chapters).map(([name, pages]) => ({
    name,
    pages: pages.map((page) => ({ title: data.titles[page] ?? page, url: `${homeUrl}${page}` })),
  }));
}
