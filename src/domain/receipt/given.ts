/** What of the host an agent behind a boundary was given. Names alone: a value is nobody's business. */
export interface Given {
  /** Its own log-in and settings, and what the config names; `write`: it could change the host's own. */
  readonly files: readonly { readonly path: string; readonly write: boolean }[];
  readonly variables: readonly string[];
  /** Hosts that it could reach; `all`: any. */
  readonly network: 'all' | readonly string[];
}

/** Reads what `JSON.stringify` made of it; null for anything else. */
export const readGiven = (text: string | null): Given | null => {
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(text);
    return isGiven(read) ? read : null;
  } catch {
    return null;
  }
};

const isGiven = (read: unknown): read is Given =>
  typeof read === 'object' &&
  read !== null &&
  'files' in read &&
  Array.isArray(read.files) &&
  'variables' in read &&
  Array.isArray(read.variables) &&
  'network' in read;
