/**
 * A line of words from `site.yaml` with inline Markdown, as the program made it: a paragraph, or another block.
 */
interface WordsProps {
  readonly html: string;
  readonly as?: 'p' | 'div';
}

export function Words({ html, as: Block = 'p' }: WordsProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the author of the settings is trusted.
  return <Block dangerouslySetInnerHTML={{ __html: html }} />;
}
