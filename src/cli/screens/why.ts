import { didBind } from './limit-words.ts';
import { changeLines, termLines } from './limit-terms.ts';
import type { RunModel } from '../model/run-model.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** Why no more agents run than do: each term with its figures and what would change it; then each waiting task. */
export function whyLines(model: RunModel, look: Look): readonly string[] {
  const { limit, admission, endReason } = model.run;
  return [
    ...wrap(endReason === null ? didBind(limit) : `The run has ended: ${endReason}.`, look.width),
    ...termLines(limit, look),
    ...(endReason === null ? changeLines(limit, look) : []),
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
