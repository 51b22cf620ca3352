import { inUnit, longestPath, unitWrites } from './units.ts';
import type { Detector } from './pattern.ts';
import { askedAt, writesOf } from './session-index.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Sub-agents worked beside the longest chain of the plan, which was begun too late to be finished. */
export const criticalPathStarvation: Detector = {
  code: 'critical-path-starvation',
  detect(view) {
    const path = longestPath(view.trace.units ?? []);
    const [head] = path;
    if (head === undefined || path.length < 2) return [];
    // Where no budget is known, one that ended by itself did not run out of time.
    if (view.budgetMs === null && view.final !== null) return [];
    const open = path.filter((unit) => unitWrites(view, unit).length === 0);
    const begun = unitWrites(view, head)[0];
    const latest = view.start + view.spanMs * THRESHOLDS.pathStart.value;
    if (open.length === 0 || (begun !== undefined && begun.at <= latest)) return [];
    const onPath = new Set(path.flatMap((unit) => unitWrites(view, unit)));
    const beside = view.subs.filter(({ id }) => {
      const writes = writesOf(view, id);
      return writes.length > 0 && writes.every((write) => !onPath.has(write));
    });
    if (beside.length < 2) return [];
    return [
      {
        agents: beside.map(({ id }) => id),
        evidence: [
          ...beside.map((sub) => askedAt(view, sub)),
          ...(begun === undefined ? [] : [begun.evidence]),
        ],
        consequence: `${open.map(({ id }) => id).join(', ')} was not written`,
        nearest: 'no-pipeline-owner',
        rejection: 'the chain was begun too late, not dropped between two stages',
        confidence: view.budgetMs === null ? 'low' : 'high',
        // What the end lacks is what came of it.
        episode: ['final', ...path.map(({ id }) => inUnit(id))],
      },
    ];
  },
};
