/**
 * Event handlers are removed, in pages and in feeds. On a link, one reported clicks that lead to other sites: the page's
 * own script does that.
 */
import type { Rule } from '../rule.ts';

/** An equals sign isn't asked for: in a quotation, `>` may stand between it and the name. */
const SIGN = /\bon[a-z]|data-outbound/i;

export const handlers: Rule = ({ found, source }) => {
  // Only tags and attribute lists have attributes.
  if (!/[<{]/.test(source) || !SIGN.test(source)) return null;
  return {
    elements: {
      '*'({ tagName, properties }) {
        const names = Object.keys(properties).filter((name) => /^on[a-z]+$/i.test(name));
        for (const name of names) delete properties[name];
        if (tagName !== 'a') return;
        if (names.length === 0 && properties.dataOutbound === undefined) return;
        properties.dataOutbound = true;
        found.hasOutboundLinks = true;
      },
    },
  };
};
