/**
 * The tokens of HTML as programs write it, such as the Markdown engine: tags in lower case, values in
 * double quotes, nothing but a space between them.
 *
 * Five times as fast as the tokenizer of `html-tokens.ts`, which takes over at the first tag of
 * another form and must tell of a regular tag exactly the same.
 */
import { QuoteType } from 'htmlparser2';
import type { Attribute, TokenHandlers } from './html-tokens.ts';

/** Elements whose content is ordinary HTML, whatever stands around them. */
const REGULAR_ELEMENTS = new Set(
  (
    'a abbr aside b blockquote br cite code dd del details div dl dt em figcaption figure h1 h2 h3 ' +
    'h4 h5 h6 hr i img input ins kbd li mark ol p pre s section small span strong sub summary sup ' +
    'table tbody td tfoot th thead tr u ul'
  ).split(' '),
);

const ATTRIBUTE = / ([a-z][a-z0-9-]*)="([^"]*)"/y;
const [GREATER, SLASH, SPACE] = [0x3e, 0x2f, 0x20];

/** Tells of the source's regular beginning, and gives the offset at which it ends. */
export function readRegularTokens(
  source: string,
  handlers: Pick<TokenHandlers, 'text' | 'open' | 'close'>,
): number {
  let done = 0;
  for (let start = source.indexOf('<'); start !== -1; start = source.indexOf('<', done)) {
    const isClosing = source.charCodeAt(start + 1) === SLASH;
    const nameStart = start + (isClosing ? 2 : 1);
    const nameEnd = skipName(source, nameStart);
    const name = source.slice(nameStart, nameEnd);
    if (!REGULAR_ELEMENTS.has(name)) return done;
    const attributes: Attribute[] = [];
    let end = nameEnd;
    if (!isClosing) end = readAttributes(source, nameEnd, attributes);
    const isSelfClosing =
      !isClosing && source.charCodeAt(end) === SPACE && source.charCodeAt(end + 1) === SLASH;
    if (isSelfClosing) end += 2;
    if (source.charCodeAt(end) !== GREATER) return done;
    if (start > done) handlers.text(done, start);
    done = end + 1;
    if (isClosing) handlers.close(start, nameEnd);
    else handlers.open({ name, start, attributes }, done, isSelfClosing);
  }
  return done;
}

function skipName(source: string, start: number): number {
  let at = start;
  for (;;) {
    const code = source.charCodeAt(at);
    const isOfName = (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
    if (!isOfName) return at;
    at++;
  }
}

/** Adds the attributes that begin at an offset, and gives the offset behind the last. */
function readAttributes(source: string, from: number, attributes: Attribute[]): number {
  let end = from;
  while (source.charCodeAt(end) === SPACE) {
    ATTRIBUTE.lastIndex = end;
    const match = ATTRIBUTE.exec(source);
    if (match === null) break;
    const [, name = '', value = ''] = match;
    const nameStart = end + 1;
    const valueStart = nameStart + name.length + 2;
    const valueEnd = valueStart + value.length;
    end = valueEnd + 1;
    attributes.push({ name, nameStart, valueStart, valueEnd, quote: QuoteType.Double, end });
  }
  return end;
}
