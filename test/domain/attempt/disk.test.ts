import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../src/domain/attempt/attempt.ts';
import { decideDeadline } from '../../../src/domain/attempt/decide.ts';
import { decideDisk, nextCountIn } from '../../../src/domain/attempt/disk.ts';
import { evolveAttempt } from '../../../src/domain/attempt/evolve.ts';
import { NORMAL, workspaceOf } from '../../support/run-driver.ts';

const ID = 'r1-a-1';
const MOST = 1000;
const GRACE = 1000;
const running: Attempt = {
  phase: 'running',
  id: ID,
  run: 'r1',
  task: 'a',
  n: 1,
  queuedAt: 0,
  base: 'b',
  comeback: null,
  workspace: workspaceOf(ID),
  process: { supervisorPid: 1, pid: 2, startTime: '3' },
  startedAt: 0,
  toldToWrapUp: false,
  deadlineAt: 100_000,
};
const passed = (attempt: Attempt, bytes: number, now: number): Attempt =>
  decideDisk(attempt, { bytes, most: MOST }, now, GRACE).reduce(
    (each, event) => evolveAttempt('r1', each, event),
    attempt,
  );
const stopAt = (attempt: Attempt, now: number) =>
  decideDeadline(attempt, now, GRACE).map((event) => ('why' in event ? event.why : event.type));

describe('an attempt that takes more of the disk than it may', () => {
  it('is asked to wrap up, and stopped for that when its grace is over', () => {
    const asked = passed(running, MOST + 1, 5000);
    expect(asked).toMatchObject({ phase: 'wrapping-up', why: 'disk', deadlineAt: 6000 });
    expect(stopAt(asked, 5999)).toEqual([]);
    expect(stopAt(asked, 6000)).toEqual(['disk']);
  });

  it('is asked once, and stopped at once where it is far above', () => {
    const asked = passed(running, MOST + 1, 5000);
    expect(passed(asked, MOST * 1.5, 5500)).toBe(asked);
    const far = passed(asked, MOST * 1.5 + 1, 5500);
    expect(stopAt(far, 5500)).toEqual(['disk']);
    expect(stopAt(passed(running, MOST * 2, 5000), 5000)).toEqual(['disk']);
  });

  it('is not stopped later than at its deadline, which it may be near already', () => {
    const asked = evolveAttempt('r1', running, {
      type: 'attempt.wrap-up-asked',
      at: 99_000,
      attempt: ID,
      why: 'deadline',
    });
    expect(passed(asked, MOST + 1, 99_500)).toMatchObject({ why: 'disk', deadlineAt: 100_000 });
  });

  it('is left alone below its limit, and where there is nobody to stop', () => {
    expect(passed(running, MOST, 5000)).toBe(running);
    const gone = evolveAttempt('r1', running, {
      type: 'attempt.exited',
      at: 1,
      attempt: ID,
      exit: NORMAL,
    });
    expect(passed(gone, MOST * 9, 5000)).toBe(gone);
  });
});

describe('counting again', () => {
  it('takes a fiftieth of the time at most, but for what takes very long', () => {
    fc.assert(
      fc.property(fc.nat(600_000), (costMs) => {
        const next = nextCountIn(costMs);
        expect(next).toBeGreaterThanOrEqual(5000);
        expect(next).toBeLessThanOrEqual(60_000);
        if (costMs <= 1200) expect(costMs / next).toBeLessThanOrEqual(0.02);
      }),
    );
  });
});
