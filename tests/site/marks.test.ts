import { expect, test } from 'vitest';
import { buildSite, essay } from '../support/site.ts';

const FIG = `import type { MarkProps } from 'essay-blog';
export function Figure({ children, ...props }: MarkProps) { return <figure data-p={JSON.stringify(props)}>{children}</figure>; }
`;
test('x', async () => {
  const bodies = [
    '{{< figure src="x.png" n=3 >}}',
    'text\n{% figure a "b c" %}\nmore',
    '<Figure\n  src="/b"\n  wide n={4}\n/>',
    '{{< fig-ure >}}\nSome **b**.\n\n- a\n- b\n{{< /figure >}}',
    '<Figure>in *it*</Figure>',
    'a <Figure /> b `<Figure/>` and\n\n    <Figure/>\n\n```\n{{< figure >}}\n```\n',
    '<Figure>\n  <Figure a="1">\n    Deep\n  </Figure>\n</Figure>',
    '> q\n> {% figure x %}\n> r',
    '- a\n- {{< figure >}}\n- {{< figure >}}\n  b',
    '{% note x %} {{< foo >}}',
    '[a](b "{{< figure >}}") <a title="{{< figure >}}">x</a>',
    '<FIGURE>x</FIGURE><figure>y</figure>',
    '<Figure x={y} z="once" once="a\\b &amp; c" n={5} b={true} s={`q"`} />','x\n\n<Figure>\n\ny', '{{< /figure >}}', '<blog-mark data-n="0">z</blog-mark> w <blog-mark>q</blog-mark> <Figure />',
  ];
  for (const b of bodies) {
    const s = await buildSite({
      'templates/marks/Figure.tsx': FIG,
      'content/essays/a.md': essay('title: A\npublished: 2020-01-01', b + '\n'),
      'content/essays/b.md': essay('title: B\npublished: 2020-01-01', 'w\n'),
    });
    console.log(
      JSON.stringify(b),
      '\n',
      s.commit ? s.page('blog/a.html')('.prose').html() : '',
      s.report,
    );
  }
});
