/**
 * The start tags in the HTML of templates, with the places of their attributes. A tokenizer finds them: it knows comments,
 * quotes, and the elements in which a tag is text. Pure.
 */
import { Tokenizer } from 'htmlparser2';
import { findObjectSource, findScriptSource } from '../markdown/rules/scripts.ts';
import { decodeEntities } from '../text/text.ts';

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
  /** The code of a script; empty for any other element. */
  readonly code: string;
}

const ignore = () => {};

/** Lists the start tags in HTML. */
export function listStartTags(html: string): StartTag[] {
  const tags: { name: string; attributes: WrittenAttribute[]; code: string }[] = [];
  let isInScript = false;
  let name = '';
  let [start, end] = [0, 0];
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname(from, to) {
        const tag = html.slice(from, to).toLowerCase();
        tags.push({ name: tag, attributes: [], code: '' });
        isInScript = tag === 'script';
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
      ontext(from, to) {
        const tag = tags.at(-1);
        if (isInScript && tag !== undefined) tag.code += html.slice(from, to);
      },
      onclosetag() {
        isInScript = false;
      },
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

/**
 * Lists the scripts and objects that templates write into a page, in the form of `Body.embedded`, where those of bodies
 * are.
 */
export function listEmbedded(page: string): string[] {
  const sources = listStartTags(page).map(({ name, attributes, code }) => {
    const readValue = (wanted: string) => {
      const stated = attributes.find((each) => each.name === wanted);
      return stated && decodeEntities(stated.value);
    };
    if (name === 'script') return findScriptSource(readValue('type') ?? '', readValue('src'), code);
    if (name === 'embed') return findObjectSource(readValue('src'));
    return name === 'object' ? findObjectSource(readValue('data')) : null;
  });
  return [...new Set(sources.filter((source) => source !== null))];
}
