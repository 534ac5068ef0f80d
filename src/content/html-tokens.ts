/**
 * HTML → its tokens, with their places: htmlparser2's tokenizer in the words of the body pass.
 */
import { type QuoteType, Tokenizer } from 'htmlparser2';
import { readRegularTokens } from './regular-tokens.ts';

/** An attribute as the tokenizer found it; offsets into the source. */
export interface Attribute {
  /** Lower case. */
  readonly name: string;
  readonly nameStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
  readonly quote: QuoteType;
  readonly end: number;
}

/** An opening tag; offsets into the source. */
export interface Tag {
  /** Lower case. */
  readonly name: string;
  readonly start: number;
  readonly attributes: readonly Attribute[];
}

/** What is told of the source, in its order. Offsets are into the source, ends exclusive. */
export interface TokenHandlers {
  text(start: number, end: number): void;
  open(tag: Tag, end: number, isSelfClosing: boolean): void;
  /** `start` is that of "</"; the tag itself ends at the next ">". */
  close(start: number, nameEnd: number): void;
  /** A comment, or what browsers take for one; `mayStay` is false for what only XML knows. */
  comment(end: number, mayStay: boolean): void;
  end(): void;
  /** True inside svg and math, where "/>" closes and CDATA is text. */
  isForeign(): boolean;
}

/** Reads the tokens of HTML. Any text is HTML: this never fails. */
export function readTokens(source: string, handlers: TokenHandlers): void {
  readAnyTokens(source, readRegularTokens(source, handlers), handlers);
}

/** Reads the tokens from an offset on, which lies outside of every tag. */
export function readAnyTokens(whole: string, from: number, handlers: TokenHandlers): void {
  if (from === whole.length) {
    handlers.end();
    return;
  }
  const source = from === 0 ? whole : whole.slice(from);
  const ignore = () => {};
  let tag: { name: string; start: number; attributes: Attribute[] };
  let name: [start: number, end: number] = [0, 0];
  let value: [start: number, end: number] = [0, 0];
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      // Where the source ends inside a tag the tokenizer tells of a text that begins nowhere.
      ontext: (start, end) => start >= 0 && handlers.text(from + start, from + end),
      onopentagname(start, end) {
        const name = source.slice(start, end).toLowerCase();
        tag = { name, start: from + start - 1, attributes: [] };
      },
      onattribname(start, end) {
        name = [start, end];
        value = [end, end];
      },
      onattribdata(start, end) {
        value = [start, end];
      },
      onattribend(quote, end) {
        tag.attributes.push({
          name: source.slice(...name).toLowerCase(),
          nameStart: from + name[0],
          valueStart: from + value[0],
          valueEnd: from + value[1],
          quote,
          end: from + end,
        });
      },
      onopentagend: (end) => handlers.open(tag, from + end + 1, false),
      onselfclosingtag: (end) => handlers.open(tag, from + end + 1, true),
      onclosetag: (start, end) => handlers.close(from + start - 2, from + end),
      oncomment: (_start, end) => handlers.comment(from + end, true),
      oncdata: (_start, end) => handlers.comment(from + end, handlers.isForeign()),
      ondeclaration: (_start, end) => handlers.comment(from + end, false),
      onprocessinginstruction: (_start, end) => handlers.comment(from + end, false),
      onattribentity: ignore,
      ontextentity: ignore,
      onend: () => handlers.end(),
      isInForeignContext: () => handlers.isForeign(),
    },
  );
  tokenizer.write(source);
  tokenizer.end();
}
