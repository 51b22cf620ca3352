import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import { columns, pad } from '../text/columns.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** Without `--why` the list stops here. */
const MOST_PAIRS = 8;
/** Names of two tasks that are longer than this are cut, so that there is room for the reason. */
const WIDEST = 40;

/** Pairs of tasks that may not run at once, with what would change it; empty where there are none. */
export function conflictLines(
  { exclusions, plan }: PlanOutlook,
  all: boolean,
  look: Look,
): readonly string[] {
  const alone = plan.tasks.filter(({ writes }) => writes === null).map(({ id }) => id);
  const pairs = [
    ...alone
      .filter((id) =>
        exclusions.some(({ a, b, kind }) => kind === 'undeclared' && (a === id || b === id)),
      )
      .map((id) => ({
        pair: `${id} ✕ every other`,
        text: `${id} declares no writes, so it runs alone`,
        proposal: `give it \`writes: […]\``,
      })),
    ...exclusions
      .filter(({ kind }) => kind !== 'undeclared')
      .map(({ a, b, text, proposal }) => ({ pair: `${a} ✕ ${b}`, text, proposal })),
  ];
  const shown = all ? pairs : pairs.slice(0, MOST_PAIRS);
  const left = pairs.length - shown.length;
  if (shown.length === 0) return [];
  const width = Math.min(WIDEST, Math.max(...shown.map(({ pair }) => columns(pair))));
  return [
    look.paint('bold', 'Not at once'),
    ...shown.flatMap(({ pair, text, proposal }) => [
      ...wrap(text, look.width, `  ${pad(pair, width)}  `, ' '.repeat(width + 4)),
      ...wrap(`→ ${proposal}`, look.width, ' '.repeat(width + 4), ' '.repeat(width + 6)),
    ]),
    ...(left > 0 ? [`  and ${left} more pairs: fanin plan --why`] : []),
  ];
}
