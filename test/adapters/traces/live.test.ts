import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findPatterns } from '../../../src/domain/trace/patterns/detect.ts';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import { filesBelow } from '../../support/patterns/corpus.ts';
import { replayFolder } from '../../support/patterns/replay.ts';
import { SAMPLES } from './hand-checked.ts';
import { IMPORTERS } from './importers.ts';

const folder = mkdtempSync(join(tmpdir(), 'fanin-live-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const EARLY = 'early-child-termination';

/** Sessions of the real programs as they were written, and what could be told of them before their end. */
test.each([
  ['claude-code', 'claude-code-2.1.197/parallel-3-foreground', []],
  ['claude-code', 'claude-code-2.1.332/sequential', []],
  ['claude-code', 'claude-code-2.1.332/parallel-3-foreground', []],
  ['claude-code', 'claude-code-2.1.332/background-2', []],
  ['claude-code', 'claude-code-2.1.332/workflow-2-cap1', []],
  ['claude-code', 'claude-code-2.1.332/isolation-worktree-2', []],
  ['claude-code', 'claude-code-2.1.332/sigterm-mid-subagents', [EARLY]],
  ['claude-code', 'claude-code-2.1.332/stopped-early-TaskStop', [EARLY]],
  ['codex', 'codex-0.171.0/sequential-v1-unknown-model', []],
  ['codex', 'codex-0.171.0/parallel-2-v1-unknown-model', []],
  ['codex', 'codex-0.171.0/parallel-2-v2-gpt-6.2-sol', []],
  ['codex', 'codex-0.171.0/stopped-early-close_agent-v1', [EARLY]],
  ['codex', 'codex-0.171.0/stopped-early-interrupt_agent-v2', [EARLY]],
  ['kimi', 'kimi-code-2.1.0/sequential', []],
  ['kimi', 'kimi-code-2.1.0/parallel-2-foreground', []],
  ['kimi', 'kimi-code-2.1.0/background-2', []],
  ['kimi', 'kimi-code-2.1.0/AgentSwarm-2', []],
  ['kimi', 'kimi-code-2.1.0/stopped-early-TaskStop', [EARLY]],
  ['gemini', 'gemini-cli-0.61.0/parallel-2', []],
  ['gemini', 'gemini-cli-0.61.0/sequential', []],
] as const)('%s: %s, record by record, tells %j', async (source, sample, expected) => {
  const read = async (growing: string): Promise<Trace | null> => {
    const files = filesBelow(growing).map((path) => ({
      path,
      bytes: statSync(path).size,
      modifiedAt: 0,
    }));
    const [session] = await IMPORTERS[source].sessions(files);
    return session === undefined ? null : IMPORTERS[source].read(session);
  };
  const done = await replayFolder(join(SAMPLES, sample), join(folder, sample), read);
  const told = done.live.flatMap((event) =>
    event.kind === 'finding' || event.kind === 'withdrawn'
      ? [event.kind === 'finding' ? event.finding.code : `not ${event.finding.code}`]
      : [],
  );
  expect(told).toEqual(expected);
  expect(done.watched.told.map(({ code }) => code)).toEqual(
    findPatterns(done.trace).map(({ code }) => code),
  );
});
