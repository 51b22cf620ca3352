/** What lies at a path: its mode as git writes it, and the object. A symbolic link is `120000`, a submodule `160000`. */
export interface FileState {
  readonly mode: string;
  readonly blob: string;
}

/** Lines that were taken out and put in at one place. */
export interface Hunk {
  /** Where, in the version after it. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** One path that a change touches. `before` and `after`: null where there is nothing. */
export interface FileDelta {
  readonly path: string;
  /** The path before, where git found that it was renamed; else null. */
  readonly from: string | null;
  readonly before: FileState | null;
  readonly after: FileState | null;
  /** None for what is binary, and where the mode alone changed. */
  readonly hunks: readonly Hunk[];
  readonly binary: boolean;
}

/** A move of the target with what it changed against the target before it. */
export interface LandedChange {
  readonly commit: string;
  /** The task that it says it landed; null: it says none. */
  readonly task: string | null;
  readonly title: string;
  readonly files: readonly FileDelta[];
}

/** The path where a file's earlier lines lay. */
export const pathBefore = ({ from, path }: FileDelta): string => from ?? path;

/** Whether it is the very same there. */
export const sameState = (a: FileState | null, b: FileState | null): boolean =>
  a === null || b === null ? a === b : a.mode === b.mode && a.blob === b.blob;
