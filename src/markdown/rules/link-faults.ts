/**
 * Faults of addresses that can be seen without looking at other files: links without a text or an address, and addresses
 * that work only on the author's machine.
 */
import { subjectOf } from '../../problems/edits.ts';
import type { ProblemCode } from '../../problems/problems.ts';
import { decodePercent, suggestWord } from '../../text/text.ts';
import type { Fault, Rule } from '../rule.ts';
import { type Element, readText, textOf } from '../tree.ts';
import { stripSiteUrl } from '../url-syntax.ts';

const LOCAL =
  /^(?:file:|[a-z]:(?:[\\/]|%5c)|\\\\|https?:\/\/(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\])(?=[:/?#]|$))/i;
const PASSWORD = /^(?:https?:)?\/\/[^\s/?#@:]*:[^\s/?#@]+@/i;
/** Attributes that give a purpose to a link without text. */
const PURPOSES = ['id', 'name', 'className', 'title', 'ariaLabel'];

export const linkFaults: Rule = ({ found: { faults }, options: { siteUrl } }) => ({
  elements: {
    'a area audio embed iframe img object source video'(node) {
      const { href, src, data } = node.properties;
      const written = (readText(href ?? src ?? data) ?? '').trim();
      const isOwn = stripSiteUrl(written, siteUrl) !== null || isExample(node, written);
      const wrong = isOwn ? null : (findLocal(written) ?? findScheme(written));
      faults.push(...listFaults(findPassword(written) ?? wrong));
    },
    a: (node) => void faults.push(...listFaults(findEmpty(node))),
  },
});

const listFaults = (fault: Fault | null): Fault[] => (fault === null ? [] : [fault]);

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
  return makeFault('link-password', message, 'Remove the part before the `@`.', written);
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

function findEmpty(node: Element): Fault | null {
  const { properties, children } = node;
  if (properties.href === undefined) return null;
  const written = (readText(properties.href) ?? '').trim();
  if (written === '') {
    const hint = 'Write it: `[text](https://…)`.';
    const fault = makeFault('link-empty', 'This link has no address', hint, written);
    const is = textOf(node);
    return is === '' ? fault : { ...fault, replacement: { was: `[${is}]()`, is } };
  }
  if (children.length > 0 || PURPOSES.some((name) => name in properties)) return null;
  const message = 'This link has no text, so no reader sees it';
  return makeFault('link-empty', message, 'Write it: `[text](…)`.', written);
}
