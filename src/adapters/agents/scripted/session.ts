import { writeFileSync } from 'node:fs';
import type { AgentFact } from '../../../domain/receipt/agent-fact.ts';
import type { Handoff } from '../../../domain/receipt/handoff.ts';
import type { TokenUsage } from '../../../domain/receipt/token-usage.ts';
import type { SteerNews } from './script.ts';

/** What one scripted agent knows and gathers while it works. */
export interface Session {
  readonly workspace: string;
  /** The attempt's folder. */
  readonly folder: string;
  readonly handoffFile: string | undefined;
  readonly claims: string[];
  readonly skipped: Handoff['skipped'][number][];
  readonly risks: string[];
  usage: TokenUsage;
  ignoresMessages: boolean;
  /** Settles when the agent is asked to wrap up. */
  readonly wrapUp: Promise<void>;
  /** Settles with the answer to a question. */
  readonly answer: (question: string) => Promise<string>;
  /** Settles when the named gate is opened. */
  readonly gate: (name: string) => Promise<void>;
  /** Tells the test that steers it, if there is one. */
  readonly tell: (news: SteerNews) => void;
}

/** One record on the standard output, as decoder.ts reads it. */
export function emit(record: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(record)}\n`);
}

/** A fact as the decoder hands it on. */
export const tellFact = (fact: AgentFact): void => emit({ fanin: fact });

/** Writes the hand-off file and ends the process. */
export function finish(session: Session, code: number): never {
  const { claims, skipped, risks } = session;
  if (session.handoffFile !== undefined) {
    writeFileSync(session.handoffFile, JSON.stringify({ claims, skipped, risks }));
  }
  emit({ type: 'result', text: claims.at(-1) ?? '', failed: code !== 0, costUsd: null });
  process.exit(code);
}
