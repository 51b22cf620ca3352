import type { QueuePolicy } from '../../../src/domain/replay/queue-policy.ts';
import { replay } from '../../../src/domain/replay/replay.ts';
import type { ReplayOutcome } from '../../../src/domain/replay/outcome.ts';
import type { Change, Checks, Workload } from '../../../src/domain/replay/workload.ts';

/** A check that takes one unit of time, alone or beside others, and never lies. */
export const STEADY: Checks = { flaky: 0, cancelMs: 0, cores: null, coresEach: 1 };

/** A sound change, there from the start, whose check takes one unit of time. */
export const changeOf = (id: string, more: Partial<Change> = {}): Change => ({
  id,
  arrivesMs: 0,
  checkMs: 1,
  sound: true,
  redRuns: 0,
  flaky: 0,
  risk: null,
  ...more,
});

/** Changes by a letter each; those in capitals are bad. */
export const workloadOf = (letters: string, more: Partial<Workload> = {}): Workload => ({
  changes: letters.split('').map((id) => changeOf(id, { sound: id === id.toLowerCase() })),
  conflicts: [],
  checks: STEADY,
  fails: 0.1,
  ...more,
});

/** A replay, and what was ordered when: `1: land a, test bc`. */
export const traced = (
  policy: QueuePolicy,
  workload: Workload,
  slots = 1,
): { readonly trace: readonly string[]; readonly outcome: ReplayOutcome } => {
  const orders: { readonly at: number; readonly text: string }[] = [];
  const outcome = replay(
    workload,
    watched(policy, (at, text) => orders.push({ at, text })),
    {
      slots,
      seed: 1,
    },
  );
  const times = [...new Set(orders.map(({ at }) => at))];
  const trace = times.map((time) => {
    const texts = orders.filter(({ at }) => at === time).map(({ text }) => text);
    return `${time}: ${texts.join(', ')}`;
  });
  return { trace, outcome };
};

const watched = (policy: QueuePolicy, note: (at: number, text: string) => void): QueuePolicy => ({
  decide: (view) => {
    const { orders, next } = policy.decide(view);
    for (const order of orders) {
      const what =
        order.kind === 'return'
          ? order.change
          : order.kind === 'cancel'
            ? (view.running.find(({ id }) => id === order.test)?.tree.join('') ?? '?')
            : order.members.join('');
      note(view.nowMs, `${order.kind} ${what}`);
    }
    return { orders, next: watched(next, note) };
  },
});
