/**
 * The compiled script of a site's pages: its entry point, which only exports what is compiled, and the functions that
 * render a page or a component with these exports. Pure.
 *
 * The exports are named by their paths in `templates/`, such as `HomePage`, `pages/Books` and `shortcodes/youtube`.
 */
import type { Context, ReactElement } from 'react';
import type { CurrentPage, SiteProps } from './props.ts';

/** Stands in for the content of a component while it is rendered. No text contains it. */
export const CONTENT = '\u0006';

/** The templates of pages that every site has. */
const PAGE_TEMPLATES = [
  'HomePage',
  'EssayPage',
  'AboutPage',
  'NotFoundPage',
  'Page',
  'TagPage',
  'TagsPage',
  'ArchivePage',
] as const;

/** A template of a page, one in `templates/pages/` with its folder. */
export type TemplateName = (typeof PAGE_TEMPLATES)[number] | `pages/${string}`;

/** What every component can use besides its props. */
export interface ComponentContext extends Pick<SiteProps, 'texts' | 'language'> {
  /** The URLs of the client scripts that templates load, by asset name. */
  readonly scripts: Readonly<Record<string, string>>;
}

/** What the components of a page can use besides their props. */
export interface PageContext extends ComponentContext {
  /** What `usePage()` returns. */
  readonly page: CurrentPage;
}

/** The call of a component of `templates/shortcodes/`, as the author wrote it in a body. */
export interface ComponentCall {
  readonly name: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly hasContent: boolean;
}

/** A function or a class of React, or an object such as `memo` returns. */
type Component = (props: object) => ReactElement | string | null;

/** The exports of the compiled script. */
export interface PageScript {
  createElement(component: unknown, props: object, ...children: unknown[]): ReactElement;
  renderToStaticMarkup(element: ReactElement): string;
  makeTranslate(texts: Pick<SiteProps, 'texts' | 'language'>): unknown;
  readonly TemplateContext: Context<object>;
  /** The default export of each template, and all exports of each component of a shortcode. */
  readonly [path: string]: unknown;
}

/** Writes the entry point of the script from the names of the site's own pages and of its components. */
export function writeEntry(ownPages: readonly string[], components: readonly string[]): string {
  const pages = [...PAGE_TEMPLATES, ...ownPages.map((name) => `pages/${name}`)];
  const lines = [
    `export { createElement } from 'react';`,
    `export { renderToStaticMarkup } from 'react-dom/server';`,
    `export { makeTranslate, TemplateContext } from './hooks';`,
    ...pages.map((path) => `export { default as '${path}' } from './${path}';`),
    ...components.map((name) => `export * as 'shortcodes/${name}' from './shortcodes/${name}';`),
  ];
  return lines.join('\n');
}

/** Renders a whole page; throws what the template throws. */
export function renderPage(
  script: PageScript,
  template: TemplateName,
  props: object,
  context: PageContext,
): string {
  const component = script[template];
  if (!isComponent(component)) throw new Error('This template has no default export');
  const html = renderIn(script, context, script.createElement(component, props));
  if (html === '') throw new Error('The page is empty');
  return `<!doctype html>\n${html}\n`;
}

/** Renders a component, with `CONTENT` in place of its content; throws what the component throws. */
export function renderComponent(
  script: PageScript,
  { name, props, hasContent }: ComponentCall,
  context: ComponentContext,
): string {
  const module = script[`shortcodes/${name}`] as Readonly<Record<string, unknown>> | undefined;
  const component = module?.default ?? module?.[name];
  if (!isComponent(component))
    throw new Error(`templates/shortcodes/${name} doesn't export a component`);
  const children = hasContent ? [script.createElement(() => CONTENT, {})] : [];
  // Within this element, React moves no script and no link to the front, and preloads no picture.
  const render = (given: object) => {
    const element = script.createElement(component, given, ...children);
    const html = renderIn(script, context, script.createElement('noscript', {}, element));
    return html.slice('<noscript>'.length, -'</noscript>'.length);
  };
  // A component may pass all its props on to an element. React throws where HTML would ignore `style` and `children`.
  const { style, children: given, ...others } = props;
  try {
    return render(props);
  } catch (error) {
    if (style === undefined && given === undefined) throw error;
    return render(others);
  }
}

/** Renders an element with what `usePage()`, `useTexts()` and `<Script>` return. */
function renderIn(
  { createElement, renderToStaticMarkup, makeTranslate, TemplateContext }: PageScript,
  context: ComponentContext & Partial<PageContext>,
  element: ReactElement,
): string {
  const { page = null, scripts, texts, language } = context;
  const value = { page, scripts, t: makeTranslate({ texts, language }) };
  return renderToStaticMarkup(createElement(TemplateContext, { value }, element));
}

/** An empty file exports an empty object. Memoized components are objects with a type. */
function isComponent(value: unknown): value is Component {
  if (typeof value === 'function') return true;
  return (value as { $$typeof?: unknown } | null | undefined)?.$$typeof !== undefined;
}
