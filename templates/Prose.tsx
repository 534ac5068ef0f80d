/**
 * The body of an essay or of a page, as the author wrote it.
 *
 * The program has checked and completed the HTML. Only this component and `Words.tsx` insert the author's HTML.
 */
import { usePage } from './hooks.ts';

interface ProseProps {
  readonly html: string;
  /** True for `.txt` files: the style sheet keeps the lines of a poem as they are. */
  readonly isPlainText?: boolean;
}

export function Prose({ html, isPlainText = false }: ProseProps) {
  const { head } = usePage();
  return (
    <div
      dir={head.direction}
      className={isPlainText ? 'prose plain-text' : 'prose'}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the author of the body is trusted.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
