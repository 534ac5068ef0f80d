/**
 * YAML writer: writes texts as values of front matter and site.yaml. Pure.
 */
import { foldSpace } from '../text/text.ts';

const PLAIN = /^(?!null$)[\p{L}\p{N}/](?:[\p{L}\p{N} .…()!?’“”'/_+@%&–—-]|:(?=[^\s:]))*$/iu;

/** Writes a line of text as YAML, of which JSON is a part. */
export const quoteYaml = (value: string) => {
  const line = foldSpace(value);
  return PLAIN.test(line) ? line : JSON.stringify(line);
};
