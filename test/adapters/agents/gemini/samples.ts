import { readdirSync, readFileSync } from 'node:fs';
import { makeChatReader } from '../../../../src/adapters/agents/gemini/chat-reader.ts';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

const FIXTURES = new URL('../../../fixtures/gemini/', import.meta.url);

/** A recorded file, line by line. */
export const linesOf = (file: string): readonly string[] =>
  readFileSync(new URL(file, FIXTURES), 'utf8').trimEnd().split('\n');

/** What a recorded session's files tell, in the order of time, and its reader. */
export function readSession(name: string) {
  const reader = makeChatReader('/repo');
  const facts = readdirSync(new URL(name, FIXTURES))
    .filter((file) => file !== 'stdout.jsonl')
    .flatMap((file) => {
      const sub = file === 'main.jsonl' ? null : file.replace('.jsonl', '');
      return linesOf(`${name}/${file}`).flatMap((line) => reader.feed(sub, line));
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ fact }) => fact);
  return { facts, reader, summary: facts.reduce(summarise, emptySummary) };
}

/** The facts of one kind. */
export const ofKind = <K extends AgentFact['kind']>(
  facts: readonly AgentFact[],
  kind: K,
): readonly Extract<AgentFact, { kind: K }>[] =>
  facts.filter((fact): fact is Extract<AgentFact, { kind: K }> => fact.kind === kind);
