/**
 * Where something of a trace stands in the agent's own records. Every agent, event and stated total has one,
 * so that whatever is said of a session can be looked up.
 */
export interface Evidence {
  /** The file, as it was found: absolute, or `-` for standard input. */
  readonly file: string;
  /** The line, from 1. Null where the file has no lines of its own (a database, one JSON document). */
  readonly line: number | null;
  /** The record's own id where there is no line (a row's id, a step's number); else null. */
  readonly record: string | null;
}

/** `file:line`, or `file#record` where there are no lines. */
export const evidenceText = ({ file, line, record }: Evidence): string =>
  line !== null ? `${file}:${line}` : record === null ? file : `${file}#${record}`;
