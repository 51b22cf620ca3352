import { readFileSync } from 'node:fs';
import { makeEventReader } from '../../../../src/adapters/agents/opencode/events.ts';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

const FIXTURES = new URL('../../../fixtures/opencode/', import.meta.url);

/** A recorded file, line by line. */
export const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(file, FIXTURES), 'utf8').trimEnd().split('\n');

/** What the witness's record of a run tells, and its reader. */
export function readRun(name: string) {
  const reader = makeEventReader('/repo');
  const facts = linesOf(`${name}.jsonl`).flatMap((line) => reader.feed(line));
  return { facts, reader, summary: facts.reduce(summarise, emptySummary) };
}

/** The facts of one kind. */
export const ofKind = <K extends AgentFact['kind']>(
  facts: readonly AgentFact[],
  kind: K,
): readonly Extract<AgentFact, { kind: K }>[] =>
  facts.filter((fact): fact is Extract<AgentFact, { kind: K }> => fact.kind === kind);
