/**
 * Keys that people try in site.yaml for what is set elsewhere, and where that is. A key that becomes a setting loses its
 * row here.
 */
import { manualPage } from '../problems/manual.ts';
import { splitNames } from '../text/text.ts';

/** By the key in lower case, without hyphens and underscores. */
export const OTHER_SETTINGS = splitNames<string>({
  'css customcss style styles stylesheet stylesheets':
    'Put CSS into templates/site.css, which every page loads last.',
  'js script scripts': 'Put `<script>` tags into `head`, or write a client script of your own.',
  'dark darkmode':
    'Colours for dark mode go under `dark` in `colors`; `colorScheme: dark` is for all readers.',
  search: `Add it as a page of your own: ${manualPage('recipes', 'Search')}.`,
  'comments giscus disqus utterances': `Add them to your copy of the essay's page: ${manualPage('recipes', 'Comments')}.`,
  'googleanalytics plausible umami goatcounter matomo': `Write its tag into \`head\`: ${manualPage('recipes', 'Analytics')}.`,
  'newsletter buttondown': `Link it in \`callToAction\`: ${manualPage('recipes', 'A newsletter from the feed')}.`,
  'author authors':
    'Your name is `name`; an essay by somebody else has `author` in its front matter.',
  'github gitlab mastodon bluesky twitter linkedin instagram youtube facebook threads social socials sociallinks':
    'Write it below `profiles`: `GitHub: https://github.com/ann`.',
  'menu menus navigation mainmenu': 'The links in the header are `nav`.',
  'baseurl base basepath site siteurl domain host canonical':
    'The address of the site, with its folder, is `url`.',
  'bio about portrait avatar photo': 'Write it into content/about.md; its `image` is the portrait.',
  'paginate pagination perpage postsperpage pagesize':
    'The number of essays on the home page is `homeEssays`.',
  'rss feed feeds atom sitemap robots':
    'It is always generated; `feedItems` is the number of essays in a feed.',
  'tags categories taxonomies': 'Essays state their tags; `tagPages: true` gives each tag a page.',
  'copyright license licence': 'Write it into `footer`.',
  icon: 'The icon is `favicon`.',
  'ogimage socialimage image':
    'An essay states its own `image`; others get a card, unless `socialImages: false`.',
  'drafts showdrafts': 'A draft has `draft: true`; `blog build --drafts` shows drafts.',
  'output outdir destination publicdir':
    'The folder is an option of the command: `blog build --out FOLDER`.',
  'plugins plugin extensions': 'There are no plugins; put components into templates/shortcodes/.',
});
