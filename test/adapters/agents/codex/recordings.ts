import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDecoder } from '../../../../src/adapters/agents/codex/decoder.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

/** The folder of the recordings. */
export const RECORDINGS = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'codex');

/** The lines of a recording. */
export const linesOf = (name: string): readonly string[] =>
  readFileSync(join(RECORDINGS, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');

/** Everything that a decoder makes of them. */
export function decoded(lines: readonly string[]): readonly AgentFact[] {
  const decoder = makeDecoder();
  return lines.flatMap((line) => [...decoder.feed(line)]);
}
