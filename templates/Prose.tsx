/**
 * The body of an essay or of a page, as the author wrote it.
 *
 * The program has checked and completed the HTML. Only this component and `Words.tsx` insert the author's HTML.
 */
import { usePage } from './hooks.ts';

/** A text whose first word is a single letter, after which a large initial needs a space. */
const SHORT_WORD = /^<p>\p{L} /u;

interface ProseProps {
  readonly html: string;
  /** True for `.txt` files: the style sheet keeps the lines of a poem as they are. */
  readonly isPlainText?: boolean | undefined;
  /** The language and the direction of the text, unless they are those of the page. */
  readonly language?: string | null;
  readonly direction?: 'ltr' | 'rtl' | 'auto' | null;
}

export function Prose({ html, isPlainText = false, language, direction }: ProseProps) {
  const { head } = usePage();
  const names = ['prose', isPlainText && 'plain-text', SHORT_WORD.test(html) && 'short-word'];
  return (
    <div
      lang={language ?? undefined}
      dir={direction ?? head.direction}
      className={names.filter(Boolean).join(' ')}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the author of the body is trusted.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
