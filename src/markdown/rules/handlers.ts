/**
 * Event handlers are removed, in pages and in feeds. On a link, one reported clicks that lead to other sites: the page's
 * own script does that.
 */
import type { Rule } from '../rule.ts';

/** No equals sign after the name: in a quotation that spans lines, a `>` can come between them. */
const SIGN = /\bon[a-z]|data-outbound/i;
const HANDLER = /^on[a-z]+$/i;

export const handlers: Rule = ({ found, source }) => {
  // Only tags and attribute lists have attributes.
  if (!/[<{]/.test(source) || !SIGN.test(source)) return null;
  return {
    elements: {
      '*'({ tagName, properties }) {
        let isHandled = properties.dataOutbound !== undefined;
        for (const name in properties) {
          if (!HANDLER.test(name)) continue;
          delete properties[name];
          isHandled = true;
        }
        if (tagName !== 'a' || !isHandled) return;
        properties.dataOutbound = true;
        found.hasOutboundLinks = true;
      },
    },
  };
};
