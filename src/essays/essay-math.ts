/**
 * The formulas of an essay: masks them before the body is read, and inserts their MathML afterwards; reports those that
 * aren't valid. A body without formulas passes unchanged.
 */
import { type Body, PAGE_STYLES, type PageStyle } from '../markdown/body.ts';
import type { Shortcode } from '../markdown/components.ts';
import type { BodyFormat } from '../markdown/edits.ts';
import {
  fillFormulas,
  maskFormulas,
  placeFormulas,
  unmaskShortcodes,
} from '../markdown/formula-mask.ts';
import { type FoundFormulas, findFormulas } from '../markdown/formulas.ts';
import type { MarkdownEngine } from '../markdown/markdown.ts';
import { readableTex, renderFormulas, type TexPage } from '../markdown/tex.ts';
import { countParts, MAX_LISTED, type ProblemPart, placeAt } from '../problems/problems.ts';
import type { EssaySource } from './front-matter.ts';
import type { MathSetting } from './math-setting.ts';
import { report } from './yaml-source.ts';

/** An essay whose formulas are masked, and the functions that put them back. */
export interface EssayMath {
  readonly source: EssaySource;
  /** Returns shortcodes whose arguments are as the author wrote them. */
  restore(shortcodes: readonly Shortcode[]): readonly Shortcode[];
  /** Puts readable text in place of the masks in the engine's HTML. */
  place(html: string): string;
  /** Puts the MathML into a body. */
  fill(body: Body): Body;
  /** Problems that are reported once for all files. */
  readonly parts: readonly ProblemPart[];
}

/** Finds, renders and masks the formulas of an essay. */
export function readMath(
  source: EssaySource,
  format: BodyFormat,
  { isOn, macros }: MathSetting,
  { listParts }: Pick<MarkdownEngine, 'listParts'>,
  components: readonly string[],
): EssayMath {
  const none = { restore: pass, place: pass, fill: pass };
  if (format === 'text') return { ...none, source, parts: [] };
  const found = findFormulas(source.body, { format, isOn, components, listParts });
  const parts = findUnread(found, source);
  for (const { at, message, hint } of found.torn.slice(0, MAX_LISTED)) {
    report(source, source.offsetInText(at), { code: 'math-unclosed', message, hint });
  }
  const mask = maskFormulas(source, found);
  if (mask === null) return { ...none, source, parts };
  const page = renderFormulas(found.formulas, macros);
  reportInvalid(found, page, source);
  const ready = { found, page };
  return {
    source: mask.source,
    restore: (shortcodes) => unmaskShortcodes(shortcodes, mask),
    place: (html) => placeFormulas(html, mask, ready),
    fill: (body) => ({
      ...body,
      html: fillFormulas(body.html, ready),
      ids: [...body.ids, ...Array.from(page.labels.values(), ({ id }) => id)],
      styles: addStyles(body.styles, page),
    }),
    parts,
  };
}

const pass = <Value>(value: Value): Value => value;

function addStyles(styles: readonly PageStyle[], { results }: TexPage): PageStyle[] {
  const isShown = results.some((each) => 'html' in each);
  const isCode = results.some((each) => 'message' in each);
  return PAGE_STYLES.filter((name) => {
    return styles.includes(name) || (name === 'math' && isShown) || (name === 'code' && isCode);
  });
}

function reportInvalid(found: FoundFormulas, page: TexPage, source: EssaySource): void {
  const { formulas, references } = found;
  let count = 0;
  for (const [number, result] of page.results.entries()) {
    if ('html' in result || count === MAX_LISTED) continue;
    const at = formulas[number]?.offsetInBody(result.at) ?? 0;
    const { message, hint } = result;
    report(source, source.offsetInText(at), { code: 'math-invalid', message, hint });
    count++;
  }
  const known = Array.from(page.labels.keys(), (label) => `\`${label}\``).join(', ');
  for (const { label, start } of references.slice(0, MAX_LISTED)) {
    if (page.labels.has(label)) continue;
    const message = `No formula in this essay has the label \`${label}\`, so the reference stays text`;
    const hint = `The labels are ${known}.`;
    report(source, source.offsetInText(start), { code: 'math-invalid', message, hint });
  }
}

/** Reports what looks like formulas between single dollar signs in an essay where those are text. */
function findUnread({ unread }: FoundFormulas, source: EssaySource): ProblemPart[] {
  if (unread === null) return [];
  const message = 'Text between single dollar signs looks like a formula, but stays text';
  const hint = 'If it is a formula, add `math: true` to site.yaml or to the front matter.';
  const { path, text } = source;
  return countParts([{ code: 'math-dollars' as const, message, hint }], () =>
    placeAt(path, text, source.offsetInText(unread)),
  );
}

/** Writes the formulas in a line of text, such as a title, as readable text. */
export function readFormulasAsText(line: string, { isOn }: MathSetting): string {
  const context = { format: 'markdown' as const, isOn, components: [], listParts: () => [] };
  const { formulas } = findFormulas(line, context);
  let done = 0;
  const pieces = formulas.flatMap(({ tex, start, end }) => {
    const before = line.slice(done, start);
    done = end;
    return [before, readableTex(tex)];
  });
  return pieces.join('') + line.slice(done);
}
