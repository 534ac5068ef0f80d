/**
 * Medium: a zip with one page for each story, which holds all facts about it. The lists of readers are never read.
 */
import { loadMarkdownEngine } from '../../markdown/engine.ts';
import { lastPart } from '../addresses.ts';
import { attemptPost } from '../attempt.ts';
import { addCount } from '../counts.ts';
import type { Element, Node, Root } from '../tree.ts';
import * as dom from '../tree.ts';
import type { Source } from './source.ts';

/** Lists the files of stories: those in `posts/`, or all if the input is that folder itself. */
export function listStories(files: readonly string[]): string[] {
  const own = files.filter((path) => /(?:^|\/)posts\/[^/]+\.html$/.test(path));
  return own.length > 0 ? own : files.filter((path) => /^[^/]+\.html$/.test(path));
}

/** A picture in the size of its page. */
const FITTED = /^(https:\/\/cdn-images-\d\.medium\.com)\/(?:max|fit)\/.*\/([^/]+)$/;

export const medium: Source = {
  async *read(input, facts) {
    const { toTree } = await loadMarkdownEngine();
    for (const path of listStories(input.files)) {
      const page = await attemptPost(path, facts, async () =>
        dom.parsePost(await input.readText(path), toTree),
      );
      if (page === null) continue;
      const name = path.split('/').at(-1) ?? '';
      const link = dom.select('.p-canonical', page)?.properties.href?.toString() ?? '';
      const isDraft = name.startsWith('draft_');
      const id = /([0-9a-f]{8,})(?:\.html)?$/.exec(link || name)?.[1] ?? lastPart(name);
      const body = dom.select('.e-content', page) ?? dom.element('div');
      if (!isDraft && dom.select(STORY, body) === undefined) {
        addCount(facts.leftOut, 'responses');
        continue;
      }
      const title = dom.wordsOf(dom.select('.p-name', page));
      dropHead(body, title);
      yield {
        id: `medium:${id}`,
        title,
        html: dom.toHtml(body.children),
        published: dom.select('.dt-published', page)?.properties.dateTime?.toString() ?? '',
        slug: lastPart(link).replace(/-[0-9a-f]{8,}$/, ''),
        tags: dom.selectAll('.p-tags a', page).map(dom.wordsOf),
        excerpt: dom.wordsOf(dom.select('.p-summary', page)),
        isDraft,
        addresses: [link, `/${id}`, `/p/${id}`],
        guid: `https://medium.com/p/${id}`,
      };
    }
  },
  tidy(tree) {
    dom.replaceAll(tree, '.graf--mixtapeEmbed', (embed) => {
      const link = dom.select('a[href]', embed);
      if (link === undefined) return [];
      link.children = [dom.text(dom.wordsOf(dom.select('strong', link)) || dom.textOf(link))];
      return [dom.element('p', {}, [link])];
    });
    for (const each of dom.listElements(tree, /^pre$/)) writeCode(each);
    // Medium has two levels of headings; the title of the page takes the first.
    for (const each of dom.listElements(tree, /^h[34]$/)) {
      const level = each.tagName === 'h3' ? 'h2' : 'h3';
      each.tagName = dom.classesOf(each).includes('graf--subtitle') ? 'p' : level;
    }
  },
  pictureHosts: /^(?:cdn-images-\d\.medium\.com|miro\.medium\.com)$/,
  original: (url) => url.replace(FITTED, '$1/max/2400/$2'),
};

/** What distinguishes a story from a response, which is one paragraph. */
const STORY = 'img, iframe, h3, h4, ul, ol, pre, .graf--p ~ .graf--p';

/** Removes the heading that repeats the title, and the rule above the first section. */
function dropHead(body: Element, title: string): void {
  const heading = dom.select('h3, h4', body);
  const first = body.children.find((each) => dom.isElement(each, /^section$/));
  const dividers = first === undefined ? [] : dom.selectAll('.section-divider', first as Element);
  const dropped = new Set<Node>(dividers);
  if (heading !== undefined && dom.wordsOf(heading) === title) dropped.add(heading);
  dom.rewrite(body, (node) => (dropped.has(node) ? [] : null));
}

/** Writes a code block as the Markdown engine does. */
function writeCode(pre: Element): void {
  if (dom.select(':not(br, span)', { type: 'root', children: pre.children } as Root)) return;
  dom.rewrite(pre, (node) => (dom.isElement(node, /^br$/) ? [dom.text('\n')] : null));
  const language = dom.attributeOf(pre, 'dataCodeBlockLang');
  const named = language === '' ? {} : { className: [`language-${language}`] };
  pre.children = [dom.element('code', named, [dom.text(dom.textOf(pre))])];
}
