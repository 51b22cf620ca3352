import { lostNames } from './lost-names.ts';
import { lostOnTheWay } from './lost-on-the-way.ts';
import { valuesIn } from './message-values.ts';
import { misreported } from './misreported.ts';
import type { Candidate, Detector } from './pattern.ts';
import { askedAt, handedIn, subOf, writesAt, writesByLiteral, writesOf } from './session-index.ts';
import type { Result, SessionView } from './session-view.ts';
import { firstAfter } from './timed-list.ts';

/** A value was altered on its way from the one who knew it, used, and corrected later. */
export const lossyHandoff: Detector = {
  code: 'lossy-handoff',
  detect: (view) => [
    ...view.results.flatMap((result) =>
      [...altered(view, result), ...misreported(view, result), ...lostNames(view, result)].slice(
        0,
        1,
      ),
    ),
    ...lostOnTheWay(view),
  ],
};

function altered(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const own = writesOf(view, from).filter((each) => each.at < at);
  const known = new Set(own.flatMap(({ literals }) => literals));
  const said = valuesIn(message.text).filter((each) => !known.has(each));
  return said.flatMap((value) => {
    const use = firstAfter(
      writesByLiteral(view).get(value) ?? [],
      at,
      ({ agent }) => agent !== from,
    );
    if (use === undefined || known.size === 0) return [];
    const mended = firstAfter(writesAt(view, use.path), use.at, ({ literals }) =>
      literals.some((literal) => known.has(literal) && !use.literals.includes(literal)),
    );
    const source = own.find(({ literals }) =>
      mended?.literals.some((each) => literals.includes(each)),
    );
    if (mended === undefined || source === undefined) return [];
    const user = subOf(view, use.agent);
    const briefs = user === undefined ? [] : [askedAt(view, user)];
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
