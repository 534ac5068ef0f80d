/**
 * The front page of the manual: the first commands, the themes, and what no other generator has.
 */
import type { HomeProps } from 'essay-blog';
import { usePage } from './hooks.ts';
import { Layout } from './Layout.tsx';
import { Prose } from './Prose.tsx';
import { Words } from './Words.tsx';

const COMMANDS = `npx essay-blog init     # a site, sample drafts, a workflow
npx essay-blog dev      # shows it while you write
npx essay-blog build    # out/ is the site`;

const THEMES = { book: 'essays', gallery: 'pictures', index: 'many posts', letter: 'letters' };

export default function HomePage({ words }: HomeProps) {
  const { site } = usePage();
  return (
    <Layout>
      <h1>{site.title}</h1>
      <Words html={site.introHtml} />
      <pre className="first">
        <code>{COMMANDS}</code>
      </pre>
      <p>
        <a className="begin" href={`${site.homeUrl}start`}>
          Start: from an empty folder to a site on the web
        </a>
      </p>
      <ul className="looks">
        {Object.entries(THEMES).map(([name, about]) => (
          <li key={name}>
            <a href={`${site.homeUrl}examples/${name}/`}>
              <picture>
                <img src={`/looks/${name}.webp`} alt="" width="1240" height="800" loading="lazy" />
              </picture>
              {name}
            </a>{' '}
            for {about}
          </li>
        ))}
      </ul>
      {words && <Prose html={words.content} isPlainText={words.plainText} />}
    </Layout>
  );
}
