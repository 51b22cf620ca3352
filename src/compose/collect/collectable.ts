import type { RepositoryPlace } from '../../adapters/git/discover.ts';
import { findForeign } from '../../adapters/git/find-foreign.ts';
import type { ForeignWork } from '../../adapters/git/find-foreign.ts';
import { takeForeign } from '../../adapters/git/take-foreign.ts';
import type { ForeignTaken } from '../../adapters/git/take-foreign.ts';
import { harvestedContent } from '../../adapters/workspaces/content-findings.ts';
import { placeText, sourceOf } from '../../domain/collect/collected-from.ts';
import { collectedPrompt } from '../../domain/collect/collected-prompt.ts';
import { taskName } from '../../domain/collect/task-name.ts';
import type { LayerValues } from '../../domain/config/layers.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId, TaskId } from '../../domain/ids.ts';
import { NOBODY } from '../../domain/plan/nobody.ts';
import type { Plan } from '../../domain/plan/plan.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { PersonCommand } from '../../domain/run/commands.ts';
import type { PlanStart } from '../plan-start.ts';
import { collectPlan } from './collect-plan.ts';
import { chooseRun } from './choose-run.ts';
import type { Chosen } from './choose-run.ts';
import { knownRuns } from './known-work.ts';

/** What a person wants to have taken in. */
export interface CollectWish {
  /** Branches, or paths of work copies seen from `cwd`. */
  readonly names: readonly string[];
  readonly cwd: string;
  /** A run, by id or unique prefix; `new`; null: the one that has such work already, else a new one. */
  readonly into: string | null;
  readonly flags: LayerValues;
  readonly by: string;
}

/** One piece of work that is taken in. */
export interface Item {
  readonly task: TaskId;
  /** The attempt's number. */
  readonly n: number;
  readonly taken: ForeignTaken;
  readonly command: Extract<PersonCommand, { type: 'collect' }>;
}

/** What would be taken in: nothing has been started, and no ref was made. */
export interface Collectable {
  /** Null: a run of its own. */
  readonly run: RunId | null;
  /** Of a run of its own: its plan, which has no tasks yet. */
  readonly plan: Plan;
  readonly start: PlanStart;
  readonly items: readonly Item[];
  /** What holds nothing new, with the reason. */
  readonly nothingNew: readonly { readonly name: string; readonly why: string }[];
  readonly notes: readonly string[];
}

/**
 * Looks at work that fanin did not start, and says what of it would be taken in. Errors: everything that is wrong with
 * any of it; then nothing is taken. Codes: those of `findForeign`, `takeForeign`, `chooseRun` and `collectPlan`.
 */
export async function collectable(
  place: RepositoryPlace,
  wish: CollectWish,
): Promise<Result<Collectable, readonly Failure[]>> {
  const works = await findAll(place, wish);
  if (!works.ok) return works;
  const runs = knownRuns(place);
  if (!runs.ok) return err([runs.error]);
  const chosen = chooseRun(runs.value, works.value.map(keyOf), wish.into);
  if (!chosen.ok) return err([chosen.error]);
  const named = nameAll(works.value, chosen.value);
  const loaded = await collectPlan(place, {
    names: named.map(({ task }) => task),
    cwd: wish.cwd,
    flags: wish.flags,
    into: chosen.value.known,
  });
  if (!loaded.ok) return loaded;
  const { plan, start, notes } = loaded.value;
  const items: Item[] = [];
  const nothingNew: { name: string; why: string }[] = [];
  const wrong: Failure[] = [];
  for (const { work, task, known } of named) {
    const taken = await takeForeign(place, work, start.base.commit);
    if (!taken.ok) {
      wrong.push(taken.error);
      continue;
    }
    const why = whyNothing(taken.value, known, start.base.name);
    if (why !== null) nothingNew.push({ name: placeText(taken.value.from), why });
    else items.push(await itemOf(place, { task, known, taken: taken.value, plan, by: wish.by }));
  }
  if (wrong.length > 0) return err(wrong);
  const run = chosen.value.known?.run ?? null;
  return ok({ run, plan: { ...plan, tasks: [] }, start, items, nothingNew, notes });
}

const keyOf = ({ branch, worktree, gone }: ForeignWork): string =>
  sourceOf({ branch, worktree: worktree?.path ?? gone });

/** Each once, in the order they were named. */
const findAll = async (
  place: RepositoryPlace,
  { names, cwd }: CollectWish,
): Promise<Result<readonly ForeignWork[], readonly Failure[]>> => {
  const found = new Map<string, ForeignWork>();
  const wrong: Failure[] = [];
  for (const name of names) {
    const work = await findForeign(place, name, cwd);
    if (work.ok) found.set(keyOf(work.value), work.value);
    else wrong.push(work.error);
  }
  return wrong.length > 0 ? err(wrong) : ok([...found.values()]);
};

interface Named {
  readonly work: ForeignWork;
  readonly task: TaskId;
  /** The task that it goes on with; null: a new one. */
  readonly known: NonNullable<ReturnType<NonNullable<Chosen['known']>['work']['get']>> | null;
}

const nameAll = (works: readonly ForeignWork[], { known }: Chosen): readonly Named[] => {
  const taken = new Set(known?.view.tasks);
  return works.map((work) => {
    const before = known?.work.get(keyOf(work)) ?? null;
    if (before !== null) return { work, task: before.task, known: before };
    const { branch, worktree, gone } = work;
    const task = taskName({ branch, worktree: worktree?.path ?? gone }, taken);
    taken.add(task);
    return { work, task, known: null };
  });
};

const whyNothing = (
  { harvest, from }: ForeignTaken,
  known: Named['known'],
  target: string,
): string | null => {
  if (harvest.commit === null) return `nothing new against ${target}`;
  return known !== null && known.last?.head === from.head && known.tree === harvest.tree
    ? `nothing new since ${known.task}#${known.attempts}`
    : null;
};

const itemOf = async (
  place: RepositoryPlace,
  of: Pick<Named, 'task' | 'known'> & {
    readonly taken: ForeignTaken;
    readonly plan: Plan;
    readonly by: string;
  },
): Promise<Item> => {
  const { task: id, known, taken, plan, by } = of;
  const task = plan.tasks.find((each) => each.id === id);
  if (task === undefined) throw new Error(`Internal error: the plan has no task ${id}`);
  const { base, commit, findings } = taken.harvest;
  const content = await harvestedContent(place, base, commit);
  return {
    task: id,
    n: (known?.attempts ?? 0) + 1,
    taken,
    command: {
      type: 'collect',
      task: { ...task, prompt: collectedPrompt(taken), agent: NOBODY },
      from: taken.from,
      harvest: { ...taken.harvest, findings: [...findings, ...content] },
      by,
    },
  };
};
