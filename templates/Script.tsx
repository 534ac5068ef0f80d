/**
 * Loads a client script, in a page or in the component of a shortcode: `<Script src="./menu.client.ts" />`, for a
 * file in the same folder.
 *
 * The program compiles the file, publishes it under a fingerprinted name, and replaces `src` by a key of
 * `scripts`. The script is a module, so a browser runs it once, however often a page contains it.
 */
import { use } from 'react';
import { TemplateContext } from './hooks.ts';

interface ScriptProps {
  /** The path of a `.client.ts` or `.client.js` file, relative to the template. Must be a literal. */
  readonly src: string;
}

export function Script({ src }: ScriptProps) {
  const { scripts } = use(TemplateContext);
  const url = scripts[src];
  if (url === undefined) {
    throw new Error(`<Script> needs a plain src such as "./menu.client.ts", not "${src}"`);
  }
  return <script type="module" src={url} />;
}
