import type { AgentId } from '../agent.ts';
import { isToBuild } from './building.ts';
import type { Detector } from './pattern.ts';
import { askedAt, promptOf, writesOf } from './session-index.ts';
import { isDeliverable, minutes, type RanAgent, type SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** Nobody was given the building: the product is missing, or its first line came when it was too late. */
export const noImplementationOwner: Detector = {
  code: 'no-implementation-owner',
  detect(view) {
    const { subs, trace, productWrites, budgetMs, start } = view;
    const isBuilder = ({ id, role, brief }: RanAgent): boolean =>
      (role === 'writer' && !onlyReports(view, id)) || isToBuild(brief?.text ?? '');
    if (subs.some(isBuilder)) return [];
    const [first] = productWrites;
    const touched = view.events('write').some(({ path }) => isDeliverable(view, path));
    // Without a plan the task says whether something is to be built.
    const missing =
      trace.deliverables === null
        ? productWrites.length === 0 && view.final !== null && isToBuild(promptOf(view))
        : trace.deliverables.length > 0 && !touched;
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
        agents: [...subs.map(({ id }) => id), view.root],
        evidence: [
          ...subs.map((sub) => askedAt(view, sub)),
          ...(first === undefined ? [] : [first.evidence]),
        ],
        consequence: missing
          ? `${trace.deliverables?.join(', ') ?? 'what the task asks for'} was never written`
          : `the first line of the product came with ${minutes(Math.max(0, left ?? 0))} left`,
        nearest: 'serial-investigation',
        rejection: 'the looking was not followed by building in good time',
        confidence: missing && trace.deliverables !== null ? 'high' : 'medium',
        episode: ['start', 'final'],
      },
    ];
  },
};

/** Whether all that one wrote is a report: texts that the work is not to leave behind. */
const onlyReports = (view: SessionView, agent: AgentId): boolean =>
  writesOf(view, agent).every(({ path }) => TEXT.test(path.path) && !isDeliverable(view, path));

const TEXT = /\.(?:md|txt|rst|adoc)$/i;
