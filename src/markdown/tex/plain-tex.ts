/**
 * A formula as a line of plain text, for titles, excerpts and search, made from the engine's tree of MathML.
 */
import { foldSpace } from '../../text/text.ts';

/** What Temml's tree is made of: elements have a type and children, texts a text. */
export interface MathNode {
  readonly type?: string;
  readonly text?: string;
  attributes?: Record<string, string>;
  classes?: readonly string[];
  style?: Record<string, string>;
  children?: readonly MathNode[];
  /** The index of a `\\label`; empty for none. */
  readonly label?: string;
  /** Of a reference. */
  readonly href?: string;
  toMarkup(): string;
}

const RAISED = makeSigns(
  '0123456789+−=()abcdefghijklmnoprstuvwxyz*∗′″∘',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ*∗′″°',
);
const LOWERED = makeSigns(
  '0123456789+−=()aehijklmnoprstuvx*∗',
  '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ*∗',
);
/** Accents of Temml, and the combining ones. */
const ACCENTS = makeSigns('^ˆ~˜‾¯˙¨→', '\u0302\u0302\u0303\u0303\u0304\u0304\u0307\u0308\u20d7');

function makeSigns(plain: string, signs: string): ReadonlyMap<string, string> {
  const others = [...signs];
  return new Map([...plain].map((sign, i) => [sign, others[i] ?? sign]));
}

/** Operators with a space on both sides. */
const SPACED =
  /^(?:[=<>≤≥+−±∓×÷·∧∨∣:]|(?!['"/!*∞∂∇∑∏∫√∀∃¬|])[\p{Sm}\u2190-\u21ff\u2200-\u22ff\u2a00-\u2aff])$/u;
const INVISIBLE = /[\u2061-\u2064\u200b\u200a]/g;
/** A sign before a number, rather than between two. */
const PREFIX = /(^|[([{/]|[,;:=<>≤≥+−×·→∈] )([+−±∓]) /g;

/** Writes a formula as text: `E = mc²`, `a ≤ b`, `(a + b)/2`. */
export function writePlain(math: MathNode): string {
  const text = foldSpace(write(math)).replace(/(?<=[([{]) | (?=[)\],])/g, '');
  return foldSpace(text.replace(PREFIX, '$1$2')).trim().normalize();
}

function write({ type, text = '', attributes, children = [] }: MathNode): string {
  const parts = children.map(write);
  const all = parts.join('');
  const [a = '', b = '', c = ''] = parts;
  switch (type) {
    case undefined:
      return readLetters(text) + all;
    case 'mspace':
      return attributes?.width === undefined ? '' : ' ';
    case 'mo':
      return SPACED.test(all) ? ` ${all} ` : all.replace(/^[,;]$/, '$& ');
    case 'mi':
      return all.replace(/^\p{L}{2}/u, ' $&');
    case 'mfrac':
      return `${group(a)}/${group(b)}`;
    case 'msqrt':
      return `√${group(all)}`;
    case 'mroot':
      return `${script(b, '^', RAISED)}√${group(a)}`;
    case 'mover':
      if ([...a].length === 1 && ACCENTS.has(b.trim())) return a + ACCENTS.get(b.trim());
      return attach(a, script(b, '^', RAISED));
    case 'msup':
      return attach(a, script(b, '^', RAISED));
    case 'msub':
    case 'munder':
      return attach(a, script(b, '_', LOWERED));
    case 'msubsup':
    case 'munderover':
      return attach(a, script(b, '_', LOWERED) + script(c, '^', RAISED));
    case 'mtr':
      return parts.join(' ');
    case 'mtable':
      return parts.map((row) => row.trim()).join('; ');
    default:
      return all;
  }
}

/** Letters of mathematical alphabets become ordinary ones, except the double-struck ones that every font has. */
function readLetters(text: string): string {
  const shown = text.replace(INVISIBLE, '').replaceAll('\u00a0', ' ');
  return shown.replace(/[\u{1d400}-\u{1d7ff}ℎℒℋℐℛℬℰℱℳℊ]/gu, (letter) => letter.normalize('NFKC'));
}

/** Adds an index to a sign, before the space after the sign. */
function attach(base: string, index: string): string {
  return base.trimEnd() + index + (base.endsWith(' ') ? ' ' : '');
}

function script(text: string, mark: string, signs: ReadonlyMap<string, string>): string {
  const close = text.replace(/\s+/g, '');
  // Accents and braces over more than a letter.
  if (/^[⏞⏟︷︸_]?$/.test(close) || ACCENTS.has(close)) return '';
  const letters = [...close];
  if (letters.every((letter) => signs.has(letter)))
    return letters.map((letter) => signs.get(letter)).join('');
  return letters.length === 1 ? mark + close : `${mark}(${text.trim()})`;
}

/** Puts brackets around what has more than one part. */
function group(text: string): string {
  const shown = text.trim();
  return /^[\p{L}\p{N}\p{M}.′⁰-₟²³¹]+$/u.test(shown) ? shown : `(${shown})`;
}
