/**
 * The floor of a cold build: the least that any program with this engine and these templates must do. It reads the
 * essays, converts their Markdown, renders the page of each with React, and writes it; nothing is checked, and there is
 * no home page, no feed and no cache.
 *
 *   node floor.mjs FACTS.json
 *
 * run.ts compiles this file and writes the facts.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Features, markdownToHtml } from 'satteri';
import { renderPage as renderTemplate } from '../../src/theme/page-script.ts';
import type { CurrentPage, EssayProps } from '../../src/theme/props.ts';

/** What the floor is told, so that of the program it needs only what renders a template. */
export interface FloorFacts {
  /** The folder of essays, absolute. */
  readonly essays: string;
  /** The folder for the pages, absolute. */
  readonly out: string;
  /** The program's compiled templates, absolute. */
  readonly script: string;
  /** The essay that a page of `blog` shows; each page replaces what differs. */
  readonly essay: EssayProps['essay'];
  /** What `usePage()` returns on that page; each page replaces what differs. */
  readonly page: CurrentPage;
}

const facts: FloorFacts = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const script = createRequire(import.meta.url)(facts.script);
const features: Features = { gfm: true, smartPunctuation: true };
const days = new Intl.DateTimeFormat('en', { timeZone: 'UTC', dateStyle: 'long' });

/** The front matter that the benchmark writes has one key on each line. */
function readEssay(name: string) {
  const text = readFileSync(join(facts.essays, name), 'utf8');
  const end = text.indexOf('\n---\n', 4);
  const readValue = (key: string) => {
    const start = text.indexOf(`${key}: `) + key.length + 2;
    return text.slice(start, text.indexOf('\n', start));
  };
  return {
    slug: name.replace(/\.md$/, ''),
    title: readValue('title'),
    date: new Date(readValue('date')),
    tags: readValue('tags').slice(1, -1).split(', '),
    body: text.slice(end + 5),
  };
}

type Essay = ReturnType<typeof readEssay>;

function linkTo(essay: Essay | undefined) {
  return essay === undefined
    ? null
    : { title: essay.title, url: `/blog/${essay.slug}`, year: String(essay.date.getUTCFullYear()) };
}

function renderPage(essay: Essay, newer: Essay | undefined, older: Essay | undefined): string {
  const { title, date, tags, body, slug } = essay;
  const { html } = markdownToHtml(body, { features });
  const isoDate = date.toISOString();
  const excerpt = html.slice(3, 180);
  const head = {
    ...facts.page.head,
    title: `${title} · Ann Author`,
    description: excerpt,
    canonical: `https://ann.example/blog/${slug}`,
    metas: [
      { property: 'og:title', content: title },
      { property: 'og:description', content: excerpt },
      { property: 'article:published_time', content: isoDate },
      ...tags.map((content) => ({ property: 'article:tag', content })),
    ],
    jsonLd: JSON.stringify({ headline: title, description: excerpt, datePublished: isoDate }),
  };
  const ownProps = {
    ...facts.essay,
    title,
    url: `/blog/${slug}`,
    excerpt,
    fullDate: days.format(date),
    isoDate,
    year: String(date.getUTCFullYear()),
    tags: tags.map((name) => ({ name, url: `/?tag=${name}` })),
    content: html,
    headings: [],
    newer: linkTo(newer),
    older: linkTo(older),
    related: [],
  };
  const page = { ...facts.page, head, url: `/blog/${slug}` };
  const { texts, language } = page.site;
  const context = { texts, language, scripts: {}, page };
  return renderTemplate(script, 'EssayPage', { essay: ownProps }, context);
}

const essays = readdirSync(facts.essays).sort().map(readEssay);
mkdirSync(join(facts.out, 'blog'), { recursive: true });
for (const [index, essay] of essays.entries()) {
  const page = renderPage(essay, essays[index + 1], essays[index - 1]);
  writeFileSync(join(facts.out, 'blog', `${essay.slug}.html`), page);
}
