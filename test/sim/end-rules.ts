import type { RunId } from '../../src/domain/ids.ts';
import { landedRef } from '../../src/domain/ids.ts';
import type { Plan } from '../../src/domain/plan/plan.ts';
import { entryOf } from './agents.ts';
import { lossRules } from './promises.ts';
import type { World } from './world.ts';

/** What must be true once a play is over: nothing is lost, and log, git and remote say the same. */
export const endRules = (world: World, plans: ReadonlyMap<RunId, Plan>): readonly string[] =>
  [...plans.keys()].flatMap((id) => [
    ...landingRules(world, id),
    ...lossRules(world, id),
    ...sharedRules(world, id),
    ...listRules(world, id),
  ]);

/** What the log says has landed is where others see it. */
const sharedRules = (world: World, id: RunId): readonly string[] => {
  const { shared, repo } = world;
  if (shared === null) return [];
  return Object.values(world.run(id)?.tasks ?? {}).flatMap((task) => {
    const commit = repo.refs.get(landedRef(id, task.id));
    const isThere = commit === undefined || repo.isAncestor(commit, shared.at ?? '');
    return task.phase === 'landed' && !isThere ? [`${id}/${task.id} was not pushed`] : [];
  });
};

/** What a delivery has added to a list that others add to as well has landed with it. */
const listRules = (world: World, id: RunId): readonly string[] => {
  const run = world.run(id);
  if (run === null || world.byHand.size > 0) return [];
  const list = world.repo.files(world.repo.refs.get(run.targetRef) ?? world.base).get(LIST) ?? '';
  return Object.values(run.deliveries).flatMap(({ attempt, commit, phase }) => {
    const entry = entryOf(attempt);
    const added = phase === 'landed' && linesOf(world.repo.files(commit).get(LIST)).includes(entry);
    const there = linesOf(list).filter((line) => line === entry).length;
    return !added || there === 1 ? [] : [`1 lost: ${entry} is ${there} times in ${LIST}`];
  });
};

const LIST = 'CHANGELOG.md';

const linesOf = (text = ''): readonly string[] => text.split('\n');

/** What the log says has landed is what git says has landed, once each. */
const landingRules = (world: World, id: RunId): readonly string[] => {
  const run = world.run(id);
  return (run?.plan.tasks ?? []).flatMap((task) => {
    const ref = landedRef(id, task.id);
    const moves = world.landings.filter(({ landed }) =>
      landed.some((each) => each.ref === ref),
    ).length;
    const undone = world.landings.filter(({ landed }) =>
      landed.some((each) => each.ref.startsWith(`refs/fanin/${id}/undone/${task.id}/`)),
    ).length;
    const said = run?.tasks[task.id]?.phase === 'landed' ? 1 : 0;
    return moves - undone === said
      ? []
      : [
          `${id}/${task.id} is ${run?.tasks[task.id]?.phase ?? 'unknown'} and landed ${moves} times, undone ${undone}`,
        ];
  });
};
