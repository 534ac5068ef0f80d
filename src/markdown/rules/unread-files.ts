/**
 * Files named in styles, in `data-src` and in attributes of old HTML, where no address is completed and no file is
 * published.
 */
import { subjectOf } from '../../problems/edits.ts';
import type { Rule } from '../rule.ts';
import { readText } from '../tree.ts';
import { hasScheme } from '../url-syntax.ts';

const SIGN = /\burl\(|\bdata-|\bbackground\b/i;
/** Attributes, by the names of the HTML parser. */
const NAMES = 'background dataSrc dataSrcSet dataSrcset dataBackground dataOriginal'.split(' ');
const URL_IN_STYLE = /\burl\(\s*(["']?)([^"')\s]+)\1\s*\)/gi;
/** A relative path of a file. */
const RELATIVE = /^(?![/#])[^?#]*\.\w/;

export const unreadFiles: Rule = ({ found, source }) => {
  if (!SIGN.test(source)) return null;
  const judge = (url: string, written: string) => {
    if (!RELATIVE.test(url) || hasScheme(url)) return;
    const message = `\`${url}\` isn't published: a build looks for files only in links and media`;
    const path = `/${url.replace(/^.*\//, '')}`;
    const hint = `Put the file into content/public, and write its path from there: \`${path}\`.`;
    found.faults.push({ code: 'link-unread', message, hint, written, subject: subjectOf(url) });
  };
  const judgeStyle = (css: string) => {
    for (const { 0: written, 2: url = '' } of css.matchAll(URL_IN_STYLE)) judge(url, written);
  };
  return {
    elements: {
      '*'({ properties }) {
        judgeStyle(readText(properties.style) ?? '');
        for (const name of NAMES) {
          const [url = ''] = (readText(properties[name]) ?? '').trim().split(/[\s,]/);
          const attribute = name.replace(/[A-Z]/g, '-$&').toLowerCase();
          judge(url, `${attribute}="${url}`);
        }
      },
      style({ children }) {
        for (const child of children) if (child.type === 'text') judgeStyle(child.value);
      },
    },
  };
};
