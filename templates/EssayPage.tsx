/**
 * The page of one essay, `/blog/{slug}`: its title block, its body, and where to go from here.
 *
 * `NotFoundPage.tsx` is the same frame without an essay; change the two together.
 */
import type { EssayProps } from 'essay-blog';
import { CallToAction } from './CallToAction.tsx';
import { EssayDate } from './EssayDate.tsx';
import { Layout, MAIN_ID } from './Layout.tsx';
import { Prose } from './Prose.tsx';
import { SiteHeader } from './SiteHeader.tsx';

export default function EssayPage({ site, head, essay }: EssayProps) {
  return (
    <Layout site={site} head={head}>
      <SiteHeader site={site} page="essay" />
      <main id={MAIN_ID} tabIndex={-1}>
        <article className="essay" aria-labelledby="essay-title">
          <TitleBlock essay={essay} />
          <Prose html={essay.content} direction={head.direction} isPlainText={essay.plainText} />
        </article>
        <CallToAction site={site} />
        <p className="back">
          <a href={site.homeUrl}>← Check out more essays</a>
        </p>
      </main>
    </Layout>
  );
}

function TitleBlock({ essay }: Pick<EssayProps, 'essay'>) {
  return (
    <header>
      <h1 id="essay-title">{essay.title}</h1>
      <div className="marginal">
        <div className="meta">
          <EssayDate shown={essay.year} full={essay.fullDate} iso={essay.isoDate} />
          <span>{`${essay.readTime} min read`}</span>
          <span>{`by ${essay.author}`}</span>
          {essay.draft && <strong className="draft">Draft</strong>}
        </div>
        {essay.tags.length > 0 && <Tags tags={essay.tags} />}
      </div>
    </header>
  );
}

function Tags({ tags }: Pick<EssayProps['essay'], 'tags'>) {
  return (
    <nav aria-label="Tags">
      <ul className="chips">
        {tags.map((tag) => (
          <li key={tag.name}>
            <a className="chip" href={tag.url}>
              {tag.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
