/**
 * The page of all tags, `/tags`, the most frequent first. It exists if the settings have `tagPages` or `homeEssays`.
 */
import type { HomeProps } from 'essay-blog';
import { EssayLinks } from './EssayLinks.tsx';
import { usePage, useTexts } from './hooks.ts';
import { Layout } from './Layout.tsx';

export default function TagsPage({ tags }: HomeProps) {
  const { site } = usePage();
  const t = useTexts();
  const links = tags.map(({ name, url, count }) => {
    return { url, label: <bdi>{`#${name}`}</bdi>, aside: count };
  });
  return (
    <Layout>
      <h1>{t('tags')}</h1>
      <EssayLinks links={links} />
      <p className="back pager">
        <a href={site.homeUrl}>{t('backToEssays')}</a>
      </p>
    </Layout>
  );
}
