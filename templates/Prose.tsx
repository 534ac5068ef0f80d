/**
 * A body of text that an author wrote, as the program made it: an essay or the biography.
 *
 * The HTML is the author's own, checked and rewritten by the program before it gets here. No other
 * template inserts HTML of the author.
 */
interface ProseProps {
  readonly html: string;
  /** True for `.txt` essays: their line breaks are kept, and poems are set as poems. */
  readonly isPlainText?: boolean;
}

export function Prose({ html, isPlainText = false }: ProseProps) {
  return (
    <div
      dir="auto"
      className={isPlainText ? 'prose plain-text' : 'prose'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the author of the body is trusted.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
