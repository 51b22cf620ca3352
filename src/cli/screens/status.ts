import type { RunModel } from '../model/run-model.ts';
import type { Look } from '../text/look.ts';
import { columns } from '../text/columns.ts';
import { cell, table } from '../text/table.ts';
import { wrap, wrapParts } from '../text/wrap.ts';
import { noticesOf } from './findings.ts';
import { headlineParts, runCells } from './headline.ts';
import { heldLines } from './held.ts';
import { nextSteps } from './next-steps.ts';
import { taskCells } from './task-line.ts';
import { whyLines } from './why.ts';

/** A run as `fanin status` shows it. `why`: with the limit's terms, and where all work is held. */
export function statusLines(
  model: RunModel,
  look: Look,
  options: { readonly why: boolean } = { why: false },
): readonly string[] {
  const why = options.why ? ['', ...whyLines(model, look)] : [];
  return [
    ...headLines(model, look),
    '',
    ...taskLines(model, look),
    ...noticeLines(model, look),
    ...why,
    ...block(heldLines(model, look, options.why)),
    ...block(nextLines(model, look)),
  ];
}

/** The answer, and what the run is about. */
export function headLines(model: RunModel, look: Look): readonly string[] {
  const [first = '', ...more] = wrapParts(headlineParts(model, look.now), look.width);
  return [look.paint('bold', first), ...more];
}

/** One line a task. */
export function taskLines(model: RunModel, look: Look): readonly string[] {
  return table(
    model.tasks.map((task) => taskCells(task, model, look.now)),
    look,
  );
}

/** What needs attention, with an empty line in front. */
export function noticeLines(model: RunModel, look: Look): readonly string[] {
  const lines = noticesOf(model).flatMap(({ text, blocks }) =>
    wrap(text, look.width, ' ! ', '   ').map((line) =>
      look.paint(blocks ? 'yellow' : 'plain', line),
    ),
  );
  return block(lines);
}

/** What to type next. */
export function nextLines(model: RunModel, look: Look): readonly string[] {
  const steps = nextSteps(model);
  const widest = Math.max(0, ...steps.map(({ command }) => columns(command)));
  return steps.flatMap(({ command, why }) => {
    const beside = `  ${command.padEnd(widest)}  ${why}`;
    // A command is there to be copied: it is never cut.
    if (columns(beside) <= look.width)
      return [`  ${look.paint('cyan', command.padEnd(widest))}  ${look.paint('dim', why)}`];
    return [
      ...wrap(command, look.width, '  ', '    ').map((line) => look.paint('cyan', line)),
      ...wrap(why, look.width, '      ').map((line) => look.paint('dim', line)),
    ];
  });
}

/** All runs, the newest first. */
export function runListLines(models: readonly RunModel[], look: Look): readonly string[] {
  return table(
    models.map((model) =>
      runCells(model, look.now).map((text, index) => cell(text, index === 0 ? 'bold' : 'plain')),
    ),
    look,
    { indent: 0 },
  );
}

const block = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', ...lines];
