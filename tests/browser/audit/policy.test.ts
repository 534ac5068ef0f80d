/**
 * Audit of the content security policy in `_headers`: in Chromium it blocks nothing that the pages need, and
 * blocks injected scripts.
 *
 * Requests to other hosts are aborted; violations are reported before that.
 */
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import {
  type AuditedSite,
  CORPUS_PART,
  everyNth,
  SAMPLE,
  SAMPLE_BELOW,
  shareAudited,
} from '../../support/audited-sites.ts';
import { serve, startBrowser } from '../../support/browser.ts';
import { readHeaderRules } from '../../support/header-rules.ts';

const browser = startBrowser();

/** The number of pages that are open at a time. */
const TABS = 4;
const POLICY = /Content Security Policy|^refused: /;

describe.each([SAMPLE, SAMPLE_BELOW, CORPUS_PART])('$name', (audited) => {
  describe.skipIf(audited.isAbsent)('under its own policy', () => {
    const site = shareAudited(audited);

    test('shows its pages without a violation', { timeout: 300_000 }, async () => {
      const origin = await host(site());
      const context = await openContext(origin);
      const waiting = chooseAddresses(site(), audited.of);
      const found: string[] = [];
      const visitAll = async () => {
        for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
          const complaints = await visitPage(context, origin + path);
          found.push(...complaints.map((complaint) => `${path}: ${complaint}`));
        }
      };
      await Promise.all(Array.from({ length: TABS }, visitAll));
      await context.close();
      expect(found.sort()).toEqual([]);
    });
  });
});

describe('the policy of the sample site', () => {
  const site = shareAudited(SAMPLE);

  test.each([
    ['script', 'script-src-elem', 'document.body.append(script)'],
    ['handler', 'script-src-attr', `link.setAttribute('onclick', 'ran = true')`],
  ])('blocks a %s that was injected into the page', async (_, directive, put) => {
    const origin = await host(site());
    const context = await openContext(origin);
    const complaints = await visitPage(
      context,
      `${origin}/`,
      `const script = document.createElement('script');
       const link = document.createElement('button');
       script.textContent = 'ran = true';
       document.body.append(link);
       ${put};
       link.click();
       if ('ran' in window) throw new Error('It ran.');`,
    );
    await context.close();
    expect(complaints).toContain(`refused: ${directive} inline`);
  });
});

/** Serves a site with the headers of its `_headers`. */
function host(site: AuditedSite): Promise<string> {
  const headersOf = readHeaderRules(site.text('_headers'));
  return serve(join(site.root, 'out'), { base: site.urls.base, headersOf });
}

/** Opens a context whose pages log violations of the policy, and cannot reach other hosts. */
async function openContext(origin: string): Promise<BrowserContext> {
  const context = await browser().newContext();
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      console.error(`refused: ${effectiveDirective} ${blockedURI}`),
    );
  });
  return context;
}

/** Loads a page with all its resources; returns the console messages about the policy. */
async function visitPage(context: BrowserContext, url: string, script = ''): Promise<string[]> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (POLICY.test(message.text())) complaints.push(message.text());
  });
  const response = await page.goto(url);
  expect(response?.headers()['content-security-policy']).toBeDefined();
  await page.evaluate(async () => {
    for (const late of document.querySelectorAll('[loading="lazy"]')) {
      late.setAttribute('loading', 'eager');
    }
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });
  if (script !== '') await page.evaluate(script);
  await page.close();
  return complaints;
}

/** The addresses of the pages to check: only a part of the posts, and of the sample below a path. */
function chooseAddresses({ site, urls }: AuditedSite, of: 'sample' | 'corpus'): string[] {
  const essays = (site?.essays ?? []).map(({ slug }) => `/blog/${slug}`);
  const part = of === 'corpus' ? 4 : urls.base === '' ? 1 : 5;
  const every = process.env.BLOG_AUDIT === 'all' ? 1 : part;
  return ['/', '/about', '/404', ...everyNth(essays, every)].map((path) => urls.base + path);
}
