/**
 * The author's scripts and style sheets: only pages have them. The sources of scripts and objects are listed for the
 * Content-Security-Policy.
 */
import { createHash } from 'node:crypto';
import type { Rule } from '../rule.ts';
import { readText } from '../tree.ts';

/** The script types that browsers run; others are data (HTML standard, section 4.12.1). */
const RUN = /^(?:|module|importmap|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i;

export const scripts: Rule = ({ found: { embedded } }) => ({
  elements: {
    style(node) {
      node.isPageOnly = true;
    },
    script(node) {
      node.isPageOnly = true;
      const [first] = node.children;
      const code = first?.type === 'text' ? closeComment(first.value) : '';
      if (first?.type === 'text') first.value = code;
      const { type, src } = node.properties;
      const source = findScriptSource(readText(type) ?? '', readText(src), code);
      if (source !== null) embedded.add(source);
    },
    'object embed'({ tagName, properties }) {
      const source = findObjectSource(readText(properties[tagName === 'embed' ? 'src' : 'data']));
      if (source !== null) embedded.add(source);
    },
  },
});

/** Browsers ignore the end tag inside an open comment. */
function closeComment(code: string): string {
  return code.lastIndexOf('<!--') > code.lastIndexOf('-->') ? `${code}\n-->` : code;
}

/** The directive that allows a script, with its source; null for data, and for the site's own files. */
export function findScriptSource(
  type: string,
  src: string | undefined,
  code: string,
): string | null {
  const isRules = /^speculationrules$/i.test(type);
  if (!isRules && !RUN.test(type)) return null;
  if (src !== undefined && !isRules) {
    const origin = originOf(src);
    return origin === null ? null : `script-src ${origin}`;
  }
  if (code === '') return null;
  const hash = createHash('sha256').update(code.replace(/\r\n?/g, '\n')).digest('base64');
  return `${isRules ? 'speculation-rules' : 'script-src'} 'sha256-${hash}'`;
}

/** The directive that allows an object, with its source. */
export function findObjectSource(url: string | undefined): string | null {
  return url ? `object-src ${originOf(url) ?? "'self'"}` : null;
}

/** The scheme and host of an absolute URL, or `//host` without a scheme; null for other URLs. */
function originOf(url: string): string | null {
  const [, origin] = /^((?:https?:)?\/\/[^/?#\s;,]+)/i.exec(url.trim()) ?? [];
  return origin === undefined ? null : origin.replace(/^\/\//, '').toLowerCase();
}
