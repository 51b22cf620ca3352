/** A failure as scripts get it. */
export interface ToldFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly where: {
    readonly file: string;
    readonly line?: number;
    readonly column?: number;
  } | null;
}

/** What a refused command line with `--json` says. */
export interface Told {
  readonly error: ToldFailure;
  /** Only where there is more than one. */
  readonly errors?: readonly ToldFailure[];
}

/** Reads it. */
export const toldBy = (out: string): Told => JSON.parse(out) as Told;
