import type { Candidate, Detector } from './pattern.ts';
import { eventsOf, failedTests, handedIn, writesOf } from './session-index.ts';
import { fileKey, type Result, type SessionView } from './session-view.ts';
import { between, firstAfter } from './timed-list.ts';

/** Two results gave one thing two values, and the receiver used one without a look. */
export const conflictingHandoff: Detector = {
  code: 'conflicting-handoff',
  detect(view) {
    const earlier = new Map<string, Said[]>();
    return view.results.flatMap((result) =>
      [...valuesByKey(result)].flatMap(([key, value]) => {
        const place = `${result.to}\0${key}`;
        const before = earlier.get(place) ?? [];
        earlier.set(place, [...before.slice(1 - MOST_KEPT), { result, value }]);
        const other = before.find(
          (each) => each.value !== value && each.result.from !== result.from,
        );
        return other === undefined ? [] : conflict(view, key, other, { result, value });
      }),
    );
  },
};

/** What a result says of one thing. */
interface Said {
  readonly result: Result;
  readonly value: string;
}

/** Of many that speak of one thing, the last ones are enough. */
const MOST_KEPT = 8;

function conflict(
  view: SessionView,
  key: string,
  { result: first, value }: Said,
  { result: second, value: other }: Said,
): readonly Candidate[] {
  const use = firstAfter(writesOf(view, first.to), second.at);
  const failure = firstAfter(failedTests(view), use?.at ?? view.end);
  if (use === undefined || failure === undefined) return [];
  // A look at the file that is then written says nothing of what goes in.
  const looks = between(eventsOf(view, 'read', first.to), second.at, use.at).filter(
    ({ path }) => fileKey(path) !== fileKey(use.path),
  );
  const resolved =
    looks.length > 0 ||
    (['test', 'spawn'] as const).some(
      (kind) => between(eventsOf(view, kind, first.to), second.at, use.at).length > 0,
    );
  if (resolved) return [];
  return [
    {
      agents: [first.from, second.from, first.to],
      evidence: [...handedIn(view, first), ...handedIn(view, second), use.evidence],
      consequence: `"${key}" was ${value} by one and ${other} by the other; the wrong one was used`,
      nearest: 'lossy-handoff',
      rejection: 'each said what it had found',
      confidence: 'medium',
      episode: [`result:${first.from}`, `result:${second.from}`],
    },
  ];
}

/** `key = value`, `key: value` at the start of a line. What a program puts around a result is none of it. */
function valuesByKey({ message }: Result): ReadonlyMap<string, string> {
  const found = message.text.matchAll(
    /^[\s*"'`-]*([A-Za-z_][\w.-]*)\s*[=:]\s*["'`]?([\w./-]+)["'`]?\s*\.?$/gm,
  );
  return new Map(
    [...found].flatMap(([, key = '', value = '']) =>
      /^(?:status|agent_id|task_id|wait_status|stop_reason)$/.test(key) ? [] : [[key, value]],
    ),
  );
}
