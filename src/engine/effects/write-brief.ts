import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { LandedSince } from '../../domain/brief/collected-brief.ts';
import { renderBrief } from '../../domain/brief/render-brief.ts';
import type { Delivery } from '../../domain/delivery/delivery.ts';
import { failure } from '../../domain/failure.ts';
import type { AttemptId } from '../../domain/ids.ts';
import { harvestRef } from '../../domain/ids.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, planTask, taskState } from '../../domain/run/state.ts';
import type { RunState } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';
import { BRIEF } from './context.ts';

/** Writes down what came back of a collected attempt, where the briefs of fanin's own agents lie. */
export const writeBrief = async (context: EffectContext, id: AttemptId): Promise<EffectOutcome> => {
  const run = context.run();
  const attempt = collectedAttempt(attemptState(run, id));
  const { comeback } = taskState(run, attempt.task);
  const commit = attempt.harvest?.commit ?? null;
  if (comeback === null || commit === null)
    return {
      kind: 'write-brief',
      failure: failure('nothing-came-back', `nothing came back of ${id}`),
    };
  const text = renderBrief({
    task: planTask(run, attempt.task),
    n: attempt.n,
    from: attempt.collected,
    split: attempt.split ?? null,
    held: { ref: harvestRef(run.id, attempt.task, attempt.n), commit },
    base: attempt.base,
    target: { ref: run.targetRef, commit: run.target },
    landed: await landedSince(context, run, attempt.base),
    comeback,
  });
  await context.deps.files.write(id, BRIEF, text);
  return { kind: 'write-brief', failure: null };
};

type Ended = Extract<Attempt, { phase: 'ended' }>;
type Collected = Ended & { readonly collected: NonNullable<Ended['collected']> };

const collectedAttempt = (attempt: Attempt): Collected => {
  if (attempt.phase !== 'ended' || attempt.collected === undefined)
    throw new Error(`Internal error: ${attempt.id} was not collected`);
  return { ...attempt, collected: attempt.collected };
};

/** What landed after the state of the target that the work is based on, with its files as far as git can tell. */
const landedSince = async (
  { deps }: EffectContext,
  run: RunState,
  base: string,
): Promise<readonly LandedSince[]> => {
  const landed = Object.values(run.deliveries)
    .flatMap((each) => (each.phase === 'landed' ? [each] : []))
    .toSorted((a, b) => a.landedAt - b.landedAt);
  const known = landed.findLastIndex(({ landing }) => landing.to === base);
  return Promise.all(landed.slice(known + 1).map((each) => filesOf(deps, each)));
};

const filesOf = async (
  deps: EffectContext['deps'],
  { task, landing }: Extract<Delivery, { phase: 'landed' }>,
): Promise<LandedSince> => {
  const changes = await deps.repository.changes(landing.from, landing.to);
  const files = changes.ok ? changes.value.map(({ path }) => path) : [];
  return { task, commit: landing.to, files };
};
