import { hasValue, valuesIn } from './message-values.ts';
import type { Candidate, Detector } from './pattern.ts';
import {
  askedAt,
  handedIn,
  fileKey,
  writesOf,
  type Result,
  type SessionView,
} from './session-view.ts';

/** A value was altered on its way from the one who knew it, used, and corrected later. */
export const lossyHandoff: Detector = {
  code: 'lossy-handoff',
  detect: (view) => view.results.flatMap((result) => altered(view, result).slice(0, 1)),
};

function altered(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const own = writesOf(view, from).filter((each) => each.at < at);
  const known = new Set(own.flatMap(({ literals }) => literals));
  const said = valuesIn(message.text).filter((each) => !known.has(each));
  return said.flatMap((value) => {
    const use = view.productWrites.find(
      (each) => each.at > at && each.agent !== from && hasValue(each, value),
    );
    if (use === undefined || known.size === 0) return [];
    const mended = view.productWrites.find(
      (each) =>
        each.at > use.at &&
        fileKey(each.path) === fileKey(use.path) &&
        each.literals.some((literal) => known.has(literal) && !use.literals.includes(literal)),
    );
    const source = own.find(({ literals }) =>
      mended?.literals.some((each) => literals.includes(each)),
    );
    if (mended === undefined || source === undefined) return [];
    const briefs = view.subs.filter(({ id }) => id === use.agent).map((sub) => askedAt(view, sub));
    return [
      {
        agents: [...new Set([from, to, use.agent])],
        evidence: [
          source.evidence,
          ...handedIn(view, result),
          ...briefs,
          use.evidence,
          mended.evidence,
        ],
        consequence: `${use.path.path} was written with "${value}" and corrected`,
        nearest: 'incomplete-child-brief',
        rejection: 'the value was said, altered',
        confidence: 'medium',
        episode: [`value:${use.path.path}`, `result:${from}`],
      },
    ];
  });
}
