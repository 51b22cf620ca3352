import type { PromoteReport } from '../../compose/promote.ts';
import type { RunModel } from '../model/run-model.ts';
import { count, shortId, shortRef } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** What a branch has got by a promotion. */
export function promotedLines(
  report: PromoteReport,
  model: RunModel,
  look: Look,
): readonly string[] {
  const head = report.moved ? movedText(report, model) : nothingText(report, model);
  const [first = '', ...more] = wrap(head, look.width, '', '  ');
  const rows = report.tasks.map(({ task, commit }) => [cell(task, 'bold'), cell(shortId(commit))]);
  const rest = unfinished(model);
  return [
    report.moved ? look.paint('bold', first) : first,
    ...more,
    ...table(rows, look),
    ...(rest === '' ? [] : wrap(rest, look.width, ' ! ', '   ')),
  ];
}

function movedText(
  { branch, from, to, tasks, commits, checkout }: PromoteReport,
  model: RunModel,
): string {
  const way = from === null ? `is new, at ${shortId(to)}` : `${shortId(from)} → ${shortId(to)}`;
  const figures = [
    count(tasks.length, 'task'),
    ...(commits === null ? [] : [count(commits, 'commit')]),
    `of run ${model.id}`,
  ];
  const files = checkout === null ? '' : ` · the files in ${checkout} moved with it`;
  return `${branch} ${way} · ${figures.join(', ')}${files}`;
}

function nothingText({ branch }: PromoteReport, model: RunModel): string {
  const why =
    branch === null
      ? `run ${model.id} has landed nothing yet`
      : `${branch} has everything that is on ${shortRef(model.run.targetRef)}`;
  return `Nothing to promote: ${why}.`;
}

/** What of the run is not in the branch, because it has not landed. */
function unfinished(model: RunModel): string {
  const left = model.tasks.filter(({ phase }) => phase !== 'landed' && phase !== 'dropped');
  if (left.length === 0) return '';
  const names = left.slice(0, MOST_NAMES).map(({ id }) => id);
  const more = left.length - names.length;
  return `not landed, so not in it: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const MOST_NAMES = 6;
