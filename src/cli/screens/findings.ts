import { withoutSuspects } from '../../domain/attempt/suspects.ts';
import { attemptLabel } from '../../domain/ids.ts';
import { filesInConflict } from '../../domain/conflicts/files-text.ts';
import { currentAttempt, labelOf } from '../model/run-model.ts';
import type { AttemptModel, RunModel } from '../model/run-model.ts';

/** Something that a person should see, as text without its mark. */
export interface Notice {
  readonly text: string;
  /** True when it keeps a delivery from landing by itself. */
  readonly blocks: boolean;
}

/** What needs attention in a run: findings of what has not landed, a contradiction, an engine that is gone. */
export function noticesOf(model: RunModel): readonly Notice[] {
  const attempts = model.tasks.flatMap((task) => {
    const attempt = currentAttempt(task);
    return attempt === null || task.phase === 'landed' || task.phase === 'dropped' ? [] : [attempt];
  });
  return [
    ...engineNotices(model),
    ...conflictNotices(model),
    ...duplicateNotices(model),
    ...attempts.flatMap(attemptNotices),
    ...checkoutNotices(attempts),
  ];
}

const CHECKOUT_CHANGED = 'main-checkout-changed';

/** What was brought and which scripts did not run is in every receipt, and was said before the start. */
const SET_UP = 'set-up';

/** What is so now is said of the run: receipts say what was so then. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  CHECKOUT_CHANGED,
  SET_UP,
  'overlap',
  'duplicate',
  'rival',
  'contract',
  'copies-not-looked-for',
]);

/** The same change of one's own checkout meets every attempt that was at work: said once. */
function checkoutNotices(attempts: readonly AttemptModel[]): readonly Notice[] {
  const texts = attempts.flatMap(({ receipt }) =>
    (receipt?.findings ?? [])
      .filter(({ kind }) => kind === CHECKOUT_CHANGED)
      .map(({ text }) => withoutSuspects(text)),
  );
  return [...new Set(texts)].map((text) => ({ text, blocks: false }));
}

function engineNotices(model: RunModel): readonly Notice[] {
  if (model.engine || model.run.phase === 'ended') return [];
  const live = model.tasks.flatMap(({ made }) => made).filter(({ phase }) => phase !== 'ended');
  const agents =
    live.length === 0
      ? ''
      : `; ${live.map(({ task, n }) => attemptLabel(task, n)).join(', ')} ${live.length === 1 ? 'goes' : 'go'} on under ${live.length === 1 ? 'its supervisor' : 'their supervisors'}`;
  return [{ text: `its engine is gone${agents}: fanin run --resume ${model.id}`, blocks: true }];
}

/** The receipts of those that have ended say it too, as it was then. */
function conflictNotices({ run }: RunModel): readonly Notice[] {
  return (run.conflicts ?? []).map(({ a, b, files }) => ({
    text: `${labelOf(a)} and ${b === null ? 'the target' : labelOf(b)} do not merge: ${filesInConflict({ files })}`,
    blocks: false,
  }));
}

function duplicateNotices({ run }: RunModel): readonly Notice[] {
  return (run.duplicates ?? []).map(({ text, advice }) => ({
    text: `${text}. ${advice}`,
    blocks: false,
  }));
}

function attemptNotices(attempt: AttemptModel): readonly Notice[] {
  const label = attemptLabel(attempt.task, attempt.n);
  const found =
    attempt.receipt?.findings
      .filter(({ kind }) => !SAID_ELSEWHERE.has(kind))
      .map(({ text, blocks }) => ({ text: `${label}: ${text}`, blocks })) ?? [];
  const known = new Set(attempt.receipt?.findings.map(({ text }) => text));
  const blocking =
    attempt.delivery?.blocking.filter((text) => ![...known].some((each) => text.includes(each))) ??
    [];
  const kept =
    attempt.kept === null
      ? []
      : [{ text: `${label}: its workspace is kept: ${attempt.kept}`, blocks: false }];
  return [
    ...found,
    ...blocking.map((text) => ({ text: `${label}: ${text}`, blocks: true })),
    ...kept,
  ];
}
