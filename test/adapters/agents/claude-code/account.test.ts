import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { account } from '../../../../src/adapters/agents/claude-code/account.ts';
import { readSession } from '../../../../src/adapters/agents/claude-code/transcripts.ts';
import { emptySummary, summarise } from '../../../../src/domain/receipt/summarise-output.ts';
import type { OutputSummary } from '../../../../src/domain/receipt/output-summary.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

let config: string;
beforeEach(async () => {
  config = await mkdtemp(join(tmpdir(), 'fanin-transcripts-'));
});
afterEach(() => rm(config, { recursive: true, force: true }));

const MAIN = 'projects/-repo/s1.jsonl';
const SUB = 'projects/-repo/s1/subagents/agent-a.jsonl';
const WORKFLOW = 'projects/-repo/s1/subagents/workflows/wf_1/agent-b.jsonl';

async function write(path: string, ...records: readonly object[]): Promise<void> {
  const file = join(config, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

const answer = (id: string, input: number, output: number, model = 'big') => ({
  type: 'assistant',
  message: { id, model, usage: { input_tokens: input, output_tokens: output } },
});
const costState = (inputTokens: number, outputTokens: number) => ({
  type: 'cost-state',
  modelUsage: { big: { inputTokens, outputTokens } },
});
const tokens = (input: number, output: number) => ({ input, cacheRead: 0, cacheWrite: 0, output });
const printed = (input: number, output: number) =>
  ({ kind: 'usage', usage: tokens(input, output), models: [] }) as const;
const read = () => readSession('s1', { CLAUDE_CONFIG_DIR: config });
const summed = (facts: readonly AgentFact[]): OutputSummary =>
  facts.reduce<OutputSummary>(summarise, emptySummary);

describe('the account of a session', () => {
  it('tells its requests one by one, sub-agents’ and workflows’ too, when they add up', async () => {
    await write(
      MAIN,
      { type: 'user' },
      answer('m1', 10, 5),
      answer('m2', 20, 6),
      costState(37, 14),
    );
    await write(SUB, answer('a1', 3, 1));
    await write(WORKFLOW, answer('b1', 4, 2));
    const facts = account(read(), printed(30, 0));
    expect(facts.filter(({ kind }) => kind === 'request')).toEqual([
      { kind: 'request', sub: false, model: 'big', usage: tokens(10, 5) },
      { kind: 'request', sub: false, model: 'big', usage: tokens(20, 6) },
      { kind: 'request', sub: true, model: 'big', usage: tokens(3, 1) },
      { kind: 'request', sub: true, model: 'big', usage: tokens(4, 2) },
    ]);
    const { usage, transcripts } = summed(facts);
    expect(usage).toMatchObject({ total: tokens(37, 14), sub: tokens(7, 3), lowerBound: false });
    expect(usage?.requests).toHaveLength(4);
    expect(transcripts).toEqual([MAIN, SUB, WORKFLOW].map((path) => join(config, path)));
  });

  it('counts a message once: it has a line for each content block', async () => {
    await write(MAIN, answer('m1', 10, 1), answer('m1', 10, 5), answer('m1', 10, 2));
    expect(read().answers).toEqual([{ model: 'big', usage: tokens(10, 5), sub: false }]);
  });

  it('counts what a fork copied from its parent as the parent’s', async () => {
    await write(MAIN, answer('m1', 10, 1));
    await write(SUB, answer('m1', 10, 5), answer('a1', 3, 1));
    expect(read().answers.map(({ sub }) => sub)).toEqual([false, true]);
  });

  it('counts no message of the CLI’s own', async () => {
    await write(MAIN, answer('m1', 0, 0, '<synthetic>'), answer('m2', 0, 0), answer('m3', 1, 1));
    expect(read().answers).toHaveLength(1);
  });

  it('tells no requests when there were more than are recorded, but the sub-agents’ part', async () => {
    await write(MAIN, answer('m1', 10, 5), costState(50, 20));
    await write(SUB, answer('a1', 3, 1));
    const facts = account(read(), null);
    expect(facts.filter(({ kind }) => kind === 'request')).toEqual([]);
    expect(facts.at(-1)).toMatchObject({ usage: tokens(50, 20), sub: tokens(3, 1) });
  });

  it('takes the totals that were printed where it finds none', async () => {
    await write(MAIN, answer('m1', 10, 5));
    expect(summed(account(read(), printed(10, 5))).usage).toMatchObject({
      total: tokens(10, 5),
      lowerBound: false,
    });
  });

  it('is a lower bound of the recorded requests when the CLI was killed', async () => {
    await write(MAIN, answer('m1', 10, 5), answer('m2', 20, 6, 'small'));
    const live = { ...printed(30, 0), lowerBound: true } as const;
    expect(summed(account(read(), live)).usage).toMatchObject({
      total: tokens(30, 11),
      lowerBound: true,
      models: [
        { model: 'big', usage: tokens(10, 5) },
        { model: 'small', usage: tokens(20, 6) },
      ],
    });
  });

  it('leaves what was printed alone when the records know less', async () => {
    await write(MAIN, answer('m1', 10, 5));
    const live = { ...printed(30, 0), lowerBound: true } as const;
    expect(account(read(), live).filter(({ kind }) => kind !== 'transcript')).toEqual([]);
  });

  it('finds a session in whatever folder it lies, and in several', async () => {
    await write(MAIN, answer('m1', 10, 5));
    await write('projects/-other/s1.jsonl', answer('m2', 20, 6));
    await write('projects/-other/s2.jsonl', answer('x', 99, 99));
    const { answers, files } = read();
    expect(answers.map(({ usage }) => usage.input).toSorted((a, b) => a - b)).toEqual([10, 20]);
    expect(files).toHaveLength(2);
  });

  it('is empty where there are no records', async () => {
    expect(account(read(), null)).toEqual([]);
  });

  it('passes over lines that are broken', async () => {
    await write(MAIN, answer('m1', 10, 5));
    await writeFile(join(config, MAIN), '{"type":"assistant","usage"\n"usage"\n');
    expect(read().answers).toEqual([]);
  });
});
