/**
 * A client script of a template or of a mark: `<Script src="./menu.client.ts" />`, for a file beside the template.
 *
 * The program compiles the file, publishes it under a name with a fingerprint, and puts a name of it in place of
 * `src`. It is a module: browsers run it once, when the page is read, however often a page has it.
 */
import { useContext } from 'react';
import { PageContext } from './say.ts';

interface ScriptProps {
  /** The path of a file that ends in `.client.ts` or `.client.js`, from that of the template; not computed. */
  readonly src: string;
}

export function Script({ src }: ScriptProps) {
  const url = useContext(PageContext).scripts[src];
  if (url === undefined) {
    throw new Error(`<Script> needs a plain src such as "./menu.client.ts", not "${src}"`);
  }
  return <script type="module" src={url} />;
}
