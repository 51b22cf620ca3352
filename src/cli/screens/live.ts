import type { RunModel, TaskModel } from '../model/run-model.ts';
import { fit } from '../text/columns.ts';
import type { Look } from '../text/look.ts';
import { table } from '../text/table.ts';
import { headLines, nextLines, noticeLines } from './status.ts';
import { taskCells } from './task-line.ts';

/** The live view: never higher than the terminal, and what needs attention is always in it. */
export function liveLines(
  model: RunModel,
  look: Look & { readonly rows: number },
  talk: string,
): readonly string[] {
  const head = headLines(model, look);
  const next = nextLines(model, look);
  const notices = noticeLines(model, look);
  const foot = [
    ...notices,
    ...(next.length === 0 ? [] : ['', ...next]),
    ...(talk === '' ? [] : ['', fit(talk, look.width)]),
  ];
  // One line stays free for the cursor, one for the space below the head.
  const room = look.rows - 1 - head.length - 1 - foot.length;
  const lines = [...head, '', ...tasksIn(model, look, Math.max(1, room)), ...foot];
  return lines.length < look.rows ? lines : keepEnds(lines, look.rows - 1);
}

/** As many tasks as there is room for: those at work before those that wait, these before what is done. */
function tasksIn(model: RunModel, look: Look, room: number): readonly string[] {
  const { tasks } = model;
  const shown = tasks.length <= room ? tasks : kept(tasks, room - 1);
  const lines = table(
    shown.map((task) => taskCells(task, model, look.now)),
    look,
  );
  const left = tasks.filter((task) => !shown.includes(task));
  return left.length === 0 ? lines : [...lines, fit(`  and ${leftText(left)}`, look.width)];
}

function kept(tasks: readonly TaskModel[], room: number): readonly TaskModel[] {
  const urgent = tasks.toSorted((a, b) => rank(a) - rank(b)).slice(0, Math.max(0, room));
  return tasks.filter((task) => urgent.includes(task));
}

const rank = ({ phase }: TaskModel): number => {
  const at = ORDER.indexOf(phase);
  return at === -1 ? ORDER.length : at;
};

const ORDER = ['failed', 'parked', 'running', 'delivered', 'ready', 'waiting', 'landed', 'dropped'];

function leftText(tasks: readonly TaskModel[]): string {
  const phases = [...new Set(tasks.map(({ phase }) => phase))];
  return phases
    .map(
      (phase) =>
        `${tasks.filter((task) => task.phase === phase).length} ${phase === 'ready' ? 'waiting' : phase}`,
    )
    .join(', ');
}

/** On a terminal of a few lines: the answer at the top, and the end with what needs attention. */
const keepEnds = (lines: readonly string[], rows: number): readonly string[] =>
  rows <= 1 ? lines.slice(0, 1) : [...lines.slice(0, 1), ...lines.slice(lines.length - rows + 1)];
