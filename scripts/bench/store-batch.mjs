export const EVENTS_PER_BATCH = 5;
export const RUN = 'r0wq3k1';
const ATTEMPTS = 50;

/** What one exit of an attempt comes to: five events, and the views of attempt and delivery. */
export function batchOf(index) {
  const attempt = `${RUN}-task-${index % ATTEMPTS}`;
  const at = 1_764_400_000_000 + index;
  const commit = index.toString(16).padStart(40, '0');
  const exit = { code: 0, signal: null, lost: false, stopped: null };
  const harvest = { commit, tree: commit, base: commit, snapshot: false, findings: [] };
  return {
    events: [
      { type: 'attempt.exited', at, attempt, exit },
      { type: 'effect.settled', id: `${RUN}.${index}`, note: null },
      {
        type: 'attempt.ended',
        at,
        attempt,
        outcome: 'delivered',
        reason: '',
        harvest,
        failure: null,
        trouble: null,
      },
      {
        type: 'delivery.offered',
        at,
        delivery: attempt,
        task: 'task',
        commit,
        tree: commit,
        base: commit,
      },
      {
        type: 'effect.intended',
        id: `${RUN}.${index + 1}`,
        effect: { kind: 'check', delivery: attempt },
      },
    ],
    views: [
      { kind: 'attempt', run: RUN, id: attempt, body: attemptView(index, at, commit) },
      { kind: 'delivery', run: RUN, id: attempt, body: deliveryView(at, commit) },
    ],
  };
}

const attemptView = (n, at, commit) => ({
  task: 'task',
  n,
  phase: 'ended',
  outcome: 'delivered',
  reason: '',
  agent: 'claude',
  why: 'first on the critical path',
  workspace: `/home/ada/app.fanin/${RUN}-task-${n}`,
  removed: false,
  kept: null,
  branch: `fanin/${RUN}/attempts/task/${n}/work`,
  base: commit,
  commit,
  pid: null,
  queuedAt: at,
  startedAt: at,
  deadlineAt: at,
  endedAt: at,
});

const deliveryView = (at, commit) => ({
  task: 'task',
  phase: 'checking',
  commit,
  tree: commit,
  base: commit,
  verdict: null,
  receipt: null,
  blocking: [],
  reason: '',
  approvedBy: null,
  landed: null,
  offeredAt: at,
});
