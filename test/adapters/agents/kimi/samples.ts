import { readdirSync, readFileSync } from 'node:fs';
import { makeWireReader } from '../../../../src/adapters/agents/kimi/wire.ts';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

const FIXTURES = new URL('../../../fixtures/kimi/', import.meta.url);

/** A recorded file, line by line. */
export const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(file, FIXTURES), 'utf8').trimEnd().split('\n');

/** What a recorded session's files tell, in the order of their records' times, and its reader. */
export function readSession(name: string, cwd: string, effort: string | null = null) {
  const reader = makeWireReader(cwd, effort);
  const facts = readdirSync(new URL(name, FIXTURES))
    .filter((file) => file !== 'stdout.jsonl')
    .flatMap((file) =>
      linesOf(`${name}/${file}`).map((line) => ({ agent: file.replace('.jsonl', ''), line })),
    )
    .toSorted((a, b) => timeOf(a.line) - timeOf(b.line))
    .flatMap(({ agent, line }) => reader.feed(agent, line));
  return { facts, reader, summary: facts.reduce(summarise, emptySummary) };
}

/** The facts of one kind. */
export const ofKind = <K extends AgentFact['kind']>(
  facts: readonly AgentFact[],
  kind: K,
): readonly Extract<AgentFact, { kind: K }>[] =>
  facts.filter((fact): fact is Extract<AgentFact, { kind: K }> => fact.kind === kind);

const timeOf = (line: string): number =>
  Number(/"time":(\d+)/.exec(line)?.[1] ?? /"created_at":(\d+)/.exec(line)?.[1] ?? 0);
