import type { Row } from '../../support/written.ts';

export const rows: readonly Row[] = [
  {
    written: '`> [!NOTE]`; GitHub, Hugo and Obsidian',
    body: '> [!NOTE]\n> Some *words*.',
    shown: [
      '<blockquote class="callout callout-note" role="note">',
      '<p class="callout-title"><strong>Note</strong></p>',
      '<p>Some <em>words</em>.</p>',
      'callouts.',
    ],
    hidden: ['[!NOTE]'],
  },
  {
    written: '`> [!tip] My title`',
    body: '> [!tip] My title\n> Words.',
    shown: ['class="callout callout-tip"', '<strong>My title</strong>'],
  },
  {
    written: '`> [!faq]- Why?`; with `+` it is open at first',
    body: '> [!faq]- Why?\n> Because.\n\n> [!faq]+ And?\n> So.',
    shown: [
      '<details class="callout callout-question">\n<summary>Why?</summary>',
      '<details class="callout callout-question" open>\n<summary>And?</summary>',
    ],
  },
  {
    written: '`:::note`, and `:::` below the text; Docusaurus, Starlight, VitePress and VuePress',
    body: ':::note\nSome *words*.\n:::',
    shown: ['class="callout callout-note"', '<p>Some <em>words</em>.</p>'],
    hidden: [':::'],
  },
  {
    written: '`:::tip My title`, `:::tip[My title]`, `:::tip{title="My title"}`',
    body: ':::tip My title\na\n:::\n\n:::info[My label]\nb\n:::\n\n:::danger{title="My key"}\nc\n:::',
    shown: ['My title</strong>', 'My label</strong>', 'My key</strong>'],
  },
  {
    written: '`::: details My title`',
    body: '::: details My title\nWords.\n:::',
    shown: ['<details class="callout callout-details">\n<summary>My title</summary>'],
  },
  {
    written:
      '`::: {.warning}`, `::: {.callout-tip title="My title" collapse="true"}`; Pandoc and Quarto',
    body: '::: {.warning}\na\n:::\n\n::: {.callout-tip title="My title" collapse="true"}\nb\n:::',
    shown: ['<strong>Warning</strong>', '<details class="callout callout-tip">'],
  },
  {
    written: '`!!! note "My title"`, with the text below indented; MkDocs',
    body: '!!! note "My title"\n    Some words.\n\n    - a list',
    shown: ['class="callout callout-note"', 'My title</strong>', '<li>a list</li>'],
    hidden: ['!!!', '<pre'],
  },
  {
    written: '`??? note`; with `???+` it is open at first',
    body: '??? note\n    a\n\n???+ tip\n    b',
    shown: ['<details class="callout callout-note">', '<details class="callout callout-tip" open>'],
  },
  {
    written: '`=== "My tab"`, with the text below indented; MkDocs',
    body: '=== "My tab"\n\n    Some *words*.',
    shown: ['<details class="callout callout-details" open>', 'My tab</summary>', '<em>words</em>'],
    hidden: ['===', '<pre'],
  },
  {
    written:
      '`{{< callout >}}`, `{{% notice tip %}}`, `{% note info %}` and their ends; Hugo and Hexo',
    body: '{{< callout >}}\na\n{{< /callout >}}\n\n{{% notice tip %}}\nb\n{{% /notice %}}\n\n{% note info %}\nc\n{% endnote %}',
    shown: ['callout-note', 'callout-tip', 'callout-info'],
    hidden: ['{{', '{%'],
  },
  {
    written:
      '`<Aside type="tip" title="My title">` and `</Aside>`; Astro and Starlight, and Docusaurus\'s `<Admonition>`',
    body: '<Aside type="tip" title="My title">\nSome *words*.\n</Aside>',
    shown: ['class="callout callout-tip"', '<strong>My title</strong>', '<p>Some <em>words</em>.'],
    hidden: ['<aside type'],
  },
  {
    written:
      '`<TabItem label="My tab">` and `</TabItem>` in `<Tabs>`; Astro, Starlight and Docusaurus',
    body: '<Tabs>\n<TabItem label="My tab">\nSome *words*.\n</TabItem>\n</Tabs>',
    shown: ['<summary>My tab</summary>', '<p>Some <em>words</em>.'],
    hidden: ['Tabs>'],
  },
  {
    written: '`{: .prompt-tip }` below a quotation; Chirpy',
    body: '> Words.\n{: .prompt-tip }',
    shown: ['class="callout callout-tip"'],
  },
  {
    written: '`::: aside`, or any other name',
    body: '::: aside\nWords.\n:::',
    shown: ['<div class="aside">\n<p>Words.</p>\n</div>'],
    codes: ['container-unstyled'],
  },
  {
    written:
      '`::youtube{#id}`, with the name of a [shortcode](moving-in.md#posts-of-other-generators)',
    body: '::youtube{#dQw4w9WgXcQ}',
    shown: ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  },
];
