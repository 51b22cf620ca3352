import type { Delivery } from '../../domain/delivery/delivery.ts';
import { isMovingTarget } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import type { QueueTest, TestId } from '../../domain/merge-queue/queue.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import type { RunState } from '../../domain/run/state.ts';
import { deliveryState, planTask } from '../../domain/run/state.ts';
import type { MergedMember } from '../../domain/run/tested-group.ts';
import type { EffectContext } from './context.ts';
import { groupTag } from './context.ts';
import { groupChecks } from './group-checks.ts';
import { earlierTasks, heldMembers } from './lost-updates.ts';
import { mergeGroup } from './merge-group.ts';
import { redText } from './red-text.ts';
import { runChecks } from './run-checks.ts';
import { follow, standing } from './shared-target.ts';

/** Merges a group of deliveries onto the target and runs the checks of all of them on the tree that this gives. */
export const testGroup = async (context: EffectContext, id: TestId): Promise<EffectOutcome> => {
  const { deps, run } = context;
  const test = openTest(run(), id);
  if (test === null) return { kind: 'test-group-cancelled' };
  const moved = await othersMoved(context);
  if (moved !== null) return moved;
  const { target, targetRef } = run();
  const [found = null] = await deps.repository.resolve([targetRef]);
  if (found !== target && !isOurs(run(), found))
    return { kind: 'test-group-failed', failure: targetMoved(targetRef, target, found) };
  const members = test.rest.map((each) => deliveryState(run(), each));
  const tag = groupTag(run().id, id);
  const merged = await mergeGroup({ ...untilCancelled(context, id), tag }, target, members);
  if (!merged.ok && openTest(run(), id)?.cancelling !== false)
    return { kind: 'test-group-cancelled' };
  if (!merged.ok) return { kind: 'test-group-failed', failure: merged.error };
  const { commits, leftOut } = merged.value;
  if (commits.length === 0) return { kind: 'test-group', group: null, leftOut, red: null };
  const held = await heldMembers(context, target, commits);
  if (!held.ok) return { kind: 'test-group-failed', failure: held.error };
  if (held.value.length > 0) return { kind: 'test-group-held', held: held.value };
  const red = await redOn(untilCancelled(context, id), test, commits);
  const cancelled = openTest(run(), id)?.cancelling !== false;
  // What is ended on the way looks red, or as if the session had ended.
  if (cancelled && !(red.ok && red.value === null)) return { kind: 'test-group-cancelled' };
  return red.ok
    ? { kind: 'test-group', group: { base: target, commits }, leftOut, red: red.value }
    : { kind: 'test-group-failed', failure: red.error };
};

/** What others have pushed comes first; null: nothing, or a landing is on its way and will see. */
const othersMoved = async (context: EffectContext): Promise<EffectOutcome | null> => {
  const { run } = context;
  const { target } = run();
  const isQuiet = (): boolean => run().target === target && !isMoving(run());
  if (!isQuiet()) return null;
  const found = await standing(context);
  if (!isQuiet()) return null;
  if (!found.ok) return { kind: 'test-group-failed', failure: found.error };
  if (found.value.kind === 'level') return null;
  const { to } = found.value;
  const followed = await follow(context, to);
  return followed.ok
    ? { kind: 'test-group-moved', to }
    : { kind: 'test-group-failed', failure: followed.error };
};

const isMoving = ({ deliveries }: RunState): boolean =>
  Object.values(deliveries).some(isMovingTarget);

const openTest = ({ mergeQueue }: RunState, id: TestId): QueueTest | null =>
  mergeQueue.queue.tests.find((test) => test.id === id) ?? null;

/** Where the group that is landing puts the target; git may know before the log does. */
const isOurs = ({ mergeQueue }: RunState, commit: string | null): boolean => {
  const { landing } = mergeQueue.queue;
  const commits = landing === null ? [] : (mergeQueue.tested[landing.test]?.group.commits ?? []);
  return commits.some((member) => member.commit === commit);
};

/** Begins nothing more, and keeps no verdict, once nobody waits for it. */
const untilCancelled = (context: EffectContext, id: TestId): EffectContext => ({
  ...context,
  abandoned: () => context.abandoned() || openTest(context.run(), id)?.cancelling !== false,
});

/** What failed on the last commit of a group, or null. */
const redOn = async (
  context: EffectContext,
  test: QueueTest,
  commits: readonly MergedMember[],
): Promise<Result<string | null, Failure>> => {
  const { deps, run } = context;
  const members = commits.map(({ delivery }): Delivery => deliveryState(run(), delivery));
  const [tip, last] = [commits.at(-1), members.at(-1)];
  if (tip === undefined || last === undefined) return ok(null);
  const logs = await deps.files.folder(last.attempt, 'landing');
  const earlier = await earlierTasks(context, run().target, tip);
  if (!earlier.ok) return earlier;
  const own = members.map((member) => planTask(run(), member.task));
  for (const task of groupChecks([...own, ...earlier.value])) {
    const ran = await runChecks(context, {
      run: run().id,
      task,
      setup: run().plan.setup,
      commit: tip.commit,
      tree: tip.tree,
      logs,
      tag: groupTag(run().id, test.id),
      again: test.rerun,
    });
    if (!ran.ok) return ran;
    const { checks } = ran.value;
    if (checks.some(({ status }) => status === 'failed'))
      return ok(await redText(context, last.attempt, checks));
  }
  return ok(null);
};

const targetMoved = (ref: string, expected: string, found: string | null): Failure =>
  failure(
    'target-moved',
    `${ref} is at ${found === null ? 'nothing' : found.slice(0, 7)}, not at ${expected.slice(0, 7)} where fanin left it; somebody else moved it`,
    {
      hint: `look at it (git log ${ref}), put it back with git update-ref ${ref} ${expected}, then approve again`,
    },
  );
