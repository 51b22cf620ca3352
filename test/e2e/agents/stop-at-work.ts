import { expect } from 'vitest';
import { emptySummary, summarise } from '../../../src/domain/receipt/summarise-output.ts';
import type { StartedAgent } from '../../rig/agent-bench.ts';

/** Stops a session whose sub-agents hold at `never`: what has started has ended, and nothing is left. */
export async function stopAtWork(run: StartedAgent): Promise<void> {
  await run.reached('never');
  await run.stop();
  const { facts, exit } = await run.ended;
  const { subAgents, trouble } = facts.reduce(summarise, emptySummary);
  expect(exit.stopped).toBe('person');
  expect(subAgents.started).toBeGreaterThan(0);
  expect(subAgents.ended).toBe(subAgents.started);
  expect(trouble).toBeNull();
  expect(await run.leftOvers()).toEqual([]);
}
