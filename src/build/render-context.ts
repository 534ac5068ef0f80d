/**
 * Gives the outputs what they are made with: bodies, templates and finished pages. An edge.
 *
 * A template that throws and a file that changes during the build are recorded, and rendering goes on.
 */
import type { EssayReader } from '../essays/essay-reader.ts';
import { NO_ABOUT_PATH } from '../essays/paths.ts';
import type { MarkdownEngine } from '../markdown/engine.ts';
import {
  type FilledCall,
  fillHeadings,
  fillLine,
  fillParts,
  type PartsUse,
} from '../markdown/fill-parts.ts';
import { PAGE_STYLES, type PageStyle } from '../markdown/rule.ts';
import type { Element, Root } from '../markdown/tree.ts';
import { writeTree } from '../markdown/write.ts';
import { listFeeds } from '../render/feeds.ts';
import type { RenderContext } from '../render/outputs.ts';
import { hasOtherLetters, listTagStyles } from '../render/page-styles.ts';
import type { CompleteBody, Page } from '../render/pages.ts';
import { completeRootPaths } from '../render/root-links.ts';
import type { Essay } from '../site/resolved-essay.ts';
import type { Site } from '../site/site.ts';
import * as urls from '../site/urls.ts';
import { CONTENT } from '../theme/page-script.ts';
import type { EssayProps, HomeProps, TextPageProps } from '../theme/props.ts';
import { type FailedOutput, toError } from '../theme/template-errors.ts';
import type { PreparedTemplates } from '../theme/templates.ts';
import type { OutputFolder } from './write.ts';

export class SiteRenderContext implements RenderContext {
  readonly failed: FailedOutput[] = [];
  /** The sources that have changed since they were read. */
  readonly changed = new Set<string>();

  /** The sources of the essays whose bodies are needed by feeds, too. */
  private readonly inFeeds: ReadonlySet<string>;
  /** Tags for the end of every head. */
  private readonly head: string;
  /** The URLs of published scripts and style sheets, by name. */
  private readonly scripts: Readonly<Record<string, string>>;

  /** Null for a build with errors, which only looks for more of them. */
  readonly folder: OutputFolder | null;
  private readonly site: Site;
  private readonly templates: PreparedTemplates;
  private readonly reader: EssayReader;
  private readonly engine: MarkdownEngine;

  constructor(
    site: Site,
    templates: PreparedTemplates,
    reader: EssayReader,
    folder: OutputFolder | null,
    engine: MarkdownEngine,
  ) {
    this.engine = engine;
    this.site = site;
    this.templates = templates;
    this.reader = reader;
    this.folder = folder;
    const fed = listFeeds(site).flatMap(({ essays }) => essays);
    this.inFeeds = new Set(fed.map(({ source }) => source));
    const scripts = templates.assets.map(({ name, outputPath }) => {
      return [name, urls.toUrl(site.urls, `/${outputPath}`)];
    });
    this.head = completeRootPaths(site.config.head, [], { origin: '', base: site.urls.base }).html;
    this.scripts = Object.fromEntries(scripts);
  }

  // Outputs call these three functions without the object, so they are arrow functions, which keep `this`.
  readonly readPage = (path: string): string | null => this.folder?.readPage(path) ?? null;

  readonly render = (page: Page, props: object): string | null => {
    const { template, url, shown } = page;
    const own = shown.find(({ address }) => address === url);
    const source = own?.source ?? NO_ABOUT_PATH;
    const doing = `rendering ${source === NO_ABOUT_PATH ? url : `${url} (${source})`}`;
    const current = page.makeCurrentPage();
    const { texts, language } = current.site;
    const context = { texts, language, scripts: this.scripts, page: current };
    const html = this.attempt(template, doing, () =>
      this.templates.render(template, props, context),
    );
    if (html === null) return null;
    if (!this.templates.hasOwn) return this.addHead(this.addStyles(html, []));
    const place = { origin: '', base: this.site.urls.base };
    const { html: whole, tags } = completeRootPaths(html, listContents(props), place);
    return this.addHead(this.addStyles(whole, listTagStyles(tags)));
  };

  readonly completeBody = (essay: Essay, form: PartsUse['form']): CompleteBody | null => {
    const isFeed = form === 'feed';
    const body = this.reader.bodyOf(essay.source, essay.digest, isFeed);
    if (body === null) {
      this.changed.add(essay.source);
      return null;
    }
    if (!this.inFeeds.has(essay.source)) this.reader.forget(essay.source);
    const failures = this.failed.length;
    const use = this.describeUse(essay, form);
    const html = fillParts(body.parts, use);
    if (this.failed.length > failures) return null;
    return { ...body, html, headings: fillHeadings(body.headings, use) };
  };

  /**
   * Adds `styles`, and that for other alphabets, before the style sheet of all pages, where the page doesn't link them
   * yet.
   */
  private addStyles(html: string, styles: readonly PageStyle[]): string {
    const needed = new Set(hasOtherLetters(html) ? [...styles, 'alphabets'] : styles);
    if (needed.size === 0) return html;
    const urlOf = (name: string) => {
      const asset = this.templates.assets.find((each) => each.name === name);
      return `href="${urls.toUrl(this.site.urls, `/${asset?.outputPath}`)}"`;
    };
    const missing = PAGE_STYLES.filter((name) => needed.has(name))
      .map(urlOf)
      .filter((href) => !html.includes(href));
    const at = html.lastIndexOf('<link', html.indexOf(urlOf('style')));
    // A page without it has style sheets of its own.
    if (missing.length === 0 || at === -1) return html;
    const links = missing.map((href) => `<link rel="stylesheet" ${href}/>`).join('');
    return html.slice(0, at) + links + html.slice(at);
  }

  /** Adds the tags of site.yaml to the end of a page's head. */
  private addHead(html: string): string {
    return this.head === '' ? html : html.replace('</head>', () => `${this.head}</head>`);
  }

  /** Runs a template; null if it throws. */
  private attempt(
    template: string,
    doing: string,
    run: () => string,
    essay: Pick<FailedOutput, 'essay'> = {},
  ): string | null {
    try {
      return run();
    } catch (thrown) {
      const file = `templates/${template}.tsx`;
      const error = toError(thrown);
      this.failed.push({ template: file, doing, made: 'page', error, ...essay });
      return null;
    }
  }

  /** Describes how to fill the parts of a body and render its components. */
  private describeUse(essay: Essay, form: PartsUse['form']): PartsUse {
    const { templates, scripts } = this;
    const at = this.site.urls;
    const { source, edition, address, fills } = essay;
    const own = this.site.editions.find(({ config }) => config.language === edition);
    const { texts, language } = (own ?? this.site).config;
    const context = { texts, language, scripts };
    const isFeed = form === 'feed';
    const renderComponent = (call: FilledCall, content: string): string => {
      const { line, name } = call;
      const what =
        line === null ? `a block of ${name} in ${source}` : `the component in ${source}:${line}`;
      const doing = `rendering ${what}`;
      // The links of the content are resolved already, those of the component are not.
      const render = () => templates.renderShortcode(call, context);
      const isGiven = line !== null && Object.keys(call.props).length > 0;
      const given = isGiven ? { essay: source } : {};
      const made = this.attempt(`shortcodes/${name}`, doing, render, given) ?? '';
      const place = { origin: isFeed ? at.origin : '', base: at.base };
      const whole = templates.hasOwn ? completeRootPaths(made, [], place).html : made;
      const filledIn = whole.replaceAll(CONTENT, () => content);
      return isFeed ? dropScripts(filledIn, this.engine) : filledIn;
    };
    const pageUrl = urls.toAbsoluteUrl(at, address);
    // No address ends with a dot.
    const prefix = `${urls.pagePartOf(address)}.`;
    return { form, fills, pageUrl, prefix, renderComponent };
  }
}

/** The HTML of the bodies that a page shows: an essay's, those of the author's own pages, those on a home page. */
function listContents(props: object): string[] {
  const {
    content,
    essay,
    words,
    essays = [],
  }: Partial<TextPageProps & EssayProps & HomeProps> = props;
  const listed = essays.map((card) => card.content);
  return [content, essay?.content, words?.content, ...listed].filter((html) => html !== undefined);
}

/** Removes the scripts and style sheets that a component has rendered, for feeds. */
function dropScripts(html: string, { toTree }: Pick<MarkdownEngine, 'toTree'>): string {
  const root = toTree(html);
  dropIn(root);
  return fillLine(writeTree(root), []);
}

function dropIn(node: Element | Root): void {
  node.children = node.children.filter((child) => {
    if (child.type !== 'element') return true;
    dropIn(child);
    return child.tagName !== 'script' && child.tagName !== 'style';
  });
}
