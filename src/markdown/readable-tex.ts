/**
 * A formula as a line of plain text, for titles, excerpts and search, made from the engine's tree of MathML.
 */

/** What Temml's tree is made of: elements have a type and children, texts a text. */
export interface MathNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly children?: readonly MathNode[];
}

const SUPERSCRIPTS = makeSigns(
  '0123456789+−=()abcdefghijklmnoprstuvwxyz',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ',
);
const SUBSCRIPTS = makeSigns(
  '0123456789+−=()aehijklmnoprstuvx',
  '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ',
);

function makeSigns(plain: string, raised: string): ReadonlyMap<string, string> {
  const signs = [...raised];
  return new Map([...plain].map((sign, i) => [sign, signs[i] ?? sign]));
}

/** Accents of Temml, and the combining ones. */
const ACCENTS = makeSigns(
  '^ˆ~˜‾¯ˉ˙¨→⃗´`ˇ',
  '\u0302\u0302\u0303\u0303\u0304\u0304\u0304\u0307\u0308\u20d7\u20d7\u0301\u0300\u030c',
);

/** Operators with a space on both sides. */
const SPACED =
  /^(?:[=<>≤≥+−±∓×÷·∧∨∣:]|(?!['"/!*∞∂∇∑∏∫√∀∃¬|])[\p{Sm}\u2190-\u21ff\u2200-\u22ff\u2a00-\u2aff])$/u;
const OPENS = /(?:^|[([{⟨,;=<>≤≥+−×·→]\s*)$/;
const INVISIBLE = /[\u2061-\u2064\u200b\u200a]/g;

/** Writes a formula as text: `E = mc²`, `a ≤ b`, `(a + b)/2`. */
export function writeReadable(math: MathNode): string {
  return write(math).replace(/\s+/g, ' ').trim();
}

function write(node: MathNode): string {
  const parts = node.children ?? [];
  const part = (i: number) => write(parts[i] ?? {});
  const raised = (i: number) => script(part(i), '^', SUPERSCRIPTS);
  const lowered = (i: number) => script(part(i), '_', SUBSCRIPTS);
  switch (node.type) {
    case undefined:
      return plain(node.text ?? writeAll(parts));
    case 'annotation':
      return '';
    case 'mspace':
      return node.attributes?.width === undefined ? '' : ' ';
    case 'mfrac':
      return `${grouped(part(0))}/${grouped(part(1))}`;
    case 'msqrt':
      return `√${grouped(writeAll(parts))}`;
    case 'mroot':
      return `${raised(1)}√${grouped(part(0))}`;
    case 'msup':
      return part(0) + raised(1);
    case 'msub':
    case 'munder':
      return part(0) + writeUnder(part(1));
    case 'msubsup':
    case 'munderover':
      return part(0) + lowered(1) + raised(2);
    case 'mover':
      return writeOver(part(0), part(1));
    case 'mtr':
      return parts.map(write).join(' ');
    case 'mtable':
      return parts.map((row) => write(row).trim()).join('; ');
    default:
      return writeAll(parts);
  }
}

/** Writes neighbours, with spaces around the operators between them. */
function writeAll(nodes: readonly MathNode[]): string {
  let text = '';
  for (const node of nodes) {
    const written = write(node);
    const isOperator = node.type === 'mo' && SPACED.test(written);
    const isPrefix = /^[+−±∓]$/.test(written) && OPENS.test(text);
    const isComma = node.type === 'mo' && /^[,;]$/.test(written);
    if (isOperator && !isPrefix) text = `${text.trimEnd()} ${written} `;
    else if (isComma) text = `${text}${written} `;
    else text += joinWords(text, written, node);
  }
  return text;
}

/** Adds the space that `\log x` has. */
function joinWords(text: string, written: string, node: MathNode): string {
  const isWord = node.type === 'mi' && /^\p{L}{2}/u.test(written);
  return isWord && /[\p{L}\p{N})]$/u.test(text) ? ` ${written}` : written;
}

function writeOver(base: string, over: string): string {
  const accent = ACCENTS.get(over);
  if (accent !== undefined && [...base].length === 1) return (base + accent).normalize('NFC');
  if (accent !== undefined || isBrace(over) || over === '') return base;
  return SPACED.test(base)
    ? ` ${base}${script(over, '^', SUPERSCRIPTS)} `
    : base + script(over, '^', SUPERSCRIPTS);
}

function writeUnder(under: string): string {
  return isBrace(under) ? '' : script(under, '_', SUBSCRIPTS);
}

function isBrace(text: string): boolean {
  return /^[⏞⏟︷︸‾_]$/.test(text);
}

/** Letters of mathematical alphabets become ordinary ones, except the double-struck ones that every font has. */
function plain(text: string): string {
  const shown = text.replace(INVISIBLE, '').replaceAll('\u00a0', ' ');
  return shown.replace(/[\u{1d400}-\u{1d7ff}ℎℒℋℐℛℬℰℱℳℊ]/gu, (letter) => letter.normalize('NFKC'));
}

function script(text: string, sign: string, signs: ReadonlyMap<string, string>): string {
  const close = text.replace(/\s+/g, '');
  if (/^[′″‴*∗]+$/.test(close)) return close;
  if (close === '∘') return '°';
  const letters = [...close];
  if (letters.every((letter) => signs.has(letter)))
    return letters.map((letter) => signs.get(letter)).join('');
  return letters.length === 1 ? sign + close : `${sign}(${text.trim()})`;
}

/** Puts brackets around what has more than one part. */
function grouped(text: string): string {
  const shown = text.trim();
  return /^[\p{L}\p{N}\p{M}.′⁰-₟²³¹]+$/u.test(shown) ? shown : `(${shown})`;
}
