/**
 * Values of Liquid and Nunjucks, `page.title` and `"/a" | url`, in text and in the arguments of shortcodes. Pure.
 */
import { hasScheme } from '../markdown/html.ts';
import type { DialectScan } from './dialect.ts';

/** Replaces values inside arguments. */
export function fillValues(given: string, scan: DialectScan): string {
  return given.replace(/\{\{([^{}\n]*)\}\}|(?<==\s*)(page\.\w+)/g, (all, one, other, at) => {
    return readValue(one ?? other, scan, given.slice(at + all.length, at + all.length + 2)) ?? all;
  });
}

/**
 * Returns the value of `page.key`, `site.url`, `site.baseurl`, or a quoted text with URL filters; null for anything
 * else. `next` is what follows the expression.
 */
export function readValue(
  expression: string,
  { source, siteUrl }: DialectScan,
  next = '',
): string | null {
  const value = expression.replace(/^-|-$/g, '').trim();
  const [, key] = /^(?:page\.)?([\w-]+)$/.exec(value) ?? [];
  const stated = key === undefined ? undefined : source.readKey(key);
  if (stated !== undefined) return stated?.replaceAll('<', '&lt;') ?? null;
  const site = /^site\.(base)?url$/i.exec(value);
  if (site !== null) {
    // The shortcode that follows yields the whole address.
    if (/^\{[{%]/.test(next)) return '';
    if (site[1] === undefined) return siteUrl;
    return next.startsWith('/') ? '' : '/';
  }
  const [, double, single, filters = ''] = /^(?:"([^"]*)"|'([^']*)')(.*)$/s.exec(value) ?? [];
  const text = double ?? single ?? null;
  if (text === null || filters === '') return text;
  if (!URL_FILTERS.test(filters)) return null;
  return filters.includes('_url') && !/^[/#]/.test(text) && !hasScheme(text) ? `/${text}` : text;
}

const URL_FILTERS = /^(?:\s*\|\s*(?:(?:relative_|absolute_)?url|prepend:\s*site\.(?:base)?url))+$/i;
