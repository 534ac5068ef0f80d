/**
 * A terminal that keeps what a command prints.
 */
import type { Terminal } from '../../src/report.ts';

export function makeTerminal() {
  const texts = { out: '', err: '' };
  const terminal: Terminal = {
    write: (text) => {
      texts.out += text;
    },
    writeError: (text) => {
      texts.err += text;
    },
    hasColor: false,
    isInteractive: false,
  };
  /** `texts` are those of standard output and of standard error so far. */
  return { ...terminal, texts };
}
