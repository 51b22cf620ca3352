import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/domain/failure.ts';
import type { EffectOutcome } from '../../../src/domain/run/effects.ts';
import type { RunState } from '../../../src/domain/run/state.ts';
import { decideSettle } from '../../../src/domain/run/settle.ts';
import type { TaskState } from '../../../src/domain/task/task-state.ts';
import { planOf, taskOf } from '../../support/plans.ts';
import { BASE, NORMAL, startedRun, toRunning } from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';

const FIRST = 'r1-a-1';
const OTHER = 'r1-a-2';
const COMMIT = 'c'.repeat(40);
const COMMON = { id: 'a', attempts: 2, comeback: null };

/** Everything that a task may be while an attempt that is not its own any more comes to its end. */
const MEANWHILE: readonly TaskState[] = [
  { ...COMMON, phase: 'waiting' },
  { ...COMMON, phase: 'ready', since: 1 },
  { ...COMMON, phase: 'running', attempt: OTHER },
  { ...COMMON, phase: 'delivered', attempt: OTHER },
  { ...COMMON, phase: 'landed', attempt: OTHER, commit: COMMIT },
  { ...COMMON, phase: 'failed', attempt: OTHER, reason: 'it failed' },
  { ...COMMON, phase: 'parked', attempt: OTHER, reason: 'returned' },
  { ...COMMON, phase: 'dropped', by: 'ann', reason: '' },
];

const HARVESTED: EffectOutcome = {
  kind: 'harvest',
  harvest: { commit: COMMIT, tree: 't', base: BASE, snapshot: true, findings: [] },
  trouble: null,
  messages: [],
  spent: null,
};
const FAILED: EffectOutcome = {
  kind: 'harvest-failed',
  failure: failure('io', 'it could not be taken in'),
};

/** A run whose first attempt is being harvested. */
const harvesting = (code: number): RunDriver => {
  const run = startedRun(planOf([taskOf('a')]));
  toRunning(run, 'a');
  run.send({ type: 'exited', attempt: FIRST, exit: { ...NORMAL, code }, at: run.now });
  return run;
};

describe('what comes late from an attempt that was given up', () => {
  const ends = [
    { outcome: 'delivered', code: 0, settled: HARVESTED },
    { outcome: 'salvaged', code: 1, settled: HARVESTED },
    { outcome: 'failed', code: 0, settled: FAILED },
  ] as const;
  const cases = MEANWHILE.flatMap((task) =>
    ends.map((end) => ({ ...end, task, phase: task.phase })),
  );
  it.each(cases)('moves no task that is $phase: $outcome', ({ task, outcome, code, settled }) => {
    const run = harvesting(code);
    const [pending] = run.pending();
    const late: RunState = { ...run.state, tasks: { a: task } };
    const events = decideSettle(late, pending?.id ?? '', settled, run.now);
    expect(events.map(({ type }) => type)).toEqual(['effect.settled', 'attempt.ended']);
    expect(events[1]).toMatchObject({ attempt: FIRST, outcome });
  });

  it('is nothing new when it has ended already', () => {
    const run = harvesting(0);
    const [pending] = run.pending();
    run.send({ type: 'settle', effect: pending?.id ?? '', outcome: HARVESTED });
    const before = run.log.length;
    run.send({ type: 'settle', effect: pending?.id ?? '', outcome: HARVESTED });
    run.send({ type: 'exited', attempt: FIRST, exit: NORMAL, at: run.now });
    expect(run.log).toHaveLength(before);
  });
});
