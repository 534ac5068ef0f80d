/**
 * A page of the manual: its headings beside the text, and the pages before and after it below.
 */
import type { OwnPageProps } from 'essay-blog';
import { listChapters } from '../chapters.ts';
import { usePage } from '../hooks.ts';
import Page from '../Page.tsx';

export default function Manual(props: OwnPageProps) {
  const { site, url } = usePage();
  const pages = listChapters(site).flatMap((chapter) => chapter.pages);
  const at = pages.findIndex((page) => page.url === url);
  const headings = props.page.headings.filter(({ level }) => level === 2);
  const contents = headings.length > 2 && (
    <nav className="on-page" aria-label="On this page">
      <ul>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
  return (
    <Page {...props} before={contents}>
      {at !== -1 && (
        <nav className="turn" aria-label="Next and previous page">
          {[pages[at - 1], pages[at + 1]].map(
            (page, side) =>
              page && (
                <a key={page.url} href={page.url} rel={side === 0 ? 'prev' : 'next'}>
                  <small>{side === 0 ? 'Before' : 'Next'}</small> {page.title}
                </a>
              ),
          )}
        </nav>
      )}
    </Page>
  );
}
