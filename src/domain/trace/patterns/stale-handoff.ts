import { hasIn } from './mends.ts';
import type { Candidate, Detector } from './pattern.ts';
import { handedIn, namedTouches, namedWrites, writesAt, writesOf } from './session-index.ts';
import { pathsIn, type Result, type SessionView, type Timed } from './session-view.ts';
import { setbacks, type Setback } from './setbacks.ts';
import { statedIn } from './stated-values.ts';
import { firstAfter, soonAfter } from './timed-list.ts';

/** A result spoke of a file that another had changed before it was used, and nobody looked again. */
export const staleHandoff: Detector = {
  code: 'stale-handoff',
  detect: (view) => view.results.flatMap((result) => stale(view, result).slice(0, 1)),
};

function stale(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const own = writesOf(view, to);
  const values = statedIn(message.text);
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
    const puts = firstAfter(own, Math.max(at, change.at), (write) =>
      values.some((value) => hasIn(write, value)),
    );
    const use = puts ?? (change.at < at ? firstAfter(own, at) : undefined);
    const harm = use === undefined ? undefined : harmOf(view, use, values);
    if (use === undefined || harm === undefined) return [];
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
          harm.evidence,
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

/** What came of it: something failed, or the value that was put in was replaced. */
function harmOf(
  view: SessionView,
  use: Timed<'write'>,
  values: readonly string[],
): Setback | Timed<'write'> | undefined {
  const put = values.filter((value) => hasIn(use, value));
  return (
    firstAfter(setbacks(view), use.at) ??
    soonAfter(
      writesAt(view, use.path),
      use.at,
      (write) =>
        put.length > 0 &&
        write.literals.length + write.names.length > 0 &&
        !put.some((value) => hasIn(write, value)),
    )
  );
}

const latest = <T extends { readonly at: number }>(all: readonly T[]): T | null =>
  all.reduce<T | null>((last, each) => (last === null || each.at > last.at ? each : last), null);
