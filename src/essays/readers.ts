/**
 * Makes readers of values from other readers: `convert` converts what a reader returns, `refine` refuses some texts,
 * and `mayBeOwn` ignores values that may be the author's own data.
 */
import { replaceFrom } from '../problems/edits.ts';
import { type Place, type Problem, type ProblemDetails, placeAt } from '../problems/problems.ts';
import { askMeant } from '../text/text.ts';
import type { NamedValue, Reader, Schema } from './key-table.ts';
import { report } from './yaml-source.ts';

/**
 * Makes the reader of an optional key whose name may hold data of the author's own: a map or list that the key can't
 * take is ignored, with a warning. A wrong word is still an error, because it is probably a mistake.
 */
export function mayBeOwn<Value>(reader: Reader<Value>): Reader<Value> {
  const read = (given: NamedValue): Value | null => {
    const { name, node, source } = given;
    const problems: Problem[] = [];
    const value = reader.read({ ...given, source: { ...source, problems } });
    if (node.kind === 'text' || problems.length === 0) {
      source.problems.push(...problems);
      return value;
    }
    const message = `\`${name}\` can't be a ${node.kind} like this, so it is ignored`;
    const hint = 'If it is data of your own, put it under `data`, where templates find it.';
    report(source, node.offset, { code: 'value-ignored', message, hint });
    return null;
  };
  return { ...reader, read };
}

/** Makes a reader that converts another reader's result. */
export function convert<Given, Value>(
  reader: Reader<Given>,
  make: (given: Given, value: NamedValue) => Value | null,
): Reader<Value> {
  const read = (value: NamedValue): Value | null => {
    const given = reader.read(value);
    return given === null ? null : make(given, value);
  };
  return { ...reader, read };
}

/** How a text becomes a value, and what to say if it can't. */
interface Refinement<Value> {
  /** Completes the sentence `… must be`. */
  readonly wanted: string;
  readonly hint: string;
  /** Returns null for a text that is refused. */
  readonly make: (text: string) => Value | null;
  /** Suggests what was meant by a text that is refused. */
  readonly suggest?: (text: string) => string | null;
  /** Absent for the schema of the other reader. */
  readonly schema?: Schema;
}

/** Makes a reader that converts the text of another reader, or refuses it. */
export function refine<Value>(
  reader: Reader<string>,
  refinement: Refinement<Value>,
): Reader<Value> {
  const { wanted, hint, make, suggest, schema } = refinement;
  const refined = convert(reader, (given, value) => {
    const made = make(given);
    if (made !== null) return made;
    const meant = suggest?.(given) ?? null;
    const edits = replaceFrom(placeOf(value), given, meant);
    return refuseValue(value, { wanted, hint: askMeant(meant) ?? hint, edits });
  });
  return schema === undefined ? refined : { ...refined, schema };
}

/** Why a value is refused. */
interface RefusedValue extends Pick<ProblemDetails, 'edits'> {
  /** Completes the sentence `… must be`. */
  readonly wanted: string;
  /** Completes the sentence `… but`; absent for what the value is. */
  readonly found?: string;
  readonly hint: string;
}

/** Reports that a value isn't what its key takes. */
export function refuseValue({ name, node, source }: NamedValue, refusal: RefusedValue): null {
  const { wanted, hint, edits = [] } = refusal;
  const shown = node.kind === 'text' ? `\`${node.value}\`` : `a ${node.kind}`;
  const found = refusal.found ?? `is ${shown}`;
  const message = `\`${name}\` must be ${wanted}, but ${found}`;
  report(source, node.offset, { code: 'value-invalid', message, hint, edits, subject: name });
  return null;
}

/** The place of a value in its file. */
export function placeOf({ node, source }: NamedValue): Place {
  return placeAt(source.path, source.text, node.offset);
}
