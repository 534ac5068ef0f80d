/**
 * The list of all pages, which stands beside the text in a wide window and below it on a phone, and the footer.
 */
import { listChapters } from './chapters.ts';
import { usePage } from './hooks.ts';
import { Words } from './Words.tsx';

export function SiteFooter() {
  const { site, url, year } = usePage();
  return (
    <>
      <nav id="chapters" className="chapters" aria-label="All pages">
        {listChapters(site).map(({ name, pages }) => (
          <section key={name}>
            <h2>{name}</h2>
            <ul>
              {pages.map((page) => (
                <li key={page.url}>
                  <a href={page.url} aria-current={page.url === url ? 'page' : undefined}>
                    {page.title}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      <footer className="footer">
        <div>
          © <span>{year}</span> {site.name}
        </div>
        {site.footer.html && <Words html={site.footer.html} as="div" />}
        <ul>
          {site.footer.links?.map(({ label, url: target }) => (
            <li key={label}>
              <a href={target}>{label}</a>
            </li>
          ))}
        </ul>
      </footer>
    </>
  );
}
