import { didBind } from './limit-words.ts';
import type { RunModel } from '../model/run-model.ts';
import type { Look } from '../text/look.ts';
import { cell, figure, table } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';

/** Why no more agents run than do: each term with its figures and what would change it; then each waiting task. */
export function whyLines(model: RunModel, look: Look): readonly string[] {
  const { limit, admission, endReason } = model.run;
  const rows = limit.terms.map((term) => [
    cell(term.name, term.name === limit.binding ? 'bold' : 'plain'),
    figure(term.may === null ? 'no limit' : `${term.may} more`),
    cell(term.text),
  ]);
  return [
    ...wrap(endReason === null ? didBind(limit) : `The run has ended: ${endReason}.`, look.width),
    ...table(rows, look),
    ...limit.terms.flatMap((term) =>
      term.name === limit.binding && limit.may !== null && endReason === null
        ? wrap(term.change, look.width, '  to change it: ', '    ')
        : [],
    ),
    ...wrap(admission, look.width, 'Decision  ', '          '),
    ...waitingLines(model, look),
  ];
}

function waitingLines(model: RunModel, look: Look): readonly string[] {
  const waiting = model.tasks.filter(
    ({ phase }) => phase !== 'landed' && phase !== 'running' && phase !== 'delivered',
  );
  const lines = waiting.flatMap(({ id, reason }) =>
    wrap(reason === '' ? 'nothing to say' : reason, look.width, `  ${id}: `, '      '),
  );
  return lines.length === 0 ? [] : ['Not running', ...lines];
}
