import { didYouMean } from '../config/nearest.ts';
import { problem } from '../config/problem.ts';
import type { Problem } from '../config/problem.ts';
import type { TaskId } from '../ids.ts';
import { ancestors } from './graph.ts';
import { handingIn } from './handing-in.ts';
import type { WrittenPlan } from './written-plan.ts';
import { writtenLine } from './written-line.ts';

/** The word for fanin's own integrator, which lands deliveries one by one and leaves the whole to that. */
export const INTEGRATOR = 'integrator';

/**
 * A task that is to put the whole together and cannot: codes `no-assembler`, `assembler-too-early` (a task that
 * hands something in comes after it) and `assembler-misses` (one that it does not wait for). See `handingIn`.
 */
export function assemblerProblems({ assemble, tasks }: WrittenPlan): readonly Problem[] {
  if (assemble === undefined || assemble === INTEGRATOR) return [];
  const ids = Object.keys(tasks);
  const assembler = tasks[assemble];
  if (!Object.hasOwn(tasks, assemble) || assembler === undefined) {
    const hint = didYouMean(
      assemble,
      [...ids, INTEGRATOR],
      `name one of its tasks, or write \`assemble: ${INTEGRATOR}\``,
    );
    const message = `there is no task ${JSON.stringify(assemble)} to put the whole together`;
    return [problem('no-assembler', ['assemble'], message, { hint })];
  }
  const before = ancestors(ids.map((id) => ({ id, needs: tasks[id]?.needs ?? [] })));
  const own = before.get(assemble);
  // In or behind a cycle, which has its own problem.
  if (own === undefined) return [];
  const all = Object.entries(tasks).map(([id, { deliverables = [] }]) => ({ id, deliverables }));
  const handing = handingIn(all, assemble).map(({ id }) => id);
  const late = handing.filter((id) => before.get(id)?.has(assemble) === true);
  const missed = handing.filter((id) => !own.has(id) && !late.includes(id));
  return [
    ...late.map((id) => tooEarly(id, assemble)),
    ...(missed.length === 0 ? [] : [misses(missed, assemble, { tasks, before })]),
  ];
}

const tooEarly = (id: TaskId, assemble: TaskId): Problem =>
  problem(
    'assembler-too-early',
    ['tasks', id, 'needs'],
    `${id} waits for ${assemble}, which is to put together what ${id} hands in`,
    {
      hint: `write \`assemble: ${id}\` if it comes last, or let ${id} not need ${assemble}`,
    },
  );

const misses = (
  missed: readonly TaskId[],
  assemble: TaskId,
  {
    tasks,
    before,
  }: {
    readonly tasks: WrittenPlan['tasks'];
    readonly before: ReadonlyMap<TaskId, ReadonlySet<TaskId>>;
  },
): Problem => {
  // Whoever waits for one waits for all that it waits for.
  const last = missed.filter((id) => !missed.some((other) => before.get(other)?.has(id) === true));
  const needs = writtenLine('needs', [...(tasks[assemble]?.needs ?? []), ...last]);
  return problem(
    'assembler-misses',
    ['tasks', assemble, 'needs'],
    `${assemble} is to put the whole together and does not wait for ${missed.join(', ')}`,
    { hint: `write \`${needs}\` in ${assemble}, or \`assemble: ${INTEGRATOR}\`` },
  );
};
