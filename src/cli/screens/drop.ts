import { newestAttempt } from '../model/run-model.ts';
import type { RunModel, TaskModel } from '../model/run-model.ts';
import { shortId } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** What became of a task that was given up: where its work is, and which tasks now wait in vain. */
export function droppedLines(
  model: RunModel,
  { task, dropped }: { readonly task: string; readonly dropped: boolean },
  look: Look,
): readonly string[] {
  const found = model.tasks.find(({ id }) => id === task);
  const state = dropped ? 'is dropped' : 'was dropped already';
  const held = found === undefined ? '' : heldText(found);
  const stranded = waitingInVain(model, task);
  const vain =
    stranded.length === 0
      ? []
      : wrap(
          `${stranded.join(', ')} ${stranded.length === 1 ? 'needs' : 'need'} it and will not start: drop ${stranded.length === 1 ? 'it' : 'them'} too, or run a new plan`,
          look.width,
          ' ! ',
          '   ',
        );
  return [...wrap(`${model.id}: ${task} ${state}${held}`, look.width, '', '  '), ...vain];
}

function heldText(task: TaskModel): string {
  const attempt = newestAttempt(task);
  if (attempt === null) return '; it had not begun';
  if (attempt.phase !== 'ended')
    return '; its agent is being stopped, and what it made is harvested';
  return attempt.commit === null
    ? '; it left nothing'
    : `; its work stays in ${shortId(attempt.commit)}`;
}

/** Tasks that need it, directly or through others, and have not begun. */
function waitingInVain(model: RunModel, task: string): readonly string[] {
  const lost = new Set([task]);
  for (let before = 0; before < lost.size;) {
    before = lost.size;
    for (const { id, needs } of model.tasks) if (needs.some((need) => lost.has(need))) lost.add(id);
  }
  return model.tasks
    .filter(
      ({ id, phase }) => id !== task && lost.has(id) && (phase === 'waiting' || phase === 'ready'),
    )
    .map(({ id }) => id);
}
