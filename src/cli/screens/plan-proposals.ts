import type { PlanOutlook } from '../../compose/plan-outlook.ts';
import type { Look } from '../text/look.ts';
import { wrap } from '../text/wrap.ts';

/** What would make the plan shorter or let it fit; empty where nothing would. */
export const proposalLines = (
  { proposals }: Pick<PlanOutlook, 'proposals'>,
  look: Look,
): readonly string[] =>
  proposals.length === 0
    ? []
    : [
        look.paint('bold', 'Proposed'),
        ...proposals.flatMap(({ text }) => wrap(text, look.width, '  → ', '    ')),
      ];
