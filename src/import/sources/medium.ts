/**
 * Medium: a zip with one page for each story, which holds all facts about it. The lists of readers are never read.
 */
import type { Element } from 'domhandler';
import { lastPart } from '../addresses.ts';
import { loadPage } from '../clean.ts';
import { addCount } from '../counts.ts';
import type { Source } from './source.ts';

/** Lists the files of stories: those in `posts/`, or all if the input is that folder itself. */
export function listStories(files: readonly string[]): string[] {
  const own = files.filter((path) => /(?:^|\/)posts\/[^/]+\.html$/.test(path));
  return own.length > 0 ? own : files.filter((path) => /^[^/]+\.html$/.test(path));
}

/** A picture in the size of its page. */
const FITTED = /^(https:\/\/cdn-images-\d\.medium\.com)\/(?:max|fit)\/.*\/([^/]+)$/;

export const medium: Source = {
  home: 'https://medium.com',
  async *read(input, facts) {
    for (const path of listStories(input.files)) {
      const $ = loadPage(await input.readText(path));
      const name = path.split('/').at(-1) ?? '';
      const link = $('.p-canonical').attr('href') ?? '';
      const isDraft = name.startsWith('draft_');
      const id = /([0-9a-f]{8,})(?:\.html)?$/.exec(link || name)?.[1] ?? lastPart(name);
      const body = $('.e-content');
      if (
        !isDraft &&
        body.find('img, iframe, h3, h4, ul, ol, pre, .graf--p ~ .graf--p').length === 0
      ) {
        addCount(facts.leftOut, 'responses');
        continue;
      }
      const tags = $('.p-tags a').map((_, each) => $(each).text().trim());
      const title = $('.p-name').first().text().trim();
      const heading = body.find('h3, h4').first();
      if (heading.text().trim() === title) heading.remove();
      body.children('section').first().find('.section-divider').remove();
      yield {
        id: `medium:${id}`,
        title,
        html: body.html() ?? '',
        published: $('.dt-published').attr('datetime') ?? '',
        slug: lastPart(link).replace(/-[0-9a-f]{8,}$/, ''),
        tags: tags.get(),
        excerpt: $('.p-summary').text().trim(),
        isDraft,
        addresses: [link, `/${id}`, `/p/${id}`],
        guid: `https://medium.com/p/${id}`,
      };
    }
  },
  tidy($) {
    for (const each of $('.graf--mixtapeEmbed').get()) {
      const link = $(each).find('a[href]').first();
      link.text(link.find('strong').text() || link.text());
      $(each).replaceWith($('<p>').append(link));
    }
    for (const each of $('pre').get()) {
      if ($(each).find(':not(br, span)').length > 0) continue;
      $(each).find('br').replaceWith('\n');
      const language = $(each).attr('data-code-block-lang');
      const code = $('<code>').text($(each).text());
      if (language) code.addClass(`language-${language}`);
      $(each).empty().append(code);
    }
    // Medium has two levels of headings; the title of the page takes the first.
    for (const each of $<Element, 'h3, h4'>('h3, h4').get()) {
      const level = each.name === 'h3' ? 'h2' : 'h3';
      each.name = $(each).is('.graf--subtitle') ? 'p' : level;
    }
  },
  pictureHosts: /^(?:cdn-images-\d\.medium\.com|miro\.medium\.com)$/,
  original: (url) => url.replace(FITTED, '$1/max/2400/$2'),
};
