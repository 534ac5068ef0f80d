/**
 * The picture of an essay that has none of its own, where a link to it is shown: 1200 × 630 pixels,
 * drawn when the site is built.
 *
 * It is not a page: a separate renderer draws it, which supports flexbox, the usual styles and the
 * fonts in `fonts/`. As on a wide page, details stand in a margin at the left.
 */
import type { SocialCardProps } from 'essay-blog';

/** Pixels. */
const MARGIN = 200;
const COLUMN = 840;

export default function SocialCard({ title, author, name, year }: SocialCardProps) {
  const size = sizeOf(title);
  return (
    <div style={card}>
      <div style={{ display: 'flex', paddingLeft: MARGIN, fontSize: 36, fontStyle: 'italic' }}>
        <span style={byline}>{author === name ? name : `${author} · ${name}`}</span>
      </div>
      <div style={{ display: 'flex', alignItems: 'baseline' }}>
        <span style={{ width: MARGIN, flexShrink: 0, fontSize: 32, color: '#54565b' }}>{year}</span>
        <span style={{ ...heading, fontSize: size, lineClamp: Math.floor(350 / (size * 1.12)) }}>
          {title}
        </span>
      </div>
    </div>
  );
}

const card = {
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'space-between',
  width: '100%',
  height: '100%',
  padding: '70px 80px 76px',
  borderBottom: '12px solid #a3231b',
  backgroundColor: '#fdfdfc',
  color: '#1c1d20',
} as const;

const byline = { lineClamp: 1, maxWidth: COLUMN } as const;

const heading = {
  width: COLUMN,
  lineHeight: 1.12,
  letterSpacing: '-0.015em',
  textWrap: 'balance',
  overflowWrap: 'anywhere',
} as const;

/** The font size in pixels: smaller for longer titles, and for words that would not fit on a line. */
function sizeOf(title: string): number {
  const { length } = title;
  const byLength = length <= 28 ? 96 : length <= 60 ? 76 : length <= 110 ? 60 : 48;
  const longestWord = Math.max(...title.split(/[\s-]+/).map((word) => word.length));
  return Math.max(36, Math.min(byLength, Math.floor(COLUMN / (longestWord * 0.54))));
}
