/**
 * A body of text that an author wrote, as the program made it: an essay or the biography.
 *
 * The HTML is the author's own, checked and rewritten by the program before it gets here. Of the other templates,
 * only `Words.tsx` inserts HTML of the author.
 */
import type { HeadProps } from 'essay-blog';

interface ProseProps {
  readonly html: string;
  readonly direction: HeadProps['direction'];
  /** True for `.txt` essays: their line breaks are kept, and poems are set as poems. */
  readonly isPlainText?: boolean;
}

export function Prose({ html, direction, isPlainText = false }: ProseProps) {
  return (
    <div
      dir={direction}
      className={isPlainText ? 'prose plain-text' : 'prose'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the author of the body is trusted.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
