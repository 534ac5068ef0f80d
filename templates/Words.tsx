/**
 * A line of text from `site.yaml`, which the program has converted from inline Markdown to HTML.
 */
interface WordsProps {
  readonly html: string;
  readonly as?: 'p' | 'div';
}

export function Words({ html, as: Block = 'p' }: WordsProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the author of the settings is trusted.
  return <Block dangerouslySetInnerHTML={{ __html: html }} />;
}
