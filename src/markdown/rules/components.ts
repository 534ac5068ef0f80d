/**
 * Calls of components: their values that are addresses become slots, and so do the attributes of a picture that one
 * shows. What is between the tags of a call is read as any other part of the body.
 */
import type { ComponentCall, PropValue, Slot } from '../parts.ts';
import type { Found, Options, Rule } from '../rule.ts';
import type { Element } from '../tree.ts';
import { isScriptUrl } from '../url-syntax.ts';
import { addLink, addPicture, readStated, recordUnlinked, SCRIPT_URL } from './links.ts';
import { readPlacement } from './pictures.ts';

/** The call of a component, as a directive leaves it. */
export interface WrittenCall {
  readonly name: string;
  readonly props: Readonly<Record<string, string>>;
  readonly hasContent: boolean;
  /** In the source, counted from 1. */
  readonly line: number;
}

const PICTURE = /^[^\s<>]+\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?$/i;
const MEDIA = /^[^\s<>]+\.(?:m4a|m4v|mp3|mp4|ogg|vtt|webm)(?:[?#]\S*)?$/i;

export const components: Rule = ({ found, options }) => {
  const placeholders = {
    component(node: Element, written: WrittenCall) {
      found.hasMedia = true;
      found.hasComponents = true;
      // What a component renders isn't known yet.
      found.styles.add('code').add('tables');
      const line = options.firstLine + written.line - 1;
      node.component = { ...makeCall(written, found, options), line };
    },
  };
  return { placeholders };
};

function makeCall(
  { name, props, hasContent }: WrittenCall,
  found: Found,
  options: Options,
): Omit<ComponentCall, 'line'> {
  const values: Record<string, PropValue> = {};
  let picture: Slot | null = null;
  for (const [key, value] of Object.entries(props)) {
    const owner = key === 'id' ? null : findOwner(key, value);
    if (key === 'style') values[key] = readStyle(value) ?? value;
    else if (owner === null) values[key] = value;
    else if (isScriptUrl(value)) found.faults.push({ ...SCRIPT_URL, written: value });
    else if (recordUnlinked(value, owner, found, options) === null) {
      const first = found.links.length;
      values[key] = addLink(value, owner, found, options) ?? value;
      const isPicture = owner === 'img' && found.links.length > first;
      // Of several pictures, the size is that of `src`.
      if (isPicture && (picture === null || key === 'src')) {
        const classes = (props.class ?? props.className ?? '').split(' ');
        const placement = readPlacement(classes, options.format);
        picture = addPicture(first, { stated: readStated(props), placement, holder: null }, found);
      }
    }
  }
  return { name, props: values, picture, hasContent };
}

/** The element whose address a component's value would be; null for a value that isn't an address. */
function findOwner(key: string, value: string): 'img' | 'video' | null {
  const isUrl = /^(?:src|href|poster)$/.test(key);
  // Elsewhere, white space is a sign of text.
  const name = isUrl ? value.replaceAll(' ', '_') : value;
  const isText = /^(?:alt|caption|code|title)$/.test(key);
  if (PICTURE.test(name) && !isText) return 'img';
  return isUrl || (MEDIA.test(value) && !isText) ? 'video' : null;
}

const DECLARATION = /([\w-]+)\s*:\s*((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;"'(])+)/g;

/** Reads CSS declarations as the object that React requires; null for other words, such as `wide`. */
function readStyle(css: string): Readonly<Record<string, string>> | null {
  const declarations = [...css.matchAll(DECLARATION)].map(([, property = '', value = '']) => {
    const name = property.startsWith('--') ? property : nameInScript(property.toLowerCase());
    return [name, value.trim()];
  });
  return declarations.length === 0 ? null : Object.fromEntries(declarations);
}

/** The name of a CSS property in scripts: `backgroundColor`, `WebkitHyphens`. */
function nameInScript(property: string): string {
  const name = property.replace(/^-ms-/, 'ms-');
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
