import type { RunState } from '../../src/domain/run/state.ts';
import { planTask } from '../../src/domain/run/state.ts';

/** Whether `id` needs `other`, itself or by what it needs: asked step by step, not by the rule under test. */
export const waitsFor = (run: RunState, id: string, other: string): boolean =>
  planTask(run, id).needs.some((need) => need === other || waitsFor(run, need, other));
