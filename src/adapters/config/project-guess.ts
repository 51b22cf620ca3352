/** What a repository seems to need, with what it was seen by. */
export interface ProjectGuess {
  /** Steps that make a work copy ready, in order. */
  readonly setup: readonly GuessedCommand[];
  /** Checks by name, the most telling first. */
  readonly checks: readonly (GuessedCommand & { readonly name: string })[];
}

/** A command and, for a person, why it was proposed. */
export interface GuessedCommand {
  readonly run: string;
  readonly reason: string;
}

/** Reads a file of the repository's root; null when it is not there. */
export type ReadRootFile = (name: string) => Promise<string | null>;
