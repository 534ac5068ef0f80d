/**
 * The preview image of a page that has no picture of its own: 1200 × 630 pixels, drawn when the site is built.
 *
 * It isn't a page: a separate renderer draws it. The renderer supports flexbox, the usual inline styles and the fonts
 * in `fonts/`. The image looks like the top of a page, with the year in a margin on the left, or on the right if the
 * title runs from right to left.
 */
import type { SocialCardProps } from 'essay-blog';
import { CARD_STYLE } from './card-style.ts';

/** Pixels. */
const MARGIN = 204;
const COLUMN = 844;
/** The greatest height of the title, alone and above a subtitle. */
const HEIGHT = { alone: 380, above: 190 };
const TITLE_SIZES = [136, 112, 96, 84, 74, 64, 56, 48, 40];
/** The width of an average letter at font size 1. A capital and a square letter are wider by these shares of it. */
const LETTER = 0.48;
const CAPITAL = 0.35;
const SQUARE = 1.1;

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Scripts whose letters are joined, tall or square: their lines need more space, and they aren't slanted. */
const TALL =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SQUARES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60]/gu;
/** Where a line can end: at a space, after a hyphen, and around a Chinese or Japanese letter. */
const BREAKS = /\s+|(?<=-)|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

export default function SocialCard(props: SocialCardProps) {
  const { title, subtitle, year, colours } = props;
  const { paper, ink, soft, rule, accent } = colours;
  const height = subtitle ? HEIGHT.above : HEIGHT.alone;
  const lineHeight = TALL.test(title) ? 1.3 : 1.06;
  const fontSize = sizeOf(title, height, lineHeight);
  const lineClamp = Math.floor(height / (fontSize * lineHeight));
  const letterSpacing = TALL.test(title) ? 0 : '-0.025em';
  const isRtl = RIGHT_TO_LEFT.test(title);
  const flexDirection = isRtl ? 'row-reverse' : 'row';
  const textAlign = isRtl ? 'right' : 'left';
  // With `textWrap: pretty`, the renderer can align lines only to the left.
  const textWrap = isRtl ? 'wrap' : 'pretty';
  const set = isRtl ? embed : (text: string) => text;
  const author = bylineOf(props);
  const fontStyle = TALL.test(author) ? 'normal' : CARD_STYLE.slant;
  return (
    <div style={{ ...card, backgroundColor: paper, color: ink }}>
      <div style={{ display: 'flex', flexDirection, alignItems: 'baseline' }}>
        <span style={{ ...margin, textAlign, color: accent }}>{year}</span>
        <div style={{ display: 'flex', flexDirection: 'column', width: COLUMN, textAlign }}>
          <span style={{ ...heading, fontSize, lineHeight, letterSpacing, lineClamp }}>
            {set(title)}
          </span>
          {subtitle && <span style={{ ...below, textWrap, color: soft }}>{set(subtitle)}</span>}
        </div>
      </div>
      <div
        style={{
          ...foot,
          flexDirection,
          borderTop: `2px solid ${rule}`,
          [isRtl ? 'paddingRight' : 'paddingLeft']: MARGIN,
        }}
      >
        <span style={{ ...byline, fontStyle }}>{set(author)}</span>
        {CARD_STYLE.mark === 'seal' ? (
          <span style={{ ...seal, backgroundColor: accent, color: paper }}>
            {Array.from(props.name)[0]}
          </span>
        ) : (
          <span style={{ width: 15, height: 15, backgroundColor: accent }} />
        )}
      </div>
    </div>
  );
}

function bylineOf({ page, title, author, name, label }: SocialCardProps): string {
  if (page === 'about') return label;
  if (author !== name) return `${author} · ${name}`;
  return title === name ? '' : name;
}

const card = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  width: '100%',
  height: '100%',
  padding: '60px 76px 54px',
  fontVariantNumeric: 'oldstyle-nums',
} as const;

const margin = { width: MARGIN, flexShrink: 0, fontSize: 60, fontWeight: 300 } as const;

const heading = {
  marginLeft: '-0.03em',
  fontWeight: CARD_STYLE.weight,
  textWrap: 'balance',
  overflowWrap: 'anywhere',
} as const;

const below = {
  marginTop: 30,
  fontSize: 38,
  lineHeight: 1.35,
  lineClamp: 3,
} as const;

const foot = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  paddingTop: 26,
} as const;

const seal = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 76,
  height: 76,
  borderRadius: '46% 54% 52% 48%',
  fontSize: 40,
  fontStyle: 'italic',
} as const;

const byline = { maxWidth: 780, fontSize: 38, lineClamp: 1 } as const;

/** Sets a text from right to left (U+202B, U+202C), since the renderer sets all paragraphs from left to right. */
function embed(text: string): string {
  return `\u202b${text}\u202c`;
}

/** Finds the largest font size, in pixels, at which the title fits into `height` and no word is cut. */
function sizeOf(title: string, height: number, lineHeight: number): number {
  const fits = (size: number) => {
    const most = COLUMN / (size * LETTER);
    let [lines, filled] = [1, 0];
    for (const word of title.split(BREAKS)) {
      const squares = count(word, SQUARES);
      const width = word.length + count(word, /\p{Lu}/gu) * CAPITAL + squares * SQUARE;
      if (width > most) return false;
      if (filled + width > most) [lines, filled] = [lines + 1, 0];
      filled += width + (squares > 0 ? 0 : 1);
    }
    return lines * size * lineHeight <= height;
  };
  return TITLE_SIZES.find(fits) ?? 36;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
