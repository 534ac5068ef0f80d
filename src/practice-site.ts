/**
 * A small site that has something of all that essays have: what `ship-machine-code.ts` builds, so that
 * V8 compiles what most builds need.
 */

const MARKDOWN = `---
title: What the loom & the pen taught me
published: Thursday, December 3, 2020 at 10:15 PM EST
updated: 2021-02-03
tags: [craft, "long walks"]
image: /loom.svg
imageAlt: A loom
aliases: [/old/loom]
---

Some *words* with "quotes", ~~gone~~ ones and a [link](/blog/the-tide), an [old one](/blog/post/the-tide)
and [another](https://elsewhere.example/page?a=1&b=2). A note.[^1] A line that
goes on; https://bare.example/ too.

## A heading

1. One
2. Two, with \`code\`

- [ ] To do
- [x] Done

> Somebody said so.

![A loom](/loom.svg)

| Year | Words |
| --- | ---: |
| 2020 | 1,200 |

### Another heading {#stated}

\`\`\`js
// A comment
const sum = (a, b) => a + b;
show(\`\${sum(1, 2)}\`, /x+/g.test('xx'), null);
\`\`\`

\`\`\`html
<p class="a">Text &amp; <em>more</em></p>
<style>p { color: red; }</style>
\`\`\`

\`\`\`python
def sum(a, b):
    """Adds."""
    return a + b  # both
\`\`\`

\`\`\`sh
for file in *.txt; do echo "$file"; done
\`\`\`

***

<div class="aside"><p>Raw HTML.</p></div>

[^1]: The note.
`;

const HTML = `---
title: Notes from an old blog
date: 2008-05-06
tags: craft
---
<p>An old page with a <a href="http://elsewhere.example/" onclick="track(this)">link</a>,<br>
an entity &#8217; and an <img src="/loom.svg" alt="loom" class="left"></p>
<h2>Then</h2>
<p>One<p>Two <b>bold</b>
<ul><li>One<li>Two</ul>
<!-- A comment -->
<blockquote>Quoted.</blockquote>
<pre>Plain   text</pre>
<iframe src="https://video.example/embed/1" width="560" height="315"></iframe>
`;

const TEXT = `---
title: The tide
date: 2006-01-02
tags: poem
---
The tide comes in,
the tide goes out.

See https://tide.example/table for when.
`;

/** The site's files, by their paths. */
export const PRACTICE_SITE: Readonly<Record<string, string>> = {
  'content/site.yaml': `name: Ann Author
url: https://ann.example
email: ann@ann.example
x: https://x.com/ann
substack: https://ann.substack.com
intro: Essays.
socialImages: false
redirects:
  /posts/:slug: /blog/:slug
`,
  'content/about.md': 'I am **Ann**.\n',
  'content/essays/loom.md': MARKDOWN,
  'content/essays/old/notes.html': HTML,
  'content/essays/the-tide.txt': TEXT,
  'content/essays/2019-03-04-dated.md': '# Dated by its name\n\nSome words.\n',
  'content/essays/draft.md': '---\ntitle: A draft\ndate: 2020-01-01\ndraft: true\n---\nNot yet.\n',
  'content/public/loom.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><path d="M0 0H30"/></svg>\n',
};
