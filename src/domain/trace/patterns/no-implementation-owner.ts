import type { Detector } from './pattern.ts';
import { askedAt } from './session-index.ts';
import { isDeliverable, minutes } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Nobody was given the building: the product is missing, or its first line came when it was too late. */
export const noImplementationOwner: Detector = {
  code: 'no-implementation-owner',
  detect(view) {
    const { subs, trace, productWrites, budgetMs, start } = view;
    if (subs.some(({ role, brief }) => role === 'writer' || isToBuild(brief?.text ?? '')))
      return [];
    const [first] = productWrites;
    const touched = view.events('write').some(({ path }) => isDeliverable(view, path));
    const missing = trace.deliverables !== null && trace.deliverables.length > 0 && !touched;
    const ended = Math.max(...subs.map(({ to }) => to));
    const left = first === undefined || budgetMs === null ? null : start + budgetMs - first.at;
    const late =
      left !== null &&
      budgetMs !== null &&
      first !== undefined &&
      first.at > ended &&
      left < budgetMs * THRESHOLDS.lateBuildLeft.value;
    if (!missing && !late) return [];
    return [
      {
        agents: subs.map(({ id }) => id),
        evidence: [
          ...subs.map((sub) => askedAt(view, sub)),
          ...(first === undefined ? [] : [first.evidence]),
        ],
        consequence: missing
          ? `${trace.deliverables?.join(', ') ?? ''} was never written`
          : `the first line of the product came with ${minutes(Math.max(0, left ?? 0))} left`,
        nearest: 'serial-investigation',
        rejection: 'the looking was not followed by building in good time',
        confidence: missing ? 'high' : 'medium',
        episode: ['start', 'final'],
      },
    ];
  },
};

/** Whether a brief asks for building. A sentence that forbids it does not. */
const isToBuild = (brief: string): boolean =>
  brief.split(/[.!?\n]+/).some((each) => BUILDS.test(each) && !FORBIDS.test(each));

const FORBIDS = /\b(?:do not|don't|never|without|no need to|read[- ]only)\b/i;
const BUILDS = /\b(?:write|implement|build|create|add|fix|mend|rewrite|port|refactor|change)\b/i;
