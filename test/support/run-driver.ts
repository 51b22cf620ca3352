import type { AgentExit, Attempt, Harvest } from '../../src/domain/attempt/attempt.ts';
import type { Delivery, Verdict } from '../../src/domain/delivery/delivery.ts';
import type { Failure } from '../../src/domain/failure.ts';
import type { HeldElsewhere } from '../../src/domain/governor/holds.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import { advance } from '../../src/domain/run/advance.ts';
import type { RunCommand } from '../../src/domain/run/commands.ts';
import type { Effect, EffectOutcome, PendingEffect } from '../../src/domain/run/effects.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import { attemptState, deliveryState, taskState } from '../../src/domain/run/state.ts';
import type { Surroundings } from '../../src/domain/run/surroundings.ts';
import type { TaskState } from '../../src/domain/task/task-state.ts';

export const RUN = 'r1';
export const BASE = 'b'.repeat(40);
export const START = 1_000_000;

/** How an agent ends that nobody stopped. */
export const NORMAL: AgentExit = { code: 0, signal: null, lost: false, stopped: null };

/** A run in values alone: commands in, events out, as the engine's journal applies them, without an engine. */
export interface RunDriver {
  /** Epoch ms; set it to let time pass. */
  now: number;
  /** For how many ms of it the host has slept. */
  slept: number;
  readonly elsewhere: HeldElsewhere[];
  readonly log: readonly RunEvent[];
  readonly state: RunState;
  /** Decides the command and ticks; what came of both. A refusal throws. */
  send(command: RunCommand): readonly RunEvent[];
  /** The failure a command is refused with; nothing changes. Throws when it isn't refused. */
  refusal(command: RunCommand): Failure;
  tick(start?: boolean): readonly RunEvent[];
  pending(): readonly PendingEffect[];
  task(id: string): TaskState;
  /** The newest attempt at a task. */
  attempt(task: string): Attempt;
  /** The newest delivery of a task. */
  delivery(task: string): Delivery;
}

/** Starts a run of `plan` at `START`; its target is there already, and the first attempts are queued. */
export const startedRun = (plan: Plan): RunDriver => {
  const driver = newRun();
  driver.send({
    type: 'start',
    run: RUN,
    plan,
    base: BASE,
    targetRef: 'refs/heads/fanin/r1/target',
  });
  settle(driver, 'create-target', RUN, { kind: 'create-target', failure: null });
  return driver;
};

/** What a driver's commands are decided by. */
export const aroundOf = ({ now, slept, elsewhere }: RunDriver): Surroundings => ({
  now,
  awake: { ms: now - START - slept, boot: 'b1' },
  elsewhere,
});

/** A run that has not started. */
export const newRun = (): RunDriver => {
  const log: RunEvent[] = [];
  let run: RunState | null = null;
  const apply = (command: RunCommand): readonly RunEvent[] => {
    const step = advance(run, command, aroundOf(driver));
    if (!step.ok) throw new Error(`refused: ${step.error.code}: ${step.error.message}`);
    if (step.value === null) return [];
    run = step.value.run;
    log.push(...step.value.events);
    return step.value.events;
  };
  const state = (): RunState => {
    if (run === null) throw new Error('the run has not started');
    return run;
  };
  const driver: RunDriver = {
    now: START,
    slept: 0,
    elsewhere: [],
    log,
    get state() {
      return state();
    },
    send: (command) => [...apply(command), ...apply({ type: 'tick', start: true })],
    refusal: (command) => {
      const step = advance(run, command, aroundOf(driver));
      if (step.ok) throw new Error(`${command.type} was not refused`);
      return step.error;
    },
    tick: (start = true) => apply({ type: 'tick', start }),
    pending: () => Object.entries(state().pending).map(([id, effect]) => ({ id, effect })),
    task: (id) => taskState(state(), id),
    attempt: (task) => attemptState(state(), `${RUN}-${task}-${taskState(state(), task).attempts}`),
    delivery: (task) =>
      deliveryState(state(), `${RUN}-${task}-${taskState(state(), task).attempts}`),
  };
  return driver;
};

/** Settles the pending effect of that kind that is about `about` (an attempt's task, or a run). */
export const settle = (
  driver: RunDriver,
  kind: Effect['kind'],
  about: string,
  outcome: EffectOutcome,
): readonly RunEvent[] => {
  const { id } = pendingOf(driver, kind, about);
  return driver.send({ type: 'settle', effect: id, outcome });
};

const pendingOf = (driver: RunDriver, kind: Effect['kind'], about: string): PendingEffect => {
  const found = driver
    .pending()
    .find(({ effect }) => effect.kind === kind && isAbout(driver, effect, about));
  if (found === undefined) throw new Error(`no pending ${kind} for ${about}`);
  return found;
};

const isAbout = (driver: RunDriver, effect: Effect, about: string): boolean => {
  if (effect.kind === 'create-target') return true;
  return attemptsOf(driver.state, effect).some(
    (id) => attemptState(driver.state, id).task === about,
  );
};

/** Whom an effect is about: an attempt, the delivery of one, or the members of a group. */
export const attemptsOf = (run: RunState, effect: Effect): readonly string[] => {
  if ('attempt' in effect) return [effect.attempt];
  if ('delivery' in effect) return [effect.delivery];
  if ('deliveries' in effect) return effect.deliveries;
  if (!('test' in effect)) return [];
  return run.mergeQueue.queue.tests.find(({ id }) => id === effect.test)?.rest ?? [];
};

export const workspaceOf = (id: string) =>
  ({ attempt: id, level: 'worktree', path: `/w/${id}`, branch: `b/${id}`, base: BASE }) as const;

/** The workspace is there. */
export const prepared = (driver: RunDriver, task: string): readonly RunEvent[] =>
  settle(driver, 'prepare', task, {
    kind: 'prepare',
    workspace: workspaceOf(driver.attempt(task).id),
  });

/** The agent runs, with its deadline `deadlineMs` from now. */
export const started = (
  driver: RunDriver,
  task: string,
  deadlineMs = 1_800_000,
): readonly RunEvent[] =>
  settle(driver, 'start', task, {
    kind: 'start',
    process: { supervisorPid: 1, pid: 2, startTime: '3' },
    startedAt: driver.now,
    deadlineAt: driver.now + deadlineMs,
  });

/** The agent is gone. */
export const exited = (
  driver: RunDriver,
  task: string,
  exit: AgentExit = NORMAL,
): readonly RunEvent[] =>
  driver.send({ type: 'exited', attempt: driver.attempt(task).id, exit, at: driver.now });

/** Its work is taken in; `left` false: it changed nothing. */
export const harvested = (driver: RunDriver, task: string, left = true): readonly RunEvent[] =>
  settle(driver, 'harvest', task, {
    kind: 'harvest',
    harvest: harvestOf(driver.attempt(task).id, left),
    trouble: null,
    messages: [],
    spent: null,
  });

export const harvestOf = (id: string, left = true): Harvest => ({
  commit: left ? `commit-${id}` : null,
  tree: `tree-${id}`,
  base: BASE,
  snapshot: false,
  findings: [],
});

/** Its checks are through. */
export const checked = (
  driver: RunDriver,
  task: string,
  verdict: Verdict = 'green',
  blocking: readonly string[] = [],
): readonly RunEvent[] =>
  settle(driver, 'check', task, {
    kind: 'check',
    verdict,
    receipt: 'hash',
    blocking,
    red: verdict === 'red' ? 'unit failed (exit code 1)\n\nlog' : null,
  });

/** What the test of a group came to. */
export const testOutcome = (
  run: RunState,
  test: string,
  red: string | null = null,
): Extract<EffectOutcome, { kind: 'test-group' }> => {
  const members = run.mergeQueue.queue.tests.find(({ id }) => id === test)?.rest ?? [];
  const commits = members.map((delivery) => {
    const { task } = deliveryState(run, delivery);
    return { delivery, commit: `landed-${task}`, tree: `tree-${task}` };
  });
  return { kind: 'test-group', group: { base: run.target, commits }, leftOut: [], red };
};

/** What a landing came to. */
export const landOutcome = (
  run: RunState,
  { deliveries }: Extract<Effect, { kind: 'land-group' }>,
): EffectOutcome => {
  let from = run.target;
  const moves = deliveries.map((delivery) => {
    const { task } = deliveryState(run, delivery);
    const landing = { from, to: `landed-${task}`, tree: `tree-${task}` };
    from = landing.to;
    return { delivery, landing };
  });
  return { kind: 'land-group', landed: moves };
};

/** The test of the group that it is in is through: green, or why it is red. */
export const tested = (
  driver: RunDriver,
  task: string,
  red: string | null = null,
): readonly RunEvent[] => {
  const { effect } = pendingOf(driver, 'test-group', task);
  if (effect.kind !== 'test-group') throw new Error('unreachable');
  return settle(driver, 'test-group', task, testOutcome(driver.state, effect.test, red));
};

/** It can't be merged onto the target. */
export const conflicted = (driver: RunDriver, task: string, text: string): readonly RunEvent[] => {
  const { id } = driver.delivery(task);
  const leftOut = [{ delivery: id, onto: [], text }];
  return settle(driver, 'test-group', task, {
    kind: 'test-group',
    group: null,
    leftOut,
    red: null,
  });
};

/** Its group is tested, where that is still to be done, and is on the target; what the landing led to. */
export const landed = (driver: RunDriver, task: string): readonly RunEvent[] => {
  if (driver.delivery(task).phase === 'queued') tested(driver, task);
  const { effect } = pendingOf(driver, 'land-group', task);
  if (effect.kind !== 'land-group') throw new Error('unreachable');
  return [
    ...settle(driver, 'land-group', task, landOutcome(driver.state, effect)),
    ...effect.deliveries.flatMap((id) =>
      settle(driver, 'note-landing', deliveryState(driver.state, id).task, {
        kind: 'note-landing',
        failure: null,
      }),
    ),
  ];
};

/** Takes a task from queued to the point where its agent runs. */
export const toRunning = (driver: RunDriver, task: string, deadlineMs?: number): void => {
  prepared(driver, task);
  started(driver, task, deadlineMs);
};

/** Takes a task from queued to a delivery that is being checked. */
export const toChecking = (driver: RunDriver, task: string): void => {
  toRunning(driver, task);
  exited(driver, task);
  harvested(driver, task);
};

/** Takes a task from queued to green (under human review: waiting for a person). */
export const toChecked = (driver: RunDriver, task: string): void => {
  toChecking(driver, task);
  checked(driver, task);
};

/** Types of events, for short expectations; intents and settlements of effects are left out. */
export const typesOf = (events: readonly RunEvent[]): readonly string[] =>
  events.map(({ type }) => type).filter((type) => !type.startsWith('effect.'));
