import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPatterns } from '../../../src/domain/trace/patterns/detect.ts';
import { readOnly, SAMPLES } from './hand-checked.ts';
import { IMPORTERS } from './importers.ts';

/** Sessions of the real programs, and what did go wrong in them: read from their records. */
test.each([
  ['claude-code', 'claude-code-2.1.332/sequential', []],
  ['claude-code', 'claude-code-2.1.332/parallel-3-foreground', []],
  ['claude-code', 'claude-code-2.1.332/background-2', []],
  ['claude-code', 'claude-code-2.1.332/workflow-2-cap1', []],
  ['claude-code', 'claude-code-2.1.332/isolation-worktree-2', ['missing-implementation-join']],
  ['claude-code', 'claude-code-2.1.332/sigterm-mid-subagents', ['early-child-termination']],
  ['claude-code', 'claude-code-2.1.332/stopped-early-TaskStop', ['early-child-termination']],
  ['codex', 'codex-0.171.0/parallel-2-v1-unknown-model', []],
  ['codex', 'codex-0.171.0/parallel-2-v2-gpt-6.2-sol', []],
  ['codex', 'codex-0.171.0/stopped-early-close_agent-v1', ['early-child-termination']],
  ['codex', 'codex-0.171.0/stopped-early-interrupt_agent-v2', ['early-child-termination']],
  ['kimi', 'kimi-code-2.1.0/parallel-2-foreground', []],
  ['kimi', 'kimi-code-2.1.0/AgentSwarm-2', []],
  ['kimi', 'kimi-code-2.1.0/stopped-early-TaskStop', ['early-child-termination']],
] as const)('%s: %s shows %j', async (source, sample, expected) => {
  const trace = await readOnly(IMPORTERS[source], join(SAMPLES, sample));
  expect(findPatterns(trace).map(({ code }) => code)).toEqual(expected);
});
