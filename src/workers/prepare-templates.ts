/**
 * The site's templates, ready to run: remembered from an earlier build, brought along by the package,
 * or compiled.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteConfig } from '../content/config.ts';
import { readFileState } from '../content/file-state.ts';
import type { Problem } from '../problems.ts';
import { loadBundle, type TemplateBundle } from '../render/bundle.ts';
import { recallMachineCode, rememberMachineCode } from '../render/machine-code.ts';
import { type CardBasis, makeCardBasis } from '../render/social-card.ts';
import {
  keyOfTemplateSet,
  recallTemplateSet,
  rememberTemplateSet,
} from '../render/template-cache.ts';
import { templateThrew } from '../render/template-errors.ts';
import { listDecidingPlaces, type TemplateOrigin } from '../render/template-inputs.ts';
import { findReactHome } from '../render/template-resolution.ts';
import type { TemplateSet } from '../render/templates.ts';
import { makeSiteUrls } from '../site/urls.ts';
import { describeThrown } from './thrown.ts';

/** Where things lie, absolute, and which program asks. */
export interface TemplatePlaces {
  readonly root: string;
  readonly packageRoot: string;
  readonly cacheDir: string;
  readonly program: string;
}

export interface PreparedTemplates {
  readonly set: TemplateSet;
  /** What cards are made with; null for a site without cards. */
  readonly cards: CardBasis | null;
  readonly bundle: TemplateBundle;
  readonly machineCode: Uint8Array | null;
  /** Every file and folder whose change would give other templates, absolute. */
  readonly inputs: readonly string[];
  /** Keeps the set, and what V8 has made of it by now, as far as they are new. */
  remember(): void;
}

/**
 * Prepares the templates for a site with these settings. `clockMs` is the clock that stamps
 * files (`readFileClock`), read before: what was changed since then the compiler may have seen or not,
 * so a set that is made of it is not remembered.
 */
export async function prepareTemplates(
  places: TemplatePlaces,
  { url, socialImages }: Pick<SiteConfig, 'url' | 'socialImages'>,
  clockMs: number,
): Promise<{ value: PreparedTemplates | null; problems: Problem[] }> {
  const { root, packageRoot, cacheDir, program } = places;
  const reactHome = findReactHome(root, packageRoot);
  const { base } = makeSiteUrls(url);
  const origin = { root, packageRoot, reactHome, base, program, withCards: socialImages };
  const folder = join(cacheDir, 'templates');
  let newKey: string | null = null;
  let set: TemplateSet | null = recallShipped(origin) ?? recallTemplateSet(folder, origin);
  if (set === null) {
    // The compiler's module is loaded only where there is something to compile.
    const { compileTemplateSet } = await import('../render/templates.ts');
    const compiled = await compileTemplateSet(root, packageRoot, base, socialImages);
    if (compiled.value === null) return { value: null, problems: compiled.problems };
    set = compiled.value;
    // The key first: what changes after it was told is found among the stamps.
    const key = keyOfTemplateSet(set, origin);
    newKey = areSettled(set.inputs, origin, clockMs) ? key : null;
  }
  const machineCode =
    recallMachineCode(folder, set.compiled.digest) ??
    recallMachineCode(join(packageRoot, SHIPPED), set.compiled.digest);
  let bundle: TemplateBundle;
  try {
    bundle = loadBundle(set.compiled, root, machineCode);
  } catch (thrown) {
    const { sourceRoot } = set;
    const where = { sourceMap: set.readSourceMap(), sourceRoot, root, packageRoot };
    const error = describeThrown(thrown);
    const problem = templateThrew(error, 'loading the templates', 'templates', where);
    return { value: null, problems: [problem] };
  }
  const known = set;
  const { digest } = set.compiled;
  const remember = () => {
    // A template that was changed since then is compiled by the next build.
    if (newKey !== null && newKey === keyOfTemplateSet(known, origin)) {
      rememberTemplateSet(folder, known, origin);
    }
    if (bundle.isFresh) rememberMachineCode(folder, digest, bundle.makeMachineCode());
  };
  const inputs = [...set.inputs, ...listDecidingPlaces(set.inputs, origin)];
  // The package's own set has a card, whether the site wants one or not.
  const cards = socialImages && set.card !== null ? makeCardBasis(set.card) : null;
  return { value: { set, cards, bundle, machineCode, inputs, remember }, problems: [] };
}

/** True when nothing that the templates are made from was changed since a moment. */
function areSettled(inputs: readonly string[], origin: TemplateOrigin, clockMs: number): boolean {
  return [...inputs, ...listDecidingPlaces(inputs, origin)].every((file) => {
    return !readFileState(file, clockMs).startsWith('=');
  });
}

/** The set of the package's own templates, for a site that has none of its own. */
function recallShipped(origin: TemplateOrigin): TemplateSet | null {
  const { root, packageRoot, base } = origin;
  if (base !== '' || (root !== packageRoot && existsSync(join(root, 'templates')))) return null;
  return recallTemplateSet(join(packageRoot, SHIPPED), originOfShipped(root, packageRoot));
}

/** Where the package keeps the set of its own templates. */
export const SHIPPED = 'dist/templates';

/** The origin of that set, with the React that the site at `root` uses. Program and set come together. */
export function originOfShipped(root: string, packageRoot: string): TemplateOrigin {
  const reactHome = findReactHome(root, packageRoot);
  const [base, program] = ['', 'shipped'];
  return { root: packageRoot, packageRoot, reactHome, base, program, withCards: true };
}
