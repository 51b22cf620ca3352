import type { AttemptId } from '../domain/ids.ts';
import type { Receipt } from '../domain/receipt/receipt.ts';
import type { AgentDecoder, AgentFact } from './agent.ts';

/** The agent's output, as far as it has come. */
export interface OutputFollower {
  /** Hands over each fact of the output since the last poll; the value is how many bytes of output there are by now. */
  poll(take: (fact: AgentFact) => void): Promise<number>;
}

/** Files of an attempt, below `<git common dir>/fanin/attempts/<id>/`. */
export interface AttemptFiles {
  /** The folder, or the one of that name in it, made if missing; absolute. */
  folder(attempt: AttemptId, inside?: string): Promise<string>;
  /** Writes one file below the folder, atomically; returns its path. */
  write(attempt: AttemptId, name: string, content: string): Promise<string>;
  /** Reads one file below the folder; null when it is not there. */
  read(attempt: AttemptId, name: string): Promise<string | null>;
  /** Moves a file that lies elsewhere into the folder under `name`; nothing where it is not there (any more). */
  takeIn(attempt: AttemptId, source: string, name: string): Promise<void>;
  /**
   * Reads the agent's output from its start, in constant memory; over-long lines are skipped and told as
   * unknown. Without a decoder it is only measured.
   */
  follow(attempt: AttemptId, decoder: AgentDecoder | null): OutputFollower;
  /** Stores the receipt; the value is the sha256 of its canonical JSON. */
  saveReceipt(receipt: Receipt): Promise<string>;
}
