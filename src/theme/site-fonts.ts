/**
 * Reads the font files that `font` in site.yaml names. An edge, loaded only for a site with that setting.
 */
import { join } from 'node:path';
import type { SiteConfig } from '../essays/config.ts';
import { findSettingFile, readSiteFile } from '../essays/files.ts';
import { pathFromSettings } from '../essays/paths.ts';
import { digest } from '../files/fingerprint.ts';
import { mendBackslashes } from '../problems/edits.ts';
import { makeProblem, type Problem } from '../problems/problems.ts';
import type { Stated } from '../text/text.ts';
import { type FontSettings, makeFontCss, type OwnFont } from './font-css.ts';
import { readFont } from './font-file.ts';
import type { SiteFonts } from './fonts.ts';

/** Reads the fonts; a file that can't be used is a problem, at the place that names it. */
export function readSiteFonts(
  root: string,
  settings: FontSettings,
  { followLinks }: Pick<SiteConfig, 'followLinks'>,
): { readonly value: SiteFonts; readonly problems: readonly Problem[] } {
  const { text, titles, code } = settings;
  const listFiles = (faces: FontSettings['text']) =>
    Object.values(faces ?? {}).filter((face) => face !== null);
  const onCards = [...listFiles(titles), ...listFiles(text)];
  const fonts = new Map<string, OwnFont>();
  const problems: Problem[] = [];
  const all = [...onCards, ...listFiles(code)];
  for (const stated of all) {
    const path = findSettingFile(root, stated.value, followLinks);
    const read = path === null ? null : readSiteFile(root, path);
    const bytes = read?.value?.bytes ?? null;
    const facts = bytes === null ? null : readFont(Buffer.from(bytes));
    if (path === null) problems.push(fontMissing(stated));
    else if (read?.problem) problems.push(read.problem);
    else if (bytes === null || facts === null) problems.push(fontUnreadable(stated));
    else fonts.set(stated.value, { path, bytes, facts });
  }
  const { css, published } = makeFontCss(settings, fonts);
  const inputs = all.map(({ value }) => join(root, pathFromSettings(value)));
  const onCard = onCards.flatMap(({ value }) => fonts.get(value) ?? []);
  const forCards = onCard.map(({ path, bytes }) => {
    return { name: path, file: join(root, path), digest: digest(bytes) };
  });
  return { value: { css, published, forCards, inputs }, problems };
}

function fontMissing({ value, place }: Stated): Problem {
  const message = `The font \`${value}\` isn't in \`content\`, so it is left out`;
  const usual = 'Write its path relative to site.yaml; `/x.woff2` means a file in content/public.';
  const { hint, edits } = mendBackslashes(value, place, usual);
  return makeProblem('font-invalid', place, message, hint, { edits });
}

function fontUnreadable({ value, place }: Stated): Problem {
  const message = `\`${value}\` isn't a font that browsers can read, so it is left out`;
  const hint = 'Use a .woff2, .woff, .ttf or .otf file.';
  return makeProblem('font-invalid', place, message, hint);
}
