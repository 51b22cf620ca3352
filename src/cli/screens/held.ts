import { attemptLabel } from '../../domain/ids.ts';
import { isAlive } from '../model/run-model.ts';
import type { AttemptModel, RunModel } from '../model/run-model.ts';
import { shortId } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/**
 * Where the work of each attempt is held: a commit, its workspace, or both. Without `all`, only what a
 * person may have to look for: the work of attempts that ended without landing.
 */
export function heldLines(model: RunModel, look: Look, all: boolean): readonly string[] {
  const attempts = model.tasks
    .flatMap(({ made }) => made)
    .filter((attempt) => all || needsTelling(attempt));
  const lines = attempts.flatMap((attempt) =>
    wrap(
      `${attemptLabel(attempt.task, attempt.n)}: ${placeOf(attempt)}`,
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
  (attempt.commit !== null || keptWorkspace(attempt));

const keptWorkspace = (attempt: AttemptModel): boolean =>
  attempt.workspace !== null && !attempt.removed;

function placeOf(attempt: AttemptModel): string {
  const workspace = keptWorkspace(attempt) ? `workspace ${attempt.workspace ?? ''}` : '';
  if (isAlive(attempt)) return workspace === '' ? 'its workspace is being made' : workspace;
  const commit = attempt.commit === null ? '' : `commit ${shortId(attempt.commit)}`;
  const landed = attempt.delivery?.phase === 'landed' ? 'landed' : '';
  const places = [landed, commit, workspace].filter((part) => part !== '');
  if (places.length === 0) return 'it left nothing behind';
  return attempt.removed ? `${places.join(', ')}; its workspace is removed` : places.join(', ');
}
