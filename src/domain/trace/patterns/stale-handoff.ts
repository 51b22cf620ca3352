import { valuesIn } from './message-values.ts';
import type { Candidate, Detector } from './pattern.ts';
import {
  failedTests,
  handedIn,
  isNamed,
  pathsIn,
  type Result,
  type SessionView,
  type Timed,
} from './session-view.ts';

/** A result spoke of a file that another had changed before it was used, and nobody looked again. */
export const staleHandoff: Detector = {
  code: 'stale-handoff',
  detect: (view) => view.results.flatMap((result) => stale(view, result).slice(0, 1)),
};

function stale(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const own = view.productWrites.filter((each) => each.agent === to && each.at > at);
  const values = valuesIn(message.text);
  return pathsIn(message.text).flatMap((named) => {
    const seen = [...view.events('read'), ...view.events('write')]
      .filter(({ agent, path }) => agent === from && isNamed(path, named))
      .reduce<Timed<'read' | 'write'> | null>(
        (latest, each) => (latest === null || each.at > latest.at ? each : latest),
        null,
      );
    const change = view.productWrites.find(
      (each) => each.agent !== from && each.at > (seen?.at ?? 0) && isNamed(each.path, named),
    );
    if (seen === null || change === undefined || change.agent === to) return [];
    // What changed after the result had come was used only where the receiver puts in what it was told.
    const use = own.find(
      (each) =>
        change.at < at ||
        (each.at > change.at && values.some((value) => each.literals.includes(value))),
    );
    const failure = failedTests(view).find((each) => each.at > (use?.at ?? view.end));
    if (use === undefined || failure === undefined) return [];
    const again = view
      .events('read')
      .some(
        (each) =>
          each.agent === to && each.at > change.at && each.at < use.at && isNamed(each.path, named),
      );
    if (again) return [];
    return [
      {
        agents: [from, change.agent, to],
        evidence: [
          seen.evidence,
          change.evidence,
          ...handedIn(view, result),
          use.evidence,
          failure.evidence,
        ],
        consequence: `${use.path.path} was written against an older ${named}`,
        nearest: 'conflicting-handoff',
        rejection: 'the file had changed after it was looked at',
        confidence: 'medium',
        episode: [`result:${from}`],
      },
    ];
  });
}
