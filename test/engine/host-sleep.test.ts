import { describe, expect, it } from 'vitest';
import type { Agent } from '../../src/ports/agent.ts';
import { engineBench, startOn } from '../support/engine-bench.ts';
import type { EngineBench } from '../support/engine-bench.ts';
import { planOf, taskOf } from '../support/plans.ts';

const A = 'r1-a-1';
const NIGHT_MS = 8 * 3_600_000;
const plan = planOf([taskOf('a', { deadlineMs: 100_000 })], { graceMs: 10_000 });

/** The host sleeps for a night while the agent is at work. */
const throughTheNight = async (bench: EngineBench, agent?: EngineBench['deps']['agent']) => {
  await startOn(
    bench,
    { first: [bench.startLetter('r1', plan)] },
    agent === undefined ? {} : { agent },
  );
  await bench.time.pass(50_000);
  bench.time.jump(NIGHT_MS);
  await bench.time.pass(31_000);
};
const typesOf = (bench: EngineBench): readonly string[] =>
  bench.events('r1').map(({ type }) => type);

describe('an engine whose host has slept', () => {
  it('stops nobody for it, and tells its agents', async () => {
    const bench = engineBench();
    await throughTheNight(bench);
    expect(typesOf(bench)).not.toContain('attempt.wrap-up-asked');
    expect(bench.agents.sent(A)[1]).toContain('This host was asleep for 480 minutes.');
    await bench.time.pass(30_000);
    expect(typesOf(bench)).toContain('attempt.stop-asked');
  });

  it('interrupts nobody to say so', async () => {
    const bench = engineBench();
    const usual = bench.deps.agent('scripted');
    if (usual === null) throw new Error('no agent');
    const patient: Agent = { ...usual, capabilities: { ...usual.capabilities, message: 'resume' } };
    await throughTheNight(bench, () => patient);
    expect(bench.agents.sent(A)).toHaveLength(1);
    expect(bench.events('r1').filter((event) => event.type === 'effect.settled')).toContainEqual(
      expect.objectContaining({ note: 'the agent takes no input any more' }),
    );
  });
});
