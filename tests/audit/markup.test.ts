/**
 * Every page is valid HTML, by html-validate and by the Nu Html Checker of the W3C.
 *
 * What the program and its templates write has no finding at all. The posts of twenty years hold
 * HTML that their author wrote; what is allowed there stands in `support/author-html.ts`, and each
 * finding proves that it is the author's: it lies in the body of an essay whose source holds it.
 *
 * Of the posts every twentieth is published here; with `BLOG_AUDIT=all` all of them are.
 */
import { HtmlValidate, type RuleConfig, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import {
  type AuditedSite,
  CORPUS,
  CORPUS_BELOW,
  readSourceOf,
  SAMPLE,
  SAMPLE_BELOW,
  shareAudited,
} from '../support/audited-sites.ts';
import { type Finding, isOfAuthor } from '../support/author-html.ts';
import { findJava, runNuChecker } from '../support/nu-checker.ts';

const isWhole = process.env.BLOG_AUDIT === 'all';
const MINUTES = 60_000;

const AUDITS = [
  SAMPLE,
  SAMPLE_BELOW,
  isWhole ? CORPUS : { ...CORPUS, every: 20 },
  isWhole ? CORPUS_BELOW : { ...CORPUS_BELOW, every: 80 },
].map((audited) => ({ audited, getSite: shareAudited(audited) }));
/** Those that are there. */
const BUILT = AUDITS.filter(({ audited }) => !audited.isAbsent);

/** Where one of two ways to write the same is ours, and where a rule asks for what does harm. */
const RULES: RuleConfig = {
  'doctype-style': ['error', { style: 'lowercase' }],
  // A file of the site's own host is named by its digest; a host that minifies it would break it.
  'require-sri': ['error', { target: 'crossorigin' }],
  // HTML asks no more of an id than to be there and without space; links lead to `#2010`.
  'valid-id': ['error', { relaxed: true }],
  // As React writes HTML: `<br/>`, `async=""`, `charSet`; to a browser it is the same.
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'void-style': 'off',
};

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: RULES,
  }),
);

/** What the Nu Html Checker says of how React writes HTML, and of CSS that it does not know. */
const NO_FAULTS = [
  /^Trailing slash on void elements has no effect/,
  // CSS Overflow 4; browsers know it with a prefix, and the sheet says it both ways.
  /^CSS: “line-clamp”: Property “line-clamp” doesn't exist\.$/,
  // CSS View Transitions 2.
  /^CSS: Unrecognized at-rule “@view-transition”$/,
];

describe.each(AUDITS)('$audited.name', ({ audited, getSite }) => {
  test.skipIf(audited.isAbsent)('is valid by html-validate', { timeout: 5 * MINUTES }, () => {
    const site = getSite();
    const findings = listPages(site).flatMap((page) =>
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
      const files = BUILT.map(({ getSite }) => ({
        folder: `${getSite().root}/out`,
        paths: [...listPages(getSite()), ...listSheets(getSite())],
      }));
      const found = await runNuChecker(java ?? '', files);
      const ours = BUILT.flatMap(({ getSite }, index) => {
        const site = getSite();
        const findings = found[index]?.filter(({ message }) => {
          return !NO_FAULTS.some((known) => known.test(message));
        });
        return listOurs(findings ?? [], site);
      });
      expect(ours).toEqual([]);
    });
  },
);

function listPages(site: AuditedSite): string[] {
  return site.paths.filter((path) => path.endsWith('.html'));
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
