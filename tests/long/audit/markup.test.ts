/**
 * Audit of markup: every page is valid HTML by html-validate and by the Nu Html Checker of the W3C.
 *
 * In the sample site no finding is allowed. Real posts contain HTML that their author wrote;
 * `support/author-html.ts` lists the findings that are allowed there.
 *
 * Covers every twentieth post; with `BLOG_AUDIT=all`, all of them.
 */
import { HtmlValidate, type RuleConfig, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { TEMPLATE_IDS } from '../../../src/essays/page-kinds.ts';
import {
  type AuditedSite,
  CORPUS_PART,
  SAMPLE,
  SAMPLE_BELOW,
  SAMPLE_IN_THREE,
  shareAudited,
} from '../../support/audited-sites.ts';
import { type Finding, isOfAuthor } from '../../support/author-html.ts';
import { findJava, runNuChecker } from '../../support/nu-checker.ts';

const isWhole = process.env.BLOG_AUDIT === 'all';
const MINUTES = 60_000;

// A base path does not affect markup, so that site is part of BLOG_AUDIT=all only.
const SITES = [SAMPLE, SAMPLE_IN_THREE, ...(isWhole ? [SAMPLE_BELOW] : []), CORPUS_PART];
const AUDITS = SITES.map((audited) => ({ audited, getSite: shareAudited(audited) }));
/** The audits whose site is present. */
const BUILT = AUDITS.filter(({ audited }) => !audited.isAbsent);

/** Exceptions: rules of style that React does not follow, and rules that would do harm. */
const RULES: RuleConfig = {
  // React writes `<br/>`, `async=""` and `charSet`, which are equivalent in a browser.
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'void-style': 'off',
  'doctype-style': ['error', { style: 'lowercase' }],
  // The site's own assets have a digest in their names; integrity would break on a host that minifies them.
  'require-sri': ['error', { target: 'crossorigin' }],
  // HTML allows any id without whitespace, and headings have those of GitHub.
  'valid-id': ['error', { relaxed: true }],
};

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ['html-validate:recommended', 'html-validate:document'],
    rules: RULES,
  }),
);

/** Messages of the Nu Html Checker on the style of React's HTML, and on CSS that it does not know. */
const NO_FAULTS = [
  /^Trailing slash on void elements has no effect/,
  // CSS Anchor Positioning.
  /^CSS: “(?:anchor-name|position-anchor)”: Property “.*” doesn't exist\.$/,
  /^CSS: “top”: Parse Error\.$/,
  // CSS Containment 3 and Scroll-driven Animations.
  /^CSS: Unrecognized at-rule “@container”$/,
  /^CSS: “(?:container-type|animation-timeline)”: Property “.*” doesn't exist\.$/,
  // CSS View Transitions 2.
  /^CSS: Unrecognized at-rule “@view-transition”$/,
  /^CSS: “view-transition-name”: Property “.*” doesn't exist\.$/,
];

describe.each(AUDITS)('$audited.name', ({ audited, getSite }) => {
  test.skipIf(audited.isAbsent)('is valid by html-validate', { timeout: 5 * MINUTES }, () => {
    const site = getSite();
    const findings = listPages(site).flatMap((page): Finding[] => {
      const { results } = validator.validateStringSync(site.text(page));
      const messages = results.flatMap((result) => result.messages);
      return messages.map(({ ruleId: rule, message, line }) => ({ page, rule, message, line }));
    });
    expect(listOurs(findings, audited.of)).toEqual([]);
  });
});

test('the ids of templates are those reserved from headings of bodies', () => {
  const [{ getSite }] = AUDITS as [(typeof AUDITS)[number]];
  const site = getSite();
  const listIds = (pages: RegExp) => {
    const ids = listPages(site)
      .filter((path) => pages.test(path))
      .flatMap((path) => {
        const $ = site.page(path);
        return $('[id]:not(.prose *)')
          .toArray()
          .map((each) => each.attribs.id);
      });
    return new Set(ids);
  };
  expect({ essay: listIds(/^blog\/[^/]+$/), about: listIds(/^about/) }).toEqual({
    essay: new Set(TEMPLATE_IDS.essay),
    about: new Set(TEMPLATE_IDS.about),
  });
});

const java = findJava();

test.skipIf(java === null)(
  `the Nu Html Checker finds no error${java === null ? ' (skipped: it needs Java 17)' : ''}`,
  { timeout: 5 * MINUTES },
  async () => {
    const sites = BUILT.map(({ audited, getSite }) => ({ of: audited.of, site: getSite() }));
    const found = await runNuChecker(
      java ?? '',
      sites.map(({ site }) => ({
        folder: `${site.root}/out`,
        paths: [...listPages(site), ...listSheets(site)],
      })),
    );
    const isKnown = ({ message }: Finding) => NO_FAULTS.some((known) => known.test(message));
    const ours = sites.flatMap(({ of }, index) =>
      listOurs(found[index]?.filter((each) => !isKnown(each)) ?? [], of),
    );
    expect(ours).toEqual([]);
  },
);

/** The pages of a site, with only two of the redirect pages, which are all alike. */
function listPages(site: AuditedSite): string[] {
  const pages = site.paths.filter((path) => path.endsWith('.html'));
  const moved = pages.filter((path) => site.text(path).includes('http-equiv="refresh"'));
  return isWhole ? pages : pages.filter((path) => !moved.slice(2).includes(path));
}

function listSheets(site: AuditedSite): string[] {
  return site.paths.filter((path) => /^assets\/style\..*css$/.test(path));
}

/** The findings in HTML that the program wrote, as text. */
function listOurs(findings: readonly Finding[], of: 'sample' | 'corpus'): string[] {
  return findings
    .filter((each) => of === 'sample' || !isOfAuthor(each))
    .map(({ page, rule, message, line }) => `${page}:${line}: ${rule}: ${message}`);
}
