import type { Detector } from './pattern.ts';
import { askedAt } from './session-index.ts';
import { isDeliverable } from './session-view.ts';
import { inUnit, unitsOf } from './units.ts';

/** Parts were written, and nobody was given the joining of them. */
export const noAssemblyOwner: Detector = {
  code: 'no-assembly-owner',
  detect(view) {
    const { trace, subs, productWrites } = view;
    const parts = productWrites.filter(
      ({ agent, path }) => agent !== view.root && !isDeliverable(view, path),
    );
    const last = parts.at(-1);
    const makers = new Set(parts.map(({ agent }) => agent));
    const writers = subs.filter(({ id }) => makers.has(id));
    if (last === undefined || writers.length < 2) return [];
    const over = Math.max(...writers.map(({ to }) => to));
    // A part's own test, while others are at work, is none of the whole.
    const tested = view
      .events('test')
      .some(
        ({ at, what, scope }) =>
          at > last.at &&
          (scope.length === 0 || at > over) &&
          (what === 'test' || what === 'build'),
      );
    if (tested) return [];
    const writes = Map.groupBy(view.events('write'), ({ path }) => path.path);
    const open = (trace.deliverables ?? []).filter((path) =>
      (writes.get(path) ?? []).every((each) => each.at < last.at),
    );
    if (open.length === 0) return [];
    return [
      {
        agents: [...writers.map(({ id }) => id), view.root],
        evidence: [
          ...writers.map((sub) => askedAt(view, sub)),
          last.evidence,
          ...(view.final === null ? [] : [view.final.evidence]),
        ],
        consequence: `${open.join(', ')} does not join what ${writers.length} sub-agents wrote`,
        nearest: 'unverified-global-completion',
        rejection: 'the parts were never joined; what was claimed of them is a symptom',
        confidence: 'high',
        episode: ['final', ...unitsOf(view, open).map(({ id }) => inUnit(id))],
      },
    ];
  },
};
