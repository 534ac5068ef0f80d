/**
 * What a YAML parser says of a mistake → what an author needs to hear, and where the slip is.
 */

/** Why a text is not YAML that we read, and where (offset into the text). */
export interface YamlFault {
  readonly kind: 'fault';
  readonly message: string;
  readonly hint: string;
  readonly offset: number;
}

/** Turns the parser's words for the commonest mistakes into an author's, with the place of the slip. */
export function explain(reason: string, text: string, offset: number): Omit<YamlFault, 'kind'> {
  const lineStart = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(lineStart).split('\n', 1)[0] ?? '';
  const tab = /^ *\t/.exec(line);
  if (tab !== null) {
    return {
      message: 'This line is indented with a tab, which YAML does not allow',
      hint: 'Indent with spaces.',
      offset: lineStart + tab[0].length - 1,
    };
  }
  const isOpen = /deficient indentation|quoted scalar|flow collection|unexpected end/.test(reason);
  const opened = isOpen ? findUnclosed(text, offset) : null;
  if (opened !== null) return opened;
  if (/^[^'"[{]*?:\s.*:(\s|$)/.test(line)) {
    return {
      message: 'The value holds a colon followed by a space, so YAML takes it for another key',
      hint: `Put the value in quotes: ${quoteValue(line)}`,
      offset,
    };
  }
  const value = /:\s+(\S.*)$/.exec(line)?.[1];
  if (value !== undefined && /^[@`%!&*]/.test(value)) {
    return {
      message: `A value cannot begin with \`${value[0]}\``,
      hint: `Put the value in quotes: ${quoteValue(line)}`,
      offset,
    };
  }
  return {
    message: `This is not valid YAML: ${reason}`,
    hint: 'Check the indentation, the colon after each key, and quotation marks.',
    offset,
  };
}

/** A value before the offset that begins with a quotation mark or a bracket and does not end. */
function findUnclosed(text: string, offset: number): Omit<YamlFault, 'kind'> | null {
  let start = 0;
  let found: Omit<YamlFault, 'kind'> | null = null;
  for (const line of text.slice(0, offset + 1).split('\n')) {
    const value = /^\s*(?:- +)*(?:[\w$.-]+:\s+)?(?=["'[{])/.exec(line);
    const opening = value === null ? undefined : line[value[0].length];
    const rest = value === null ? '' : line.slice(value[0].length + 1);
    const at = start + (value?.[0].length ?? 0);
    if ((opening === '"' || opening === "'") && !hasEnd(rest, opening)) {
      const message = 'A quotation mark is opened here and never closed';
      const hint = 'Close it. Inside single quotes, write an apostrophe twice.';
      found = { message, hint, offset: at };
    } else if (
      (opening === '[' && !rest.includes(']')) ||
      (opening === '{' && !rest.includes('}'))
    ) {
      const message = 'A bracket is opened here and never closed';
      found = { message, hint: `Close it with ${opening === '[' ? ']' : '}'}.`, offset: at };
    }
    start += line.length + 1;
  }
  return found;
}

function hasEnd(rest: string, quote: string): boolean {
  const bare = quote === '"' ? rest.replace(/\\./g, '') : rest.replace(/''/g, '');
  return bare.includes(quote);
}

function quoteValue(line: string): string {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).trim();
  const quoted = value.includes("'") ? `"${value.replace(/["\\]/g, '\\$&')}"` : `'${value}'`;
  return `${line.slice(0, colon).trim()}: ${quoted}`;
}
