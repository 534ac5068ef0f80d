/**
 * Finds the pictures that `logo` and `favicon` in site.yaml name. An edge.
 */
import type { SiteConfig } from '../essays/config.ts';
import { findSettingFile } from '../essays/files.ts';
import type { Branding } from '../essays/images.ts';
import { pathFromSettings } from '../essays/paths.ts';
import type { InputStates } from '../files/file-state.ts';
import { mendBackslashes } from '../problems/edits.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import type { Stated } from '../text/text.ts';

/** The formats that browsers can show. */
const SHOWN = /\.(?:svg|png|webp|avif|gif|jpe?g|ico)$/i;

/** Finds the pictures; a missing picture is a problem, at the place that names it. */
export function findBranding(
  root: string,
  { logo, favicon, followLinks, colorScheme }: SiteConfig,
  states: InputStates,
): { readonly value: Branding; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const find = (stated: Stated | null | undefined): string | null => {
    if (!stated) return null;
    states.of(pathFromSettings(stated.value));
    const path = findSettingFile(root, stated.value, followLinks);
    if (path !== null && SHOWN.test(path)) return path;
    problems.push(path === null ? pictureMissing(stated) : pictureUnknown(stated));
    return null;
  };
  const light = find(logo?.light);
  const dark = find(logo?.dark);
  // Pages with one scheme have one logo, whatever scheme a reader prefers.
  const main = colorScheme === 'dark' ? (dark ?? light) : (light ?? dark);
  const darkLogo = colorScheme === 'auto' && light !== null ? dark : null;
  return { value: { logo: main, darkLogo, favicon: find(favicon) }, problems };
}

function pictureMissing({ value, place }: Stated): Problem {
  const message = `The picture \`${value}\` isn't in \`content\`, so it is left out`;
  const usual = 'Write its path relative to site.yaml; `/x.svg` means a file in content/public.';
  const { hint, edits } = mendBackslashes(value, place, usual);
  return makeProblem('image-missing', place, message, hint, { edits });
}

function pictureUnknown({ value, place }: Stated): Problem {
  const message = `\`${value}\` isn't a picture that browsers can show, so it is left out`;
  return makeProblem('image-unreadable', place, message, 'Save it as SVG, PNG or WebP.');
}
