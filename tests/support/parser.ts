/**
 * A parser of essays with the default settings of a site, except those that a test overrides.
 */
import { parseConfig } from '../../src/essays/config.ts';
import { type EssayParser, pickParserConfig } from '../../src/essays/essay-body.ts';
import { loadMarkdownEngine } from '../../src/markdown/engine.ts';

export async function makeParser(
  stated: Partial<EssayParser['config']> = {},
): Promise<EssayParser> {
  const config = { ...pickParserConfig(parseConfig(null).value, []), url: 'https://ann.example' };
  return { config: { ...config, ...stated }, markdown: await loadMarkdownEngine() };
}
