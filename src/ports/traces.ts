import type { ReadingDepth } from '../domain/trace/reading-depth.ts';
import type { TraceSource } from '../domain/trace/source.ts';
import type { Trace } from '../domain/trace/trace.ts';

/** A file below a place where sessions are looked for. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  readonly bytes: number;
  /** Epoch ms. */
  readonly modifiedAt: number;
}

/** A session whose records were found. */
export interface FoundSession {
  readonly source: TraceSource;
  /** The session's id by its own program. */
  readonly id: string;
  readonly files: readonly FoundFile[];
  /** Of the file that was written last. */
  readonly modifiedAt: number;
  readonly bytes: number;
}

/** Where sessions are looked for. */
export interface SessionHome {
  /** The person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where fanin keeps what it knows of the repository that the command was given in; null: there is none. */
  readonly state: string | null;
}

/** Turns one agent's own records into traces. It never changes a record, and throws by no content of one. */
export interface TraceImporter {
  readonly source: TraceSource;
  /** The folders in which the agent keeps its sessions, whether or not they are there. */
  places(home: SessionHome): readonly string[];
  /** The sessions among these files; those of other agents are left alone. */
  sessions(files: readonly FoundFile[]): Promise<readonly FoundSession[]>;
  /**
   * Reads a session line by line. What cannot be read is counted in its notes. What `depth` (by default `all`) does not
   * ask for need not be in the trace; an importer may pass it by.
   */
  read(session: FoundSession, depth?: ReadingDepth): Promise<Trace>;
}
