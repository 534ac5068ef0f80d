/**
 * Makes a value when it is first needed. Pure. `build/` imports it, too.
 */

/** Calls a function when its value is first needed, and keeps the value. */
export function once<Value extends object | string>(make: () => Value): () => Value {
  let value: Value | null = null;
  return () => {
    value ??= make();
    return value;
  };
}
