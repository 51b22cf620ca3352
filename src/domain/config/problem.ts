/** One step from the root of a written file to a value in it: a key, or an index from 0. */
export type PathStep = string | number;

/**
 * Something wrong with a written config or plan, found without knowing the text it was written in.
 * The reader of the file turns it into a `Failure` with line, column and excerpt.
 */
export interface Problem {
  /** Stable and kebab-case. */
  readonly code: string;
  /** Where, from the root; the nearest value that is there is meant when the end of it is missing. */
  readonly path: readonly PathStep[];
  /** What to mark: the value (default), or the key that leads to it. */
  readonly part?: 'key' | 'value';
  /** Where in a text value, in UTF-16 units from its start. */
  readonly offset?: number;
  /** What is wrong, without the path. */
  readonly message: string;
  /** What would be right. */
  readonly hint?: string;
  /** The flag that gave the value, such as `--live`; then the path points into no file. */
  readonly flag?: string;
}

/** Builds a problem; the optional parts come last so that call sites stay short. */
export const problem = (
  code: string,
  path: readonly PathStep[],
  message: string,
  more: Omit<Problem, 'code' | 'path' | 'message'> = {},
): Problem => ({ code, path, message, ...more });

/** A problem as one line: `tasks.seq.needs: there is no task "cor"`. Indices are left out. */
export const problemText = ({ flag, path, message }: Problem): string => {
  const where = flag ?? pathText(path);
  return where === '' ? message : `${where}: ${message}`;
};

/** Whether `path` leads to `inner` or to something around it. */
export const leadsTo = (path: readonly PathStep[], inner: readonly PathStep[]): boolean =>
  path.length <= inner.length && path.every((step, index) => step === inner[index]);

const pathText = (path: readonly PathStep[]): string =>
  path
    .filter((step) => typeof step === 'string')
    .map((key) => (/^[\w-]+$/u.test(key) ? key : JSON.stringify(key)))
    .join('.');
