import { valuesIn } from './message-values.ts';
import type { Candidate, Detector } from './pattern.ts';
import { failedTests, handedIn, namedTouches, namedWrites, writesOf } from './session-index.ts';
import { pathsIn, type Result, type SessionView, type Timed } from './session-view.ts';
import { firstAfter } from './timed-list.ts';

/** A result spoke of a file that another had changed before it was used, and nobody looked again. */
export const staleHandoff: Detector = {
  code: 'stale-handoff',
  detect: (view) => view.results.flatMap((result) => stale(view, result).slice(0, 1)),
};

function stale(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const own = writesOf(view, to);
  const values = valuesIn(message.text);
  return pathsIn(message.text).flatMap((named) => {
    const touches = namedTouches(view).of(named);
    const seen = latest(
      touches.flatMap((file) => file.findLast(({ agent }) => agent === from) ?? []),
    );
    if (seen === null) return [];
    const [change] = namedWrites(view)
      .of(named)
      .flatMap((file) => firstAfter(file, seen.at, ({ agent }) => agent !== from) ?? [])
      .toSorted((a, b) => a.at - b.at);
    if (change === undefined || change.agent === to) return [];
    // What changed after the result had come was used only where the receiver puts in what it was told.
    const use =
      change.at < at
        ? firstAfter(own, at)
        : firstAfter(own, Math.max(at, change.at), ({ literals }) =>
            values.some((value) => literals.includes(value)),
          );
    const failure = firstAfter(failedTests(view), use?.at ?? view.end);
    if (use === undefined || failure === undefined) return [];
    const isReader = ({ agent, kind }: Timed<'read' | 'write'>): boolean =>
      kind === 'read' && agent === to;
    const again = touches.some((file) => {
      const read = firstAfter(file, change.at, isReader);
      return read !== undefined && read.at < use.at;
    });
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

const latest = <T extends { readonly at: number }>(all: readonly T[]): T | null =>
  all.reduce<T | null>((last, each) => (last === null || each.at > last.at ? each : last), null);
