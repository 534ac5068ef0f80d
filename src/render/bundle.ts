/**
 * Compiled templates → a function that renders. The same in every thread.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type RunScript, runScript } from '../compiled-script.ts';
import type { SocialCardProps } from './props.ts';

export const TEMPLATE_NAMES = ['HomePage', 'EssayPage', 'AboutPage', 'NotFoundPage'] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];
/** The template that is no page, and compiled apart. */
export const CARD_NAME = 'SocialCard';

/** The name under which the bundle's frames stand in a stack. */
export const BUNDLE_FILE = 'blog-templates.cjs';

/** The templates of a site in one script, React's renderer included. */
export interface CompiledTemplates {
  readonly code: string;
  /** Of the code: the same digest, the same pages. */
  readonly digest: string;
}

/** Templates ready to run. */
export interface TemplateBundle {
  /** A whole page; throws what the template throws. */
  render(template: TemplateName, props: object): string;
  /** What V8 has made of the code by now, for the next run. */
  makeMachineCode(): Uint8Array;
  /** True when the code had to be compiled anew. */
  readonly isFresh: boolean;
}

/**
 * Runs the script of the site at `root`; throws what a template throws when it is loaded.
 * `machineCode` is what V8 made of this very code in an earlier run: it takes it or leaves it.
 */
export function loadBundle(
  compiled: CompiledTemplates,
  root: string,
  machineCode: Uint8Array | null,
): TemplateBundle {
  const { exports, isFresh, makeMachineCode } = runBundle<
    {
      renderToStaticMarkup(element: unknown): string;
      createElement(type: unknown, props: object): unknown;
    } & Record<TemplateName, unknown>
  >(compiled, root, machineCode);
  return {
    render(template, props) {
      const element = exports.createElement(exports[template], props);
      const markup = exports.renderToStaticMarkup(element);
      return `<!doctype html>\n${markup}\n`;
    },
    isFresh,
    makeMachineCode,
  };
}

/** What the renderer of cards draws: boxes and texts, and the style sheets among them. */
export interface CardDrawing {
  readonly node: object;
  readonly css: readonly string[];
}

/**
 * Runs the script of the template of cards; throws what it throws when it is loaded. What is given
 * back makes one card, and throws what the template throws.
 */
export function loadCardBundle(
  compiled: CompiledTemplates,
  root: string,
): (props: SocialCardProps) => Promise<CardDrawing> {
  const {
    fromJsx,
    createElement,
    [CARD_NAME]: card,
  } = runBundle<{
    fromJsx(element: unknown): Promise<CardDrawing>;
    createElement(type: unknown, props: object): unknown;
    [CARD_NAME]: unknown;
  }>(compiled, root, null).exports;
  return async (props) => fromJsx(createElement(card, props));
}

function runBundle<Exports>(
  { code }: CompiledTemplates,
  root: string,
  machineCode: Uint8Array | null,
): RunScript<Exports> {
  return runScript(code, BUNDLE_FILE, createRequire(join(root, BUNDLE_FILE)), machineCode);
}
