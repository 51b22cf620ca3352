import type { SeenEvent } from '../../src/compose/simulation/log-watch.ts';
import type { AttemptId, RunId } from '../../src/domain/ids.ts';
import { workedBy } from '../../src/domain/governor/work-time.ts';
import { harvestRef, landedRef } from '../../src/domain/ids.ts';
import type { Effect } from '../../src/domain/run/effects.ts';
import { SLEPT_MS } from '../../src/domain/run/host-clock.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import { sleptAfter, wallUsed } from '../../src/domain/run/state.ts';
import { attemptsOf } from '../support/run-driver.ts';
import { runRules } from '../support/run-invariants.ts';
import type { World } from './world.ts';

/** The promises of DESIGN, as far as this world has them; each rule names the one that is broken. */
export interface PromiseWatch {
  /** Held against every event. */
  readonly seen: (world: World, seen: SeenEvent) => readonly string[];
  /** Held against the state after every append. */
  readonly written: (world: World, run: RunId) => readonly string[];
}

/** Watches every run of a world from its start. */
export const watchPromises = (): PromiseWatch => {
  const rules = new Map<RunId, ReturnType<typeof runRules>>();
  const asleep = new Map<RunId, number>();
  const worked = new Map<AttemptId, Allotted>();
  return {
    seen: (world, event) => {
      const ofRun = rules.get(event.run) ?? runRules();
      rules.set(event.run, ofRun);
      const wrong = [
        ...ofRun(event.before, event.event, event.after),
        ...evidence(world, event),
        ...undone(world, event),
        ...bounded(event),
        ...wallTime(world, event, asleep),
        ...restartable(world, event),
        ...fair(world, event, worked),
      ];
      return wrong.map((text) => `${event.run} ${event.event.type}: ${text}`);
    },
    written: (world, id) => {
      const run = world.run(id);
      if (run === null) return [];
      const wrong = [
        ...lossRules(world, id),
        ...checkpoints(world, run),
        ...green(world, run),
        ...prompt(run),
        ...withinBudget(run, world.time.clock.now()),
      ];
      return wrong.map((text) => `${id}: ${text}`);
    },
  };
};

/** 1. Nothing is lost: every file that an agent left is in its harvest, or still in its workspace. */
export const lossRules = (world: World, id: RunId): readonly string[] =>
  Object.values(world.run(id)?.attempts ?? {}).flatMap((attempt) => {
    const left = world.left.get(attempt.id);
    if (left === undefined) return [];
    const place = 'workspace' in attempt ? attempt.workspace?.path : undefined;
    const harvest = world.repo.refs.get(harvestRef(id, attempt.task, attempt.n)) ?? attempt.base;
    const held =
      place !== undefined && world.workspaces.exists(place)
        ? world.workspaces.files(place)
        : world.repo.files(harvest);
    const lost = [...left].filter(([path, text]) => held.get(path) !== text);
    return lost.map(([path]) => `1 lost: ${path} of ${attempt.id}`);
  });

/** 1. Nothing is lost, of the host either: what an agent had written up to its last checkpoint is in there until it has landed. */
const checkpoints = (world: World, run: RunState): readonly string[] =>
  Object.values(run.attempts).flatMap((attempt) => {
    const files = world.held.get(attempt.id);
    if (files === undefined || run.tasks[attempt.task]?.phase === 'landed') return [];
    // Of a task that had landed everything is in harvests, whatever became of it since.
    const undone = Object.values(run.deliveries).some(
      ({ task, phase }) => task === attempt.task && phase === 'unlanded',
    );
    if (undone) return [];
    const last = world.checkpoints.all().findLast((each) => each.attempt === attempt.id);
    const found = last === undefined ? new Map<string, string>() : world.repo.files(last.commit);
    const lost = [...files].filter(([path, text]) => found.get(path) !== text);
    return lost.map(([path]) => `1 lost: ${path} of ${attempt.id} is in no checkpoint`);
  });

/** 2. Green: the target holds what it started from, a tree that was checked, or what somebody put there by hand. */
const green = (world: World, run: RunState): readonly string[] => {
  const at = world.repo.refs.get(run.targetRef);
  if (at === undefined || at === run.base || world.byHand.has(at)) return [];
  return world.green.has(world.repo.treeOf(at))
    ? []
    : [`2 green: ${run.targetRef} was not checked`];
};

/** 2. What is undone is off the target, and what has landed is on it: the target's history says so. */
const undone = (world: World, { event, run, after }: SeenEvent): readonly string[] => {
  if (event.type !== 'delivery.unlanded') return [];
  const { from, to } = event.landing;
  const delivery = after.deliveries[event.delivery];
  const ref = delivery === undefined ? '' : landedRef(run, delivery.task);
  if (world.repo.refs.has(ref)) return [`2 undone: ${ref} is still there`];
  return world.repo.isAncestor(from, to) ? [] : ['2 undone: the target was moved back'];
};

/** 5. Evidence: a green verdict is of a tree that fanin's checks passed on; nothing else lands by itself. */
const evidence = (world: World, { event, before }: SeenEvent): readonly string[] => {
  if (event.type !== 'delivery.checked' && event.type !== 'delivery.approved') return [];
  const delivery = before?.deliveries[event.delivery];
  if (delivery === undefined) return ['5 evidence: there is no such delivery'];
  if (event.type === 'delivery.checked')
    return event.verdict !== 'green' || world.green.has(delivery.tree)
      ? []
      : [`5 evidence: ${delivery.id} is said to be green`];
  if (event.by !== 'checks') return [];
  const sound =
    'verdict' in delivery && delivery.verdict === 'green' && delivery.blocking.length === 0;
  return sound ? [] : [`5 evidence: ${delivery.id} was let through`];
};

/** 6. Prompt: what must be done next is intended in the same write, so that no state waits for nothing. */
const prompt = (run: RunState): readonly string[] => {
  const pending = Object.values(run.pending);
  const intended = (kind: Effect['kind'], of: string): boolean =>
    pending.some((effect) => effect.kind === kind && attemptsOf(run, effect).includes(of));
  const missing = (kind: Effect['kind'], of: string): readonly string[] =>
    intended(kind, of) ? [] : [`6 prompt: no ${kind} is under way for ${of}`];
  return [
    ...Object.values(run.attempts).flatMap(({ id, phase }) => {
      if (phase === 'preparing') return missing('prepare', id);
      if (phase === 'starting') return missing('start', id);
      return phase === 'harvesting' ? missing('harvest', id) : [];
    }),
    ...Object.values(run.deliveries).flatMap((delivery) => {
      const { id, phase } = delivery;
      if (phase === 'checking') return missing('check', id);
      if (phase === 'unlanding') return delivery.began ? missing('unland', id) : [];
      return phase === 'landing' ? missing('land-group', id) : [];
    }),
  ];
};

/** Deadlines are whole ms. */
const ROUNDING_MS = 1;

/** 7. Bounded: no agent starts, or may go on, in the time that is kept for integration. */
const bounded = ({ event, before }: SeenEvent): readonly string[] => {
  if (before === null || before.plan.limits.wallMs === null) return [];
  const { wallMs, reserve } = before.plan.limits;
  const left = (at: number): number => wallMs * (1 - reserve) - wallUsed(before, at);
  if (event.type === 'attempt.queued' && left(event.at) <= 0)
    return [`7 bounded: ${event.attempt} begins with no time left`];
  if (event.type !== 'attempt.started') return [];
  // Time in which the host slept is nobody's.
  const given = event.deadlineAt - event.at - sleptAfter(before, event.at);
  return given > Math.max(0, left(event.at)) + ROUNDING_MS
    ? [`7 bounded: ${event.attempt} may go on into the reserve`]
    : [];
};

/**
 * 7. Bounded: as soon as it is known that the limit of tokens or of agent time is reached, nothing is at work any more
 * that is not being stopped. What may start below it is in the rules of every run.
 */
const withinBudget = (run: RunState, at: number): readonly string[] => {
  const { tokens, agentMs } = run.plan.limits;
  if (agentMs !== null && workedBy(run, at) >= agentMs) return goingOn(run, 'agent time');
  const used = Object.values(run.spent).reduce((sum, spent) => sum + spent.tokens, 0);
  return tokens === null || used < tokens ? [] : goingOn(run, 'tokens');
};

const goingOn = (run: RunState, what: string): readonly string[] =>
  Object.values(run.attempts)
    .filter(({ phase }) => phase === 'running' || phase === 'wrapping-up')
    .map(({ id }) => `7 bounded: ${id} goes on with all ${what} used`);

/** 7. Bounded, and not by what nobody worked in: no more wall time is used than the host was awake. */
const wallTime = (
  world: World,
  { run, event, at, after }: SeenEvent,
  asleep: Map<RunId, number>,
): readonly string[] => {
  const slept = world.jumped() - world.lenient();
  if (event.type === 'run.started') asleep.set(run, slept);
  if (after.plan.limits.wallMs === null) return [];
  const byWall = event.type === 'run.stop-requested' && event.by === 'the wall limit';
  if (!byWall && event.type !== 'run.ended') return [];
  const awake = world.time.clock.now() - after.startedAt - slept + (asleep.get(run) ?? 0);
  return wallUsed(after, at) <= awake + ROUNDING_MS
    ? []
    : [`7 bounded: ${wallUsed(after, at)} ms of wall time used, and ${awake} ms were awake`];
};

/** The time that an agent was given at its start. */
interface Allotted {
  readonly from: number;
  readonly ms: number;
}

/** 7. Bounded, but not by surprise: nobody is stopped for time in which the host slept. */
const fair = (
  world: World,
  { event }: SeenEvent,
  allotted: Map<AttemptId, Allotted>,
): readonly string[] => {
  if (event.type === 'attempt.started') {
    // Where it is found after a crash, what the host has slept since is in its deadline already.
    const ms = event.deadlineAt - event.at - world.jumped(event.at);
    allotted.set(event.attempt, { from: event.at, ms });
  }
  if (event.type !== 'attempt.stop-asked' || event.why !== 'deadline') return [];
  const given = allotted.get(event.attempt);
  if (given === undefined) return [`7 fair: ${event.attempt} was never started`];
  const worked = event.at - given.from - world.jumped(given.from);
  return worked + SLEPT_MS < given.ms
    ? [`7 fair: ${event.attempt} is stopped after ${worked} of ${given.ms} ms of work`]
    : [];
};

/** 8. Restartable: an attempt is given up only when its agent is gone; a living one is adopted. */
const restartable = (world: World, { event }: SeenEvent): readonly string[] =>
  event.type === 'attempt.ended' && world.alive.has(event.attempt)
    ? [`8 restartable: ${event.attempt} has ended, and its agent is alive`]
    : [];
