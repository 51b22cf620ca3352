/** A value as an object; empty when it is none. */
export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A value as a list; empty when it is none. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A value as a string; empty when it is none. */
export function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
