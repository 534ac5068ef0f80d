/**
 * The preview image of a page that has no picture of its own: 1200 × 630 pixels, drawn when the site is built.
 *
 * It isn't a page: a separate renderer draws it. The renderer supports flexbox, the usual inline styles and the fonts
 * in `fonts/`. The image looks like the top of a page, with the year in a margin on the left.
 */
import type { SocialCardProps } from 'essay-blog';

/** Pixels. */
const MARGIN = 204;
const COLUMN = 844;
/** The greatest height of the title, alone and above a subtitle. */
const HEIGHT = { alone: 380, above: 190 };
const TITLE_SIZES = [136, 112, 96, 84, 74, 64, 56, 48, 40];
const LINE_HEIGHT = 1.06;
/** The width of an average letter at font size 1, and how much wider a capital is, relative to a letter. */
const LETTER = 0.48;
const CAPITAL = 0.35;

export default function SocialCard(props: SocialCardProps) {
  const { title, subtitle, year, colours } = props;
  const { paper, ink, soft, rule, accent } = colours;
  const height = subtitle ? HEIGHT.above : HEIGHT.alone;
  const fontSize = sizeOf(title, height);
  const lineClamp = Math.floor(height / (fontSize * LINE_HEIGHT));
  return (
    <div style={{ ...card, backgroundColor: paper, color: ink }}>
      <div style={{ display: 'flex', alignItems: 'baseline' }}>
        <span style={{ ...margin, color: accent }}>{year}</span>
        <div style={{ display: 'flex', flexDirection: 'column', width: COLUMN }}>
          <span style={{ ...heading, fontSize, lineClamp }}>{title}</span>
          {subtitle && <span style={{ ...below, color: soft }}>{subtitle}</span>}
        </div>
      </div>
      <div style={{ ...foot, borderTop: `2px solid ${rule}` }}>
        <span style={byline}>{bylineOf(props)}</span>
        <span style={{ width: 15, height: 15, backgroundColor: accent }} />
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
  fontWeight: 300,
  lineHeight: LINE_HEIGHT,
  letterSpacing: '-0.025em',
  textWrap: 'balance',
  overflowWrap: 'anywhere',
} as const;

const below = {
  marginTop: 30,
  fontSize: 38,
  lineHeight: 1.35,
  lineClamp: 3,
  textWrap: 'pretty',
} as const;

const foot = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  paddingTop: 26,
  paddingLeft: MARGIN,
} as const;

const byline = { maxWidth: 780, fontSize: 38, fontStyle: 'italic', lineClamp: 1 } as const;

/** Finds the largest font size, in pixels, at which the title fits into `height` and no word is cut. */
function sizeOf(title: string, height: number): number {
  const fits = (size: number) => {
    const most = COLUMN / (size * LETTER);
    let [lines, filled] = [1, 0];
    for (const word of title.split(/\s+|(?<=-)/)) {
      const width = word.length + (word.match(/\p{Lu}/gu)?.length ?? 0) * CAPITAL;
      if (width > most) return false;
      if (filled + width > most) [lines, filled] = [lines + 1, 0];
      filled += width + 1;
    }
    return lines * size * LINE_HEIGHT <= height;
  };
  return TITLE_SIZES.find(fits) ?? 36;
}
