/**
 * The page of all tags, `/tags`, the most frequent first. It exists if the settings have `tagPages` or `homeEssays`.
 */
import type { HomeProps } from 'essay-blog';
import { usePage, useTexts } from './hooks.ts';
import { Layout } from './Layout.tsx';

export default function TagsPage({ tags }: HomeProps) {
  const { site } = usePage();
  const t = useTexts();
  return (
    <Layout>
      <h1>{t('tags')}</h1>
      <div className="related">
        <ul>
          {tags.map(({ name, url, count }) => (
            <li key={name}>
              <a href={url}>
                <bdi>{`#${name}`}</bdi> <span className="count">{count}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <p className="back pager">
        <a href={site.homeUrl}>{t('backToEssays')}</a>
      </p>
    </Layout>
  );
}
