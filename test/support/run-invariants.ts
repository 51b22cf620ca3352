import { CURRENCIES } from '../../src/domain/governor/spending.ts';
import type { Currency } from '../../src/domain/governor/spending.ts';
import { NOBODY } from '../../src/domain/plan/nobody.ts';
import type { Task } from '../../src/domain/plan/plan.ts';
import { countedSize } from '../../src/domain/plan/size.ts';
import { isLive } from '../../src/domain/attempt/attempt.ts';
import { isBacklog } from '../../src/domain/delivery/delivery.ts';
import { clash } from '../../src/domain/plan/clash.ts';
import { evolve } from '../../src/domain/run/evolve.ts';
import type { RunEvent } from '../../src/domain/run/events.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import { planTask, taskState } from '../../src/domain/run/state.ts';
import { waitsFor } from './waits-for.ts';

/** The log of a run, and the state it folds to. */
export interface Replay {
  readonly state: RunState | null;
  /** What must never be true of a log, and is of this one; each names the event it was seen at. */
  readonly broken: readonly string[];
}

/** Folds a log and holds every event against what must be true of every run. */
export const replay = (events: readonly RunEvent[]): Replay => {
  const broken: string[] = [];
  const rules = runRules();
  let state: RunState | null = null;
  for (const [index, event] of events.entries()) {
    const before: RunState | null = state;
    try {
      state = evolve(state, event);
    } catch (thrown) {
      return { state, broken: [...broken, `${index} ${event.type}: ${String(thrown)}`] };
    }
    const wrong = rules(before, event, state);
    broken.push(...wrong.map((text) => `${index} ${event.type}: ${text}`));
  }
  return { state, broken };
};

/** What each event of one run, in order, breaks of what must be true of every run. */
export const runRules = () => {
  const seen: Seen = { intended: new Set(), settled: new Set(), landed: new Set() };
  return (before: RunState | null, event: RunEvent, after: RunState): readonly string[] => [
    ...effectRules(event, seen),
    ...(before === null ? [] : rulesOf(before, after, event)),
  ];
};

interface Seen {
  readonly intended: Set<string>;
  readonly settled: Set<string>;
  readonly landed: Set<string>;
}

const effectRules = (event: RunEvent, seen: Seen): readonly string[] => {
  switch (event.type) {
    case 'effect.intended':
      return add(seen.intended, event.id) ? [] : [`${event.id} was intended twice`];
    case 'effect.settled':
      if (!seen.intended.has(event.id)) return [`${event.id} was never intended`];
      return add(seen.settled, event.id) ? [] : [`${event.id} was settled twice`];
    case 'delivery.landed':
      return add(seen.landed, event.delivery) ? [] : [`${event.delivery} landed twice`];
    default:
      return [];
  }
};

const add = (set: Set<string>, id: string): boolean => {
  const fresh = !set.has(id);
  set.add(id);
  return fresh;
};

const rulesOf = (before: RunState, after: RunState, event: RunEvent): readonly string[] => {
  const always = landingRules(before, after, event);
  switch (event.type) {
    case 'attempt.queued':
      return [...always, ...startRules(before, event.task)];
    case 'run.ended':
      return [...always, ...endRules(after)];
    case 'delivery.landed': {
      const { task } = after.deliveries[event.delivery] ?? { task: '' };
      return before.tasks[task]?.phase === 'dropped'
        ? [...always, `${task} was dropped and landed`]
        : always;
    }
    case 'delivery.offered':
      return [...always, ...lateRules(before, event.task, event.delivery)];
    case 'task.failed':
    case 'task.parked':
      return [...always, ...lateRules(before, event.task, event.attempt)];
    case 'task.retried':
      return before.tasks[event.task]?.phase === 'dropped'
        ? [...always, `${event.task} had been dropped`]
        : always;
    default:
      return always;
  }
};

/**
 * One group lands at a time, and nothing that has left it lands by it. The target moves from where it
 * was, from one commit of a group to the next.
 */
const landingRules = (before: RunState, after: RunState, event: RunEvent): readonly string[] => {
  const { landing } = after.mergeQueue.queue;
  const stray = Object.values(after.deliveries).filter(
    ({ id, phase }) => phase === 'landing' && landing !== null && !landing.rest.includes(id),
  );
  const wrong = stray.map(({ id }) => `${id} is landing beside another group`);
  if (event.type === 'delivery.landing-began' && before.mergeQueue.queue.landing !== null)
    wrong.push(`${event.delivery} is landing while another group is`);
  if (event.type === 'delivery.landed' && event.landing.from !== before.target)
    wrong.push(`${event.delivery} landed on ${event.landing.from}, and the target was elsewhere`);
  if (event.type === 'delivery.landed') wrong.push(...aheadOfFirst(before, event.delivery));
  return wrong;
};

/** What lies on top of another part would bring that along. */
const aheadOfFirst = (before: RunState, id: string): readonly string[] => {
  const attempt = before.attempts[id];
  const onto = attempt?.phase === 'ended' ? (attempt.split?.onto ?? null) : null;
  const first = onto === null ? undefined : before.deliveries[onto];
  return first === undefined || first.phase === 'landed'
    ? []
    : [`${id} landed while ${first.id}, which it lies on top of, was ${first.phase}`];
};

/** A task hears of its own attempt alone: what comes late from another one does not move it. */
const lateRules = (run: RunState, id: string, attempt: string): readonly string[] => {
  const task = taskState(run, id);
  if ('attempt' in task && task.attempt === attempt) return [];
  return [`${attempt} came late: ${id} is ${task.phase}`];
};

/** Told apart by phases and what each attempt left, not by the rule under test. */
const mayComeBack = (run: RunState, id: string): boolean => {
  const state = taskState(run, id);
  const { phase } = state;
  if (phase === 'parked') return run.deliveries[state.attempt]?.phase !== 'unlanded';
  if (phase === 'running' || phase === 'delivered') return true;
  if (phase !== 'failed' && phase !== 'ready') return false;
  let work = false;
  for (const attempt of Object.values(run.attempts)) {
    if (attempt.task !== id || attempt.phase !== 'ended') continue;
    const delivered = run.deliveries[attempt.id]?.phase;
    const refused = delivered === 'rejected' || delivered === 'unlanded';
    const agents = attempt.collected === undefined && attempt.split === undefined;
    const left = attempt.harvest?.commit !== null && attempt.harvest !== null;
    const unknown = attempt.failure !== null && attempt.startedAt !== null;
    work = refused ? false : work || (agents && (left || unknown));
  }
  return work;
};

const startRules = (run: RunState, id: string): readonly string[] => {
  const task = planTask(run, id);
  const live = Object.values(run.attempts).filter(isLive);
  const slots = run.plan.admission.mode === 'serial' ? 1 : run.liveLimit;
  const checking = Object.values(run.deliveries).filter(({ phase }) => phase === 'checking');
  const backlog = Object.values(run.deliveries).filter(isBacklog);
  const load = live.length + checking.length + backlog.length;
  const missing = task.needs.filter((need) => taskState(run, need).phase !== 'landed');
  const held = run.plan.tasks.filter(
    (other) =>
      other.id !== id &&
      // What was collected holds nothing: fanin has no say over whoever made it.
      other.agent.use !== NOBODY.use &&
      (live.some((attempt) => attempt.task === other.id) ||
        (mayComeBack(run, other.id) && !waitsFor(run, other.id, id))),
  );
  return [
    ...(live.length < slots ? [] : [`${live.length} were live already, of ${slots}`]),
    ...(run.plan.review.by === 'human' && load >= run.reviewLimit
      ? [`${load} were live or waiting, of ${run.reviewLimit}`]
      : []),
    ...missing.map((need) => `${id} started before ${need} had landed`),
    ...held
      .filter((other) => clash(task, other) !== null)
      .map((other) => `${id} clashes with ${other.id}`),
    ...CURRENCIES.flatMap((currency) => budgetRules(run, task, currency)),
    ...(run.phase === 'running' ? [] : [`${id} started while the run is ${run.phase}`]),
  ];
};

/** Reckoned from the log alone: what is used, what live attempts and this one are expected to use. */
const budgetRules = (run: RunState, task: Task, currency: Currency): readonly string[] => {
  const limit = run.plan.limits[currency];
  if (limit === null) return [];
  const spent = Object.values(run.attempts).flatMap((attempt) => {
    const known = run.spent[attempt.id];
    const size = countedSize(planTask(run, attempt.task));
    return known === undefined ? [] : [{ live: isLive(attempt), size, used: known[currency] }];
  });
  const used = spent.reduce((sum, each) => sum + (each.used ?? 0), 0);
  const about = `${task.id} started with ${used} of ${limit} ${currency} used`;
  if (used >= limit * (1 - run.plan.limits.reserve)) return [about];
  if (spent.some((each) => each.used === null)) return [`${about}, and of some nobody knows`];
  const ended = spent.filter(({ live }) => !live);
  const sized = ended.reduce((sum, { size }) => sum + size, 0);
  const rate = ended.reduce((sum, each) => sum + (each.used ?? 0), 0) / sized;
  const live = Object.values(run.attempts).filter(isLive);
  if (sized === 0 || rate === 0)
    return live.length === 0 ? [] : [`${about}, beside another, and nobody knows what one uses`];
  const coming = live.reduce((sum, attempt) => {
    const expected = rate * countedSize(planTask(run, attempt.task));
    return sum + Math.max(0, expected - (run.spent[attempt.id]?.[currency] ?? 0));
  }, 0);
  const after = used + coming + rate * countedSize(task);
  return after <= limit * (1 - run.plan.limits.reserve) * (1 + ROUNDING)
    ? []
    : [`${about}, and ${Math.round(after)} are expected`];
};

const ROUNDING = 1e-9;

const endRules = (run: RunState): readonly string[] => {
  const live = Object.values(run.attempts).filter(isLive);
  const open = run.plan.tasks.filter(
    ({ id }) => !['landed', 'dropped'].includes(taskState(run, id).phase),
  );
  return [
    ...live.map(({ id, phase }) => `${id} is ${phase}`),
    ...(run.ended?.end === 'landed' ? open.map(({ id }) => `${id} has not landed`) : []),
  ];
};
