/**
 * A terminal that records what a command prints.
 */
import { makePaint, type Terminal } from '../../src/problems/report.ts';

export function makeTerminal(hasColor = false) {
  const texts = { out: '', err: '' };
  const terminal: Terminal = {
    write: (text) => {
      texts.out += text;
    },
    writeError: (text) => {
      texts.err += text;
    },
    paint: makePaint(hasColor),
    isInteractive: false,
  };
  /** `texts` holds standard output and standard error so far. */
  return { ...terminal, texts };
}
