/**
 * A terminal that keeps what a command prints.
 */
import { makePaint, type Terminal } from '../../src/report.ts';

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
  /** `texts` are those of standard output and of standard error so far. */
  return { ...terminal, texts };
}
