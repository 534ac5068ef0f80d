/**
 * Faults of links and pictures that can be seen without looking at other files: pictures without a description, links
 * without a text or an address, and addresses that work only on the author's machine.
 */
import { subjectOf } from '../../problems/edits.ts';
import type { ProblemCode } from '../../problems/problems.ts';
import { decodePercent, suggestWord } from '../../text/text.ts';
import type { Fault, Rule } from '../rule.ts';
import { type Element, readText, textOf } from '../tree.ts';
import { stripSiteUrl } from '../url-syntax.ts';

/** The problem of a picture without `alt`, which screen readers cannot describe. */
const NO_ALT = {
  code: 'alt-missing',
  message: 'A picture has no description',
  hint: 'Say what it shows: `![a red door](door.jpg)`, `<img alt="a red door">`; or `alt=""` for decoration.',
  isShared: true,
} as const;
const LOCAL =
  /^(?:file:|[a-z]:(?:[\\/]|%5c)|\\\\|https?:\/\/(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?=[:/?#]|$))/i;
/** Addresses of other machines. The pattern above matches none of them. */
const PUBLIC = /^https?:\/\/(?!localhost|127\.|0\.0\.0\.0|\[)/i;
const PASSWORD = /^\s*(?:https?:)?\/\/[^\s/?#@:]*:[^\s/?#@]+@/i;
/** Formats that hardly any browser shows. */
const UNSHOWN = /\.(heic|heif|psd|dng|cr2|nef|arw)(?:[?#]|$)/i;
/** Attributes that give a purpose to a link without text. */
const PURPOSES = ['id', 'name', 'className', 'title', 'ariaLabel'];

export const linkFaults: Rule = ({ found, options: { siteUrl } }) => {
  return {
    elements: {
      'a area audio embed iframe img object source video'({ properties: { href, src, data } }) {
        judge(findPassword(readText(href ?? src ?? data) ?? ''));
      },
      img(node) {
        const { alt, src } = node.properties;
        // It may have become a film.
        if (src === undefined || node.tagName !== 'img') return;
        const written = (readText(src) ?? '').trim();
        if (alt === undefined) found.faults.push({ ...NO_ALT, written });
        if (stripSiteUrl(written, siteUrl) !== null) return;
        judge(findLocal(written) ?? findScheme(written) ?? findFormat(written));
      },
      a(node) {
        const { href } = node.properties;
        if (href === undefined) return;
        const written = (readText(href) ?? '').trim();
        const isBare = node.children.length === 0;
        if (!isBare && PUBLIC.test(written)) return;
        if (isExample(node, written) || stripSiteUrl(written, siteUrl) !== null) return;
        judge(findLocal(written) ?? findScheme(written) ?? findEmpty(node, written, isBare));
      },
    },
  };
  function judge(fault: Fault | null): void {
    if (fault !== null) found.faults.push(fault);
  }
};

/** True for a link whose text is its own address. */
function isExample({ children: [first, second] }: Element, written: string): boolean {
  return (
    written !== '' && second === undefined && first?.type === 'text' && first.value === written
  );
}

function makeFault(code: ProblemCode, message: string, hint: string, written: string): Fault {
  return { code, message, hint, written, subject: subjectOf(written) };
}

function findLocal(written: string): Fault | null {
  if (!LOCAL.test(written)) return null;
  const message = `\`${decodePercent(written)}\` is on your own machine, which readers can't reach`;
  const hint = 'Put the file beside the essay, or write a public address.';
  return makeFault('link-local', message, hint, written);
}

function findPassword(written: string): Fault | null {
  if (!PASSWORD.test(written)) return null;
  const message = 'This address contains a password, which every reader can see';
  return makeFault('link-password', message, 'Remove the part before the `@`.', written.trim());
}

function findScheme(written: string): Fault | null {
  const [, scheme, rest] = /^(?!https?:\/\/)([a-z]{2,7}):+\/\/(.*)/is.exec(written) ?? [];
  const meant = scheme === undefined ? null : suggestWord(scheme, ['http', 'https']);
  if (meant === null) return null;
  const whole = `${meant}://${rest}`;
  const replacement = { was: written, is: whole };
  return { ...schemeMissing(written, whole), written, replacement, subject: subjectOf(written) };
}

/** The problem of an address without its scheme. */
export function schemeMissing(url: string, meant: string) {
  const message = `\`${url}\` isn't a complete address`;
  return { code: 'link-scheme-missing', message, hint: `Did you mean \`${meant}\`?` } as const;
}

function findFormat(written: string): Fault | null {
  const [, format] = UNSHOWN.exec(written) ?? [];
  if (format === undefined) return null;
  const message = `Most browsers can't show ${format.toUpperCase()} pictures`;
  return makeFault('image-format', message, 'Save it as JPEG, PNG or WebP.', written);
}

function findEmpty(node: Element, written: string, isBare: boolean): Fault | null {
  const { properties } = node;
  if (written === '') {
    const hint = 'Write it: `[text](https://…)`.';
    const fault = makeFault('link-empty', 'This link has no address', hint, written);
    const is = textOf(node);
    return is === '' ? fault : { ...fault, replacement: { was: `[${is}]()`, is } };
  }
  if (!isBare || PURPOSES.some((name) => name in properties)) return null;
  const message = 'This link has no text, so no reader sees it';
  return makeFault('link-empty', message, 'Write it: `[text](…)`.', written);
}
