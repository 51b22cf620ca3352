import { advance, nextEndMs } from './machine.ts';
import type { Machine } from './machine.ts';
import { newAccount } from './outcome.ts';
import type { Account, FinishedRun, ReplayOutcome } from './outcome.ts';
import type { EndedTest, Order, QueuePolicy, QueueView } from './queue-policy.ts';
import { truthOf } from './truth.ts';
import type { Bits, Truth } from './truth.ts';
import type { Workload } from './workload.ts';

/** Where a workload is replayed. */
export interface ReplaySetting {
  readonly slots: number;
  /** Decides the flakes. */
  readonly seed: number;
}

/** Asked more often than this for each change, a policy goes round in circles. */
const MOST_ASKED = 100;

/**
 * Plays a workload through a policy under a virtual clock. Throws where the policy is not one: it
 * waits for nothing, or wants what cannot be.
 */
export const replay = (
  workload: Workload,
  policy: QueuePolicy,
  setting: ReplaySetting,
): ReplayOutcome => {
  const play = newPlay(workload, setting);
  let current = policy;
  for (let asked = 0; isOpen(play); asked += 1) {
    if (asked > MOST_ASKED * (workload.changes.length + 1)) throw bug('goes round in circles');
    const { orders, next } = current.decide(viewOf(play));
    current = next;
    for (const order of orders) carryOut(play, order);
    if (isOpen(play) && !goOn(play)) throw bug('waits for nothing');
  }
  return play.account.outcome(play.target);
};

/** A replay that is under way. */
interface Play {
  readonly workload: Workload;
  readonly slots: number;
  readonly truth: Truth;
  readonly account: Account;
  readonly runs: Map<string, Run>;
  /** In how many runs a change was, and how many there were on a tree. */
  readonly runsOf: Map<string, number>;
  readonly runsOn: Map<Bits, number>;
  readonly verdicts: Map<Bits, boolean>;
  /** Landed or sent back. */
  readonly settled: Set<string>;
  readonly landed: string[];
  target: Bits;
  machine: Machine;
  /** How many of the changes are there. */
  arrived: number;
  /** Since the policy was asked last. */
  ended: readonly EndedTest[];
}

interface Run {
  readonly tree: readonly string[];
  readonly bits: Bits;
  readonly green: boolean;
}

const newPlay = (workload: Workload, { slots, seed }: ReplaySetting): Play => {
  const truth = truthOf(workload, seed);
  return {
    workload,
    slots,
    truth,
    account: newAccount(truth, workload.changes.length),
    runs: new Map(),
    runsOf: new Map(),
    runsOn: new Map(),
    verdicts: new Map(),
    settled: new Set(),
    landed: [],
    target: 0n,
    machine: { nowMs: 0, runs: [] },
    arrived: workload.changes.filter(({ arrivesMs }) => arrivesMs <= 0).length,
    ended: [],
  };
};

const isOpen = ({ settled, workload }: Play): boolean => settled.size < workload.changes.length;

const viewOf = (play: Play): QueueView => {
  const { workload, slots, machine, truth, verdicts } = play;
  return {
    nowMs: machine.nowMs,
    slots,
    freeSlots: slots - machine.runs.length,
    waiting: workload.changes
      .slice(0, play.arrived)
      .filter(({ id }) => !play.settled.has(id))
      .map(({ id, arrivesMs, risk }) => ({ id, arrivedMs: arrivesMs, risk })),
    landed: [...play.landed],
    running: machine.runs
      .filter(({ cancelledUntilMs }) => cancelledUntilMs === null)
      .map(({ id }) => ({ id, tree: runOf(play, id).tree })),
    ended: play.ended,
    verdict: (tree) => verdicts.get(truth.bitsOf(tree)),
  };
};

const runOf = ({ runs }: Play, id: string): Run => {
  const run = runs.get(id);
  if (run === undefined) throw bug(`has no check ${id}`);
  return run;
};

const carryOut = (play: Play, order: Order): void => {
  switch (order.kind) {
    case 'test':
      return start(play, order.members);
    case 'cancel':
      return cancel(play, order.test);
    case 'land':
      return land(play, order.members);
    case 'return':
      settle(play, [order.change]);
      return play.account.returned(order.change, play.machine.nowMs);
  }
};

const start = (play: Play, members: readonly string[]): void => {
  const { machine, truth, runs, runsOf, runsOn } = play;
  if (machine.runs.length >= play.slots) throw bug('has no slot free');
  const tree = [...play.landed, ...members];
  const bits = truth.bitsOf(tree);
  const n = runsOn.get(bits) ?? 0;
  const id = `t${runs.size + 1}`;
  const each = members.map((member) => ({ id: member, runs: runsOf.get(member) ?? 0 }));
  runs.set(id, { tree, bits, green: truth.run(bits, each, n) });
  runsOn.set(bits, n + 1);
  for (const member of each) runsOf.set(member.id, member.runs + 1);
  const leftMs = Math.max(0, ...members.map((member) => truth.change(member).checkMs));
  const run = { id, leftMs, cancelledUntilMs: null, startedMs: machine.nowMs };
  play.machine = { ...machine, runs: [...machine.runs, run] };
  play.account.started();
};

const cancel = (play: Play, test: string): void => {
  const { machine, workload } = play;
  const cancelledUntilMs = machine.nowMs + workload.checks.cancelMs;
  play.machine = {
    ...machine,
    runs: machine.runs.map((run) =>
      run.id === test && run.cancelledUntilMs === null ? { ...run, cancelledUntilMs } : run,
    ),
  };
};

const land = (play: Play, members: readonly string[]): void => {
  settle(play, members);
  const trees = members.map(
    (_, last) => play.target | play.truth.bitsOf(members.slice(0, last + 1)),
  );
  play.account.landed({ atMs: play.machine.nowMs, ids: members, trees });
  play.landed.push(...members);
  play.target = trees.at(-1) ?? play.target;
};

const settle = ({ workload, arrived, settled }: Play, ids: readonly string[]): void => {
  for (const id of ids) {
    const place = workload.changes.findIndex((change) => change.id === id);
    if (place < 0 || place >= arrived || settled.has(id)) throw bug(`has no ${id} in its queue`);
    settled.add(id);
  }
};

/** Lets time pass until something happens; false: nothing ever will. */
const goOn = (play: Play): boolean => {
  const { changes, checks } = play.workload;
  const arrivalMs = changes[play.arrived]?.arrivesMs ?? Infinity;
  const toMs = Math.min(nextEndMs(play.machine, checks) ?? Infinity, arrivalMs);
  if (toMs === Infinity) return false;
  const { machine, ended } = advance(play.machine, checks, toMs);
  play.machine = machine;
  while ((changes[play.arrived]?.arrivesMs ?? Infinity) <= toMs) play.arrived += 1;
  const finished: FinishedRun[] = [];
  play.ended = ended.map(({ id, startedMs, cancelledUntilMs }) => {
    const { tree, bits, green } = runOf(play, id);
    const wasCancelled = cancelledUntilMs !== null;
    finished.push({ tree: bits, green: wasCancelled ? null : green, ms: toMs - startedMs });
    if (!wasCancelled) play.verdicts.set(bits, green);
    return { id, tree, outcome: wasCancelled ? 'cancelled' : green ? 'green' : 'red' };
  });
  play.account.finished(finished);
  return true;
};

const bug = (what: string): Error => new Error(`Internal error: the policy ${what}`);
