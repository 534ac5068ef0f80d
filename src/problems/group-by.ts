/**
 * Groups the values of a list. Pure. Any room may import it.
 */

/** Groups values by key, in order of first appearance; a value with several keys is in several groups. */
export function groupBy<Value>(
  all: Iterable<Value>,
  keyOf: (value: Value) => string | readonly string[],
): Map<string, [Value, ...Value[]]> {
  const groups = new Map<string, [Value, ...Value[]]>();
  for (const value of all) {
    const keys = keyOf(value);
    for (const key of typeof keys === 'string' ? [keys] : keys) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [value]);
      else group.push(value);
    }
  }
  return groups;
}
