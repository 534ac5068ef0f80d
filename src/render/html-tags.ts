/**
 * The start tags in the HTML of templates, with the places of their attributes. A tokenizer finds them: it knows comments,
 * quotes, and the elements in which a tag is text. Pure.
 */
import { Tokenizer } from 'htmlparser2';

export interface WrittenAttribute {
  /** In lower case. */
  readonly name: string;
  /** As it is written, with its entities. */
  readonly value: string;
  /** The offset of the value. */
  readonly at: number;
}

export interface StartTag {
  /** In lower case. */
  readonly name: string;
  readonly attributes: readonly WrittenAttribute[];
}

const ignore = () => {};

/** Lists the start tags in HTML. */
export function listStartTags(html: string): StartTag[] {
  const tags: { name: string; attributes: WrittenAttribute[] }[] = [];
  let name = '';
  let [start, end] = [0, 0];
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(from, to) {
        tags.push({ name: html.slice(from, to).toLowerCase(), attributes: [] });
      },
      onattribname(from, to) {
        name = html.slice(from, to).toLowerCase();
        [start, end] = [to, to];
      },
      onattribdata(from, to) {
        [start, end] = [from, to];
      },
      onattribend() {
        tags.at(-1)?.attributes.push({ name, value: html.slice(start, end), at: start });
      },
      ontext: ignore,
      onclosetag: ignore,
      onopentagend: ignore,
      onselfclosingtag: ignore,
      onattribentity: ignore,
      ontextentity: ignore,
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return tags;
}
