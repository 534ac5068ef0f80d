/**
 * Every page is valid HTML, by html-validate and by the Nu Html Checker of the W3C.
 *
 * What the program and its templates write has no finding at all, as the sample site shows. The posts
 * of twenty years hold HTML that their author wrote; what is allowed there stands in
 * `support/author-html.ts`.
 *
 * Of the posts every twentieth is published here; with `BLOG_AUDIT=all` all of them are.
 */
import { HtmlValidate, type RuleConfig, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { TEMPLATE_IDS } from '../../src/content/essay.ts';
import {
  type AuditedSite,
  CORPUS_PART,
  SAMPLE,
  SAMPLE_BELOW,
  shareAudited,
} from '../support/audited-sites.ts';
import { type Finding, isOfAuthor } from '../support/author-html.ts';
import { findJava, runNuChecker } from '../support/nu-checker.ts';

const isWhole = process.env.BLOG_AUDIT === 'all';
const MINUTES = 60_000;

// A base path is no matter of markup, but for whoever wants to see all.
const AUDITS = [SAMPLE, ...(isWhole ? [SAMPLE_BELOW] : []), CORPUS_PART].map((audited) => ({
  audited,
  getSite: shareAudited(audited),
}));
/** Those that are there. */
const BUILT = AUDITS.filter(({ audited }) => !audited.isAbsent);

/** Where one of two ways to write the same is ours, and where a rule asks for what does harm. */
const RULES: RuleConfig = {
  // As React writes HTML: `<br/>`, `async=""`, `charSet`; to a browser it is the same.
  'attr-case': 'off',
  'attribute-boolean-style': 'off',
  'attribute-empty-style': 'off',
  'void-style': 'off',
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

/** What the Nu Html Checker says of how React writes HTML, and of CSS that it does not know. */
const NO_FAULTS = [
  /^Trailing slash on void elements has no effect/,
  // CSS Anchor Positioning.
  /^CSS: “(?:anchor-name|position-anchor)”: Property “.*” doesn't exist\.$/,
  /^CSS: “top”: Parse Error\.$/,
  // CSS View Transitions 2.
  /^CSS: Unrecognized at-rule “@view-transition”$/,
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

test('the ids of templates are those that headings of bodies leave to them', () => {
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

/** The pages of a site; of those that only redirect, which are all alike, two are enough. */
function listPages(site: AuditedSite): string[] {
  const pages = site.paths.filter((path) => path.endsWith('.html'));
  const moved = pages.filter((path) => site.text(path).includes('http-equiv="refresh"'));
  return isWhole ? pages : pages.filter((path) => !moved.slice(2).includes(path));
}

function listSheets(site: AuditedSite): string[] {
  return site.paths.filter((path) => /^assets\/style\..*css$/.test(path));
}

/** The findings that no author has written, as text. */
function listOurs(findings: readonly Finding[], of: 'sample' | 'corpus'): string[] {
  return findings
    .filter((each) => of === 'sample' || !isOfAuthor(each))
    .map(({ page, rule, message, line }) => `${page}:${line}: ${rule}: ${message}`);
}
