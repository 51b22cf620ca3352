import { attemptLabel, checkpointRef } from '../../domain/ids.ts';
import { isAlive } from '../model/run-model.ts';
import type { AttemptModel, RunModel } from '../model/run-model.ts';
import { shortId, timeOfDay } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/**
 * Where the work of each attempt is held: a commit, its workspace, a checkpoint. Without `all`, only what a
 * person may have to look for: the work of attempts that ended without landing.
 */
export function heldLines(model: RunModel, look: Look, all: boolean): readonly string[] {
  const attempts = model.tasks
    .flatMap(({ made }) => made)
    .filter((attempt) => all || needsTelling(attempt));
  const lines = attempts.flatMap((attempt) =>
    wrap(
      `${attemptLabel(attempt.task, attempt.n)}: ${placeOf(attempt, model.id)}`,
      look.width,
      '  ',
      '      ',
    ),
  );
  return lines.length === 0 ? [] : ['Where work is held', ...lines];
}

const needsTelling = (attempt: AttemptModel): boolean =>
  !isAlive(attempt) &&
  attempt.outcome !== 'delivered' &&
  (attempt.commit !== null || keptWorkspace(attempt) || hasCheckpoint(attempt));

const keptWorkspace = (attempt: AttemptModel): boolean =>
  attempt.workspace !== null && !attempt.removed;

function placeOf(attempt: AttemptModel, run: string): string {
  const workspace = keptWorkspace(attempt) ? `workspace ${attempt.workspace ?? ''}` : '';
  if (isAlive(attempt) && workspace === '') return 'its workspace is being made';
  if (isAlive(attempt)) return `${workspace}; ${checkpointText(attempt, run)}`;
  const commit = attempt.commit === null ? '' : `commit ${shortId(attempt.commit)}`;
  const landed = attempt.delivery?.phase === 'landed' ? 'landed' : '';
  // What a commit holds needs no checkpoint.
  const checkpoint = commit === '' && hasCheckpoint(attempt) ? checkpointText(attempt, run) : '';
  const places = [landed, commit, checkpoint, workspace].filter((part) => part !== '');
  if (places.length === 0) return 'it left nothing behind';
  return attempt.removed ? `${places.join(', ')}; its workspace is removed` : places.join(', ');
}

const hasCheckpoint = ({ live }: AttemptModel): boolean => (live?.checkpoint ?? null) !== null;

function checkpointText({ live, task, n }: AttemptModel, run: string): string {
  const held = live?.checkpoint ?? null;
  if (held === null) return 'no checkpoint yet';
  return `checkpoint at ${timeOfDay(held.at)}, ${checkpointRef(run, task, n, held.seq)} in store.git`;
}
