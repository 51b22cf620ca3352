import { inUnit, unitWrites } from './units.ts';
import type { Detector } from './pattern.ts';
import { lastDone } from './session-index.ts';
import { minutes } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** A stage ended well, and nobody began the next one although there was time. */
export const noPipelineOwner: Detector = {
  code: 'no-pipeline-owner',
  detect(view) {
    const { budgetMs, trace } = view;
    const units = trace.units ?? [];
    // Where no budget is known, one that ended by itself was not kept from going on.
    const left = budgetMs === null ? null : view.start + budgetMs - view.end;
    const isTooLate =
      left === null ? view.final === null : left < (budgetMs ?? 0) * THRESHOLDS.pipelineLeft.value;
    if (isTooLate) return [];
    return units.flatMap((unit) => {
      const needed = units.filter(({ id }) => unit.needs.includes(id));
      const begun =
        unitWrites(view, unit).length > 0 || view.subs.some((each) => each.unit === unit.id);
      const done = needed.map((each) => unitWrites(view, each).at(-1));
      if (begun || needed.length === 0 || done.some((each) => each === undefined)) return [];
      const agents = new Set(
        needed.flatMap((each) => unitWrites(view, each).map(({ agent }) => agent)),
      );
      return [
        {
          agents: [...new Set([...agents, view.root])],
          evidence: [
            ...done.flatMap((each) => (each === undefined ? [] : [each.evidence])),
            ...view.subs.filter(({ id }) => agents.has(id)).map((sub) => lastDone(view, sub)),
          ],
          consequence: `${unit.id} was never begun, ${left === null ? 'and the session ended by itself' : `with ${minutes(left)} left`}`,
          nearest: 'critical-path-starvation',
          rejection: 'the stages before it were written in time',
          confidence: left === null ? 'medium' : 'high',
          episode: [inUnit(unit.id)],
        },
      ];
    });
  },
};
