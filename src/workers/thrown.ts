/** A template's error as plain data. */
export interface ThrownError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** What was thrown as plain data. Anything can be thrown. */
export function describeThrown(thrown: unknown): ThrownError {
  const error = thrown instanceof Error ? thrown : new Error(describeValue(thrown));
  return { name: error.name, message: error.message, stack: error.stack ?? '' };
}

function describeValue(value: unknown): string {
  try {
    return String(value);
  } catch {
    return 'something that has no text'; // Such as an object without a prototype.
  }
}
