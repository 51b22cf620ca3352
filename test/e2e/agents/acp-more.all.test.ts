import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import { openAgentBench, type AgentBench, type BenchStart } from '../../rig/agent-bench.ts';
import { marker, type Scripts } from '../../rig/script.ts';
import { describeWith } from '../../support/capabilities.ts';
import { acpDialect } from './acp.ts';

describeWith(['acp-cli', 'proc'], 'claude-agent-acp by itself', () => {
  let bench: AgentBench;
  beforeEach(() => {
    bench = openAgentBench();
  });
  afterEach(() => bench.close());

  const begin = (scripts: Scripts, more: Partial<BenchStart> = {}) =>
    bench.start({
      dialect: acpDialect,
      scripts,
      delegation: { mode: 'off' },
      brief: `Do it. ${marker('main')}`,
      ...more,
    });
  const agents = acpDialect.delegate([marker('sub-a'), marker('sub-b')]).calls;

  it('tells sub-agents, and at least the tokens of all that was prompted', async () => {
    const main = [{ calls: agents }, { text: 'All done.' }];
    const scripts: Scripts = {
      main,
      'sub-a': [{ hold: 'a', text: 'a is done' }],
      'sub-b': [{ hold: 'b', text: 'b is done' }],
    };
    const run = await begin(scripts, { delegation: { mode: 'native' } });
    await Promise.all([run.reached('a'), run.reached('b')]);
    run.release('a');
    run.release('b');
    const { facts } = await run.ended;
    const { usage, subAgents } = facts.reduce(summarise, emptySummary);
    expect(usage?.lowerBound).toBe(true);
    // Two of the main agent, one of each sub-agent; a title is asked for on the side.
    expect(usage?.total.input).toBeGreaterThanOrEqual(4 * 1000);
    expect(usage?.total.input).toBeLessThanOrEqual(run.served().input);
    expect(subAgents).toEqual({ started: 2, ended: 2, refused: 0, mostAtOnce: 2 });
  });

  it('has no sub-agents where they are off', async () => {
    const main = [{ calls: agents }, { text: 'All done.' }];
    const run = await begin({ main, 'sub-a': [{ text: 'a' }], 'sub-b': [{ text: 'b' }] });
    const { facts } = await run.ended;
    expect(run.scriptsAsked()).toEqual(['main']);
    expect(facts.reduce(summarise, emptySummary).subAgents).toEqual({
      started: 0,
      ended: 0,
      refused: 2,
      mostAtOnce: 0,
    });
  });

  it('without a boundary may write in its workspace and its hand-off, and no more', async () => {
    const handoff = `${bench.workspace}.handoff.json`;
    const outside = join(bench.workspace, '..', 'outside.txt');
    const main = [
      { calls: [acpDialect.write(join(bench.workspace, 'in.txt'), 'in\n')] },
      { calls: [acpDialect.write(handoff, '{}\n')] },
      { calls: [acpDialect.write(outside, 'out\n')] },
      { calls: [acpDialect.shell(`touch '${outside}'`)] },
      { text: 'All done.' },
    ];
    const run = await begin({ main }, { boundary: false });
    const { facts, exit } = await run.ended;
    const seen = facts.reduce(summarise, emptySummary);
    expect(exit.code).toBe(0);
    expect(seen.finalText).toContain('All done.');
    expect(
      [join(bench.workspace, 'in.txt'), handoff, outside].map((path) => existsSync(path)),
    ).toEqual([true, true, false]);
    expect(seen.refused).toHaveLength(2);
  });
});
