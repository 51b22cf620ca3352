import type { Finding } from '../attempt/attempt.ts';
import { attemptLabel } from '../ids.ts';
import type { AttemptId } from '../ids.ts';
import type { RunState } from '../run/state.ts';
import { attemptState } from '../run/state.ts';
import { filesInConflict } from './files-text.ts';
import type { ConflictPolicy, LiveConflict } from './live-conflict.ts';
import { conflictPolicy, openConflicts } from './standing.ts';

/** What the agent of `to` is told. */
export const conflictNews = (run: RunState, conflict: LiveConflict, to: AttemptId): string => {
  const { a, b, text } = conflict;
  const hunks = text === '' ? [] : [text];
  if (b === null)
    return [
      `Your work conflicts with what has landed since you started, in ${filesInConflict(conflict)}.`,
      ...hunks,
      'As it is, it would come back to be made again. Fit it to the version of the target where your task allows.',
    ].join('\n\n');
  const other = attemptState(run, to === a ? b : a);
  return [
    `Your work and that of task ${other.task} (${attemptLabel(other.task, other.n)}) do not merge: you both change ${filesInConflict(conflict)}.`,
    ...hunks,
    to === a ? TO_THE_EARLIER : TO_THE_LATER[conflictPolicy(run.plan)],
  ].join('\n\n');
};

const TO_THE_EARLIER =
  'Its agent is told as well. Go on with your task, and keep what you change there as small as it allows.';

const TO_THE_LATER: Readonly<Record<ConflictPolicy, string>> = {
  warn: 'Its agent is told as well. Whoever lands second has to be made again on what the other has landed: keep what you change there as small as your task allows.',
  'hold-later':
    'The other lands first, and what you deliver waits for it. Keep what you change there as small as your task allows.',
  'stop-later':
    'The other lands first. You are asked to end for it; what you have done is kept, and your task is made again on top of it.',
};

/** Why a task is made again that was stopped for a conflict, as its next agent reads it. */
export const madeWayText = (run: RunState, id: AttemptId): string => {
  const conflict = openConflicts(run).find(({ b }) => b === id);
  if (conflict === undefined) return 'it was stopped for a conflict with another task';
  const { task, n } = attemptState(run, conflict.a);
  const words = `stopped for ${attemptLabel(task, n)}, which changes the same places of ${filesInConflict(conflict)} and began earlier; it was to land first`;
  return conflict.text === '' ? words : `${words}\n\n${conflict.text}`;
};

/** What of a conflict an attempt's receipt shows. */
export const conflictFindings = (run: RunState, id: AttemptId): readonly Finding[] =>
  openConflicts(run)
    .filter(({ a, b }) => a === id || b === id)
    .map((conflict) => ({
      kind: 'overlap',
      text: `does not merge with ${sideText(run, conflict, id)}: ${filesInConflict(conflict)}`,
      blocks: false,
    }));

const sideText = (run: RunState, { a, b }: LiveConflict, id: AttemptId): string => {
  if (b === null) return 'the target';
  const { task, n } = attemptState(run, a === id ? b : a);
  return attemptLabel(task, n);
};
