import type { RunModel } from '../model/run-model.ts';
import { shortId, shortRef } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** What became of a landing that was to be undone, and what that means for others. */
export function undoneLines(
  model: RunModel,
  { task, phase, why }: { readonly task: string; readonly phase: string; readonly why: string },
  look: Look,
): readonly string[] {
  const target = shortRef(model.run.targetRef);
  const say = (text: string): readonly string[] => wrap(text, look.width, '', '  ');
  if (phase === 'landed')
    return [
      ...say(`${task} stays on ${target}: ${why.split('\n', 1)[0] ?? ''}`),
      ...why.split('\n').slice(1),
    ];
  if (phase !== 'unlanded') return say(`${task} is taken off ${target} when its turn comes.`);
  const waiting = model.tasks
    .filter(({ needs, phase: of }) => needs.includes(task) && of !== 'landed' && of !== 'dropped')
    .map(({ id }) => id);
  return [
    ...say(`${task} is off ${target} again, which is at ${shortId(model.run.target)} and green.`),
    ...(waiting.length === 0
      ? []
      : say(`${waiting.join(', ')} ${waiting.length === 1 ? 'waits' : 'wait'} for it.`)),
    ...say(`Next: fanin retry ${task} "…" makes it again; fanin drop ${task} gives it up.`),
  ];
}
