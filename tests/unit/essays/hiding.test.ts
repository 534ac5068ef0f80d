/**
 * Hiding keys that must not hide: the front matter that widely used themes document, with their default values.
 */
import { describe, expect, test } from 'vitest';
import { readFrontMatter } from '../../../src/essays/front-matter.ts';
import { joinHiding } from '../../../src/essays/hiding.ts';
import { findHidingRow } from '../../../src/essays/hiding-keys.ts';

/** The keys of each theme that sound as if they hid or published something, and some of its others. */
const THEMES: Readonly<Record<string, string>> = {
  'Hugo: PaperMod':
    'author: Me\nshowToc: true\nTocOpen: false\ndraft: false\nhidemeta: false\ncomments: false\ndisableHLJS: true\ndisableShare: false\nhideSummary: false\nsearchHidden: true\nShowReadingTime: true\nShowBreadCrumbs: true\nShowPostNavLinks: true\nShowWordCount: true\nShowRssButtonInSectionTermList: true\nUseHugoToc: true\ncover:\n  image: a.png\n  relative: false\n  hidden: true',
  'Hugo: Stack':
    'description: d\nslug: s\nimage: cover.jpg\ncategories: [a]\nlicense: false\nhidden: false\ncomments: true\nmath: false\nreadingTime: true\ntoc: true\nweight: 1',
  'Hugo: Blowfish':
    'showDate: false\nshowAuthor: true\nshowTableOfContents: true\nshowHero: false\nhideFeatureImage: false\nshowViews: false\nxml: true\nexcludeFromSearch: false\nbuild:\n  list: always\n  render: always',
  'Hugo: Book':
    'bookFlatSection: false\nbookToc: true\nbookHidden: true\nbookCollapseSection: false\nbookComments: false\nbookSearchExclude: true',
  'Hugo: Docsy':
    'linkTitle: l\nhide_summary: true\ntoc_hide: true\nhide_readingtime: true\nsimple_list: true\nno_list: true\nexclude_search: false',
  'Hugo: Hextra':
    'sidebar:\n  hide: true\n  exclude: true\ntoc: false\nnoindex: true\nexcludeSearch: true',
  'Hugo: Ananke':
    'featured_image: a.jpg\nomit_header_text: true\nshow_reading_time: true\nprivate: false\ndisable_share: false\nlayout: post',
  'Hugo: LoveIt':
    'hiddenFromHomePage: true\nhiddenFromSearch: false\ntwemoji: false\nlightgallery: true\nlinkToMarkdown: true\nrssFullText: false\nseo:\n  images: []',
  'Jekyll: Minimal Mistakes':
    'layout: single\nauthor_profile: true\nread_time: true\ncomments: true\nshare: false\nrelated: true\nshow_date: true\nhidden: false\nsearch: false\nsitemap: false\nheader:\n  show_overlay_excerpt: false',
  'Jekyll: Chirpy':
    'pin: true\nmath: true\nmermaid: true\ntoc: false\ncomments: false\nrender_with_liquid: false\nmedia_subpath: /img\nhidden: false',
  'Jekyll: Beautiful Jekyll':
    'subtitle: s\ncover-img: a\nthumbnail-img: ""\nshare-img: a\nshare-title: t\nfull-width: true\nshow-avatar: false\nfooter-extra: x\nnav-short: true\nlast-updated: 2020-01-01',
  'Jekyll: al-folio':
    'featured: false\ngiscus_comments: true\nrelated_posts: false\nrelated_publications: true\ninline: true\npublication: x\npubyear: 2020\ncitation: true\ntoc:\n  sidebar: left',
  'Jekyll: Minima':
    'layout: post\npublished: true\nexcerpt_separator: x\nlist_title: Posts\nhide_title: true',
  'Jekyll: Just the Docs':
    'nav_order: 1\nnav_exclude: true\nsearch_exclude: true\nhas_children: false\nhas_toc: false\nnav_fold: true',
  'Hexo: NexT':
    'comments: false\nquicklink: false\nsticky: 1\nno_word_count: true\nnoindex: true\npublished: true\npost_meta: false\nsidebar: true\nlink: x',
  'Hexo: Butterfly':
    'top_img: false\ncover: true\naside: true\nhighlight_shrink: false\ncopyright: false\ncopyright_author: x\nnoticeOutdate: false\ntoc_number: true\nkatex: false\nmain_color: red',
  'Hexo: Fluid':
    'index_img: a\nbanner_img: b\nhide: false\narchive: true\nsticky: 100\nexcerpt: e\ncategory_bar: true\nmath: false',
  'Hexo: Icarus':
    'toc: true\nthumbnail: a\narticle: {licenses: false}\nwidgets: null\nsidebar: {left: {sticky: false}}\ndonates: []',
  'Hexo: Volantis':
    'headimg: a\npin: false\nmusic: {enable: false}\ncopyright: true\nvaline: {placeholder: x}\nbody: [article]\nbackup: x',
  'Docusaurus: classic':
    'draft: false\nunlisted: false\nhide_title: true\nhide_table_of_contents: true\nhide_reading_time: true\npagination_next: null\nhide_last_update: true\ndisplayed_sidebar: docs\nsidebar_label: l\nsidebar_position: 1\ncustom_edit_url: null\nlast_update: {date: 2020-01-01}',
};

describe('the front matter of a theme hides nothing', () => {
  test.each(Object.entries(THEMES))('%s', (_, lines) => {
    const bytes = Buffer.from(`---\ntitle: A\ndate: 2020-01-01\n${lines}\n---\nWords.\n`);
    const { hidingFacts, problems } = readFrontMatter({ path: 'content/essays/a.md', bytes });
    const hiding = joinHiding(hidingFacts, 'UTC', false);
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(hiding).toEqual({ hidden: null, unlisted: false, notBefore: null, expires: null });
  });
});

test('a name that goes on with anything else is no hiding key', () => {
  const names =
    'hideMeta hide_title hideToc hidden-from-home publicDomain publishOnMedium showDate displayName privateKey ' +
    'liveReload draftOf expiresHeader pageStyle postId noteTo isPost';
  expect(names.split(' ').filter((name) => findHidingRow(name) !== null)).toEqual([]);
});
