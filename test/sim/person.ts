import type { RunId } from '../../src/domain/ids.ts';
import { isMovingTarget } from '../../src/domain/delivery/delivery.ts';
import { targetRef } from '../../src/domain/ids.ts';
import type { PersonCommand } from '../../src/domain/run/commands.ts';
import { workedBy } from '../../src/domain/governor/work-time.ts';
import type { RunState } from '../../src/domain/run/state.ts';
import type { World } from './world.ts';

/** After this much time people only help: they approve, retry, and put back what was moved. */
const CALM_AFTER_MS = 40_000;

/** Somebody at another terminal who now and then leaves a command in the inbox. */
export const livePerson = async (world: World, isOver: () => boolean): Promise<void> => {
  const { random, sleep, time, store } = world;
  const desk = store.otherProcess();
  const start = time.clock.now();
  while (!isOver()) {
    await sleep(100 + random.below(world.calm ? 700 : 2500));
    if (time.clock.now() - world.jumped() - start > CALM_AFTER_MS) world.calm = true;
    for (const id of world.runs()) {
      const run = world.run(id);
      if (run === null) continue;
      const command = (await unanswered(world, id))
        ? null
        : world.calm
          ? help(run)
          : world.may('whims', 1)
            ? whim(world, run)
            : help(run);
      const wishes = command === null ? [] : [command, ...atOnce(world, run, command)];
      for (const each of wishes) await desk.submit(id, each, time.clock.now());
      if (world.calm || world.may('target-put-back', 0.4)) putBack(world, run);
      else if (world.may('target-moved', 0.02)) meddle(world, id);
      if (world.may('others-push', 0.04)) pushOfOthers(world);
    }
  }
};

const unanswered = async (world: World, id: RunId): Promise<boolean> =>
  (await world.store.store.inbox()).filter(({ run }) => run === id).length > 3;

/** Somebody who approves one may approve all that waits. */
const atOnce = (world: World, run: RunState, { type }: PersonCommand): readonly PersonCommand[] =>
  type === 'approve' && world.may('approvals-at-once', 0.5) ? approvals(run) : [];

const approvals = (run: RunState): readonly PersonCommand[] =>
  Object.values(run.deliveries)
    .filter(({ phase }) => phase === 'awaiting-review' || phase === 'parked')
    .map(({ id, tree }) => ({ type: 'approve', delivery: id, tree, by: 'ann' }));

const help = (run: RunState): PersonCommand | null => {
  const by = 'ann';
  // Nothing more starts in it, and what it holds keeps other runs waiting.
  const left = run.phase === 'ended' && isUsedUp(run, run.ended?.at ?? 0) ? openTask(run) : null;
  if (left !== null) return { type: 'drop', task: left, reason: 'no time left', by };
  const delivery = Object.values(run.deliveries).find(
    ({ phase }) => phase === 'awaiting-review' || phase === 'parked',
  );
  if (delivery !== undefined)
    return { type: 'approve', delivery: delivery.id, tree: delivery.tree, by };
  const task = Object.values(run.tasks).find(
    ({ phase }) => phase === 'failed' || phase === 'parked',
  );
  if (task !== undefined) return { type: 'retry', task: task.id, note: 'please', by };
  const stuck = run.plan.tasks.find(
    ({ id, needs }) =>
      WAITING.has(run.tasks[id]?.phase ?? '') &&
      needs.some((need) => run.tasks[need]?.phase === 'dropped'),
  );
  if (stuck !== undefined) return { type: 'drop', task: stuck.id, reason: 'no use', by };
  return run.liveLimit < 2 || run.reviewLimit < 2
    ? { type: 'set-limit', live: 2, review: 2, by }
    : null;
};

/** Not begun, or returned because what it needs was undone. */
const WAITING: ReadonlySet<string> = new Set(['waiting', 'ready']);

/** Whether its agents have no time or no tokens left, or too little for what is open: then only giving that up ends it. */
const isUsedUp = (run: RunState, now: number): boolean => {
  const { plan, wall, spent, ended } = run;
  const { wallMs, agentMs, reserve, tokens } = plan.limits;
  if (wallMs === null && agentMs === null && tokens === null) return false;
  if (ended?.end === 'unfinished') return true;
  const used = Object.values(spent).reduce((sum, each) => sum + each.tokens, 0);
  if (tokens !== null && used >= tokens * (1 - reserve)) return true;
  if (agentMs !== null && workedBy(run, now) >= agentMs) return true;
  // An attempt needs a whole ms at least.
  return wallMs !== null && wall.usedMs > wallMs * (1 - reserve) - 1;
};

const openTask = (run: RunState): string | null => {
  const landing = Object.values(run.deliveries).filter(({ phase }) => phase === 'landing');
  const open = Object.values(run.tasks).find(
    ({ id, phase }) =>
      phase !== 'landed' && phase !== 'dropped' && !landing.some(({ task }) => task === id),
  );
  return open?.id ?? null;
};

const whim = (world: World, run: RunState): PersonCommand | null => {
  const { random } = world;
  const by = 'bob';
  if (random.chance(0.5)) return help(run);
  const task = random.pick(run.plan.tasks).id;
  const attempts = Object.keys(run.attempts);
  const deliveries = Object.values(run.deliveries);
  const delivery = deliveries.length === 0 ? null : random.pick(deliveries);
  const about = { delivery: delivery?.id ?? 'none', by };
  const apart = random.chance(0.15) ? takenApart(world, run, by) : null;
  if (apart !== null) return apart;
  return random.pick<PersonCommand>([
    { type: 'approve', ...about, tree: delivery?.tree ?? '' },
    { type: 'approve', ...about, tree: 'another tree' },
    { type: 'return', ...about, comment: 'do it again' },
    { type: 'reject', ...about, comment: 'no' },
    { type: 'park', ...about, comment: '' },
    { type: 'retry', task, note: 'once more', by },
    random.chance(0.3)
      ? { type: 'drop', task, reason: 'changed my mind', by }
      : { type: 'retry', task: 'constructor', note: '', by },
    { type: 'undo', task, reason: 'not like that', by },
    { type: 'stop-attempt', attempt: attempts.length === 0 ? 'none' : random.pick(attempts), by },
    { type: 'stop-run', mode: random.chance(0.5) ? 'wrap-up' : 'now', by },
    { type: 'set-limit', live: 1 + random.below(3), review: 1 + random.below(3), by },
  ]);
};

/** Some of the files of a delivery are to land by themselves. */
const takenApart = (world: World, run: RunState, by: string): PersonCommand | null => {
  const { repo, random } = world;
  const delivery = Object.values(run.deliveries).find(({ phase }) => SPLITTABLE.has(phase));
  if (delivery === undefined) return null;
  const { id, tree, base, commit } = delivery;
  const [before, now] = [repo.files(base), repo.files(commit)];
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
    (path) => before.get(path) !== now.get(path),
  );
  if (changed.length < 2) return null;
  const paths = changed.slice(0, 1 + random.below(changed.length - 1));
  const part = (on: string, files: readonly string[]) => {
    const own = files.map((path) => [path, now.get(path) ?? null] as const);
    const made = repo.commitFiles(on, Object.fromEntries(own));
    return { commit: made, tree: repo.treeOf(made), base: on, files, findings: [] };
  };
  const after = random.chance(0.5);
  const rest = part(
    base,
    changed.filter((path) => !paths.includes(path)),
  );
  const taken = part(after ? rest.commit : base, paths);
  const name = `part-${Object.keys(run.tasks).length}`;
  return { type: 'split', delivery: id, tree, name, paths, after, rest, taken, by };
};

const SPLITTABLE: ReadonlySet<string> = new Set(['awaiting-review', 'parked', 'queued']);

/** Somebody moves the target by hand. */
const meddle = (world: World, id: RunId): void => {
  const ref = targetRef(id);
  const now = world.repo.refs.get(ref);
  if (now === undefined) return;
  const moved = world.repo.commitFiles(now, { 'by-hand.txt': 'x' });
  world.byHand.add(moved);
  world.repo.refs.set(ref, moved);
};

/** A colleague pushes to the branch that landings go to. */
const pushOfOthers = ({ shared, repo, byHand, time }: World): void => {
  if (shared === null || shared.at === null) return;
  const text = `${time.clock.now()}`;
  const pushed = repo.commitFiles(shared.at, { 'others.txt': text });
  byHand.add(pushed);
  shared.moveTo(pushed);
};

const OURS = ['landed', 'undone'];

/** As the hint of the failure says. */
const putBack = (world: World, run: RunState): void => {
  const busy = Object.values(run.deliveries).some(isMovingTarget);
  const ours = [...world.repo.refs].some(
    ([ref, commit]) =>
      OURS.some((of) => ref.startsWith(`refs/fanin/${run.id}/${of}/`)) &&
      commit === world.repo.refs.get(run.targetRef),
  );
  const at = world.repo.refs.get(run.targetRef);
  const others =
    world.shared?.at !== undefined && at !== undefined && isIn(world, at, world.shared.at);
  // A landing whose event is still to be written has moved the target rightly, and so has what others pushed.
  if (!busy && !ours && !others && world.repo.refs.has(run.targetRef))
    world.repo.refs.set(run.targetRef, run.target);
};

const isIn = ({ repo }: World, commit: string, branch: string | null): boolean =>
  branch !== null && repo.isAncestor(commit, branch);
