/**
 * Every page is valid HTML, by html-validate and by the Nu Html Checker of the W3C.
 *
 * What the program and its templates write has no finding at all. The posts of twenty years hold
 * HTML that their author wrote; what is allowed there stands in `support/author-html.ts`, and each
 * finding proves that it is the author's: it lies in the body of an essay whose source holds it.
 *
 * Of the posts every tenth is looked at; `BLOG_AUDIT=all` looks at all of them.
 */
import { HtmlValidate, type RuleConfig, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import {
  type AuditedSite,
  CORPUS,
  CORPUS_BELOW,
  everyNth,
  readSourceOf,
  SAMPLE,
  SAMPLE_BELOW,
  shareAudited,
} from '../support/audited-sites.ts';
import { type Finding, isOfAuthor } from '../support/author-html.ts';
import { findJava, runNuChecker } from '../support/nu-checker.ts';

const isWhole = process.env.BLOG_AUDIT === 'all';
const MINUTES = 60_000;

const AUDITS = [SAMPLE, SAMPLE_BELOW, CORPUS, CORPUS_BELOW]
  .filter(({ isAbsent }) => !isAbsent)
  .map((audited) => ({ audited, getSite: shareAudited(audited) }));

/** Where one of two ways to write the same is ours, and where a rule asks for what does harm. */
const RULES: RuleConfig = {
  'doctype-style': ['error', { style: 'lowercase' }],
  // A file of the site's own host is named by its digest; a host that minifies it would break it.
  'require-sri': ['error', { target: 'crossorigin' }],
  // HTML asks no more of an id than to be there and without space; links lead to `#2010`.
  'valid-id': ['error', { relaxed: true }],
};

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: RULES,
  }),
);

/** What the Nu Html Checker says of a style sheet that uses what it does not know. */
const CSS_AHEAD = [
  // CSS Overflow 4; browsers know it with a prefix, and the sheet says it both ways.
  /^CSS: “line-clamp”: Property “line-clamp” doesn't exist\.$/,
  // CSS View Transitions 2.
  /^CSS: Unrecognized at-rule “@view-transition”$/,
];

describe.each(AUDITS)('$audited.name', ({ audited, getSite }) => {
  test('is valid by html-validate', { timeout: 5 * MINUTES }, () => {
    const site = getSite();
    const findings = choosePages(site, audited.of).flatMap((page) =>
      validator
        .validateStringSync(site.text(page))
        .results.flatMap(({ messages }) =>
          messages.map(
            ({ ruleId, message, offset }): Finding => ({ page, rule: ruleId, message, offset }),
          ),
        ),
    );
    expect(listOurs(findings, site)).toEqual([]);
    if (audited.of === 'sample') expect(findings).toEqual([]);
  });
});

const java = findJava();

describe.skipIf(java === null)(
  `the Nu Html Checker${java === null ? ' (skipped: it needs Java 17)' : ''}`,
  () => {
    test('finds no error on any page, nor in the style sheet', {
      timeout: 5 * MINUTES,
    }, async () => {
      const files = AUDITS.map(({ audited, getSite }) => ({
        folder: `${getSite().root}/out`,
        paths: [...choosePages(getSite(), audited.of), ...listSheets(getSite())],
      }));
      const found = await runNuChecker(java ?? '', files);
      const ours = AUDITS.flatMap(({ getSite }, index) => {
        const site = getSite();
        const findings = found[index]?.filter(({ page, message }) => {
          return !(page.endsWith('.css') && CSS_AHEAD.some((known) => known.test(message)));
        });
        return listOurs(findings ?? [], site);
      });
      expect(ours).toEqual([]);
    });
  },
);

/** The pages that are looked at: all of the sample site, and of the posts a part. */
function choosePages(site: AuditedSite, of: 'sample' | 'corpus'): string[] {
  const pages = site.paths.filter((path) => path.endsWith('.html'));
  if (of === 'sample' || isWhole) return pages;
  const isBelow = site.urls.base !== '';
  const essays = pages.filter((path) => /^blog\/[^/]*$/.test(path));
  const redirects = pages.filter((path) => path.startsWith('blog/post/'));
  const others = pages.filter((path) => !path.includes('/') && path !== 'index.html');
  return [...others, ...everyNth(essays, isBelow ? 40 : 10), ...everyNth(redirects, 100)];
}

function listSheets(site: AuditedSite): string[] {
  return site.paths.filter((path) => /^assets\/style\..*css$/.test(path));
}

/** The findings that no author has written, as text. */
function listOurs(findings: readonly Finding[], site: AuditedSite): string[] {
  return findings.flatMap((finding) => {
    const { page, rule, message, offset } = finding;
    const essay = site.site?.essays.find(({ slug }) => page === `blog/${slug}.html`);
    const source = essay === undefined ? null : readSourceOf(site, page);
    const html = site.text(page);
    if (essay && source !== null && isOfAuthor(finding, { html, source, title: essay.title })) {
      return [];
    }
    return [`${page}: ${rule}: ${message} at ${html.slice(offset, offset + 80)}`];
  });
}
