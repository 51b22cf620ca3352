import type { Candidate, Detector } from './pattern.ts';
import { handedIn, failedTests, type Result, type SessionView } from './session-view.ts';

/** Two results gave one thing two values, and the receiver used one without a look. */
export const conflictingHandoff: Detector = {
  code: 'conflicting-handoff',
  detect(view) {
    return view.results.flatMap((second, at) =>
      view.results
        .slice(0, at)
        .filter((first) => first.to === second.to && first.from !== second.from)
        .flatMap((first) => conflict(view, first, second).slice(0, 1)),
    );
  },
};

function conflict(view: SessionView, first: Result, second: Result): readonly Candidate[] {
  const values = valuesByKey(second);
  return [...valuesByKey(first)].flatMap(([key, value]) => {
    const other = values.get(key);
    const use = view.productWrites.find((each) => each.agent === first.to && each.at > second.at);
    if (other === undefined || other === value || use === undefined) return [];
    const resolved = [...view.events('read'), ...view.events('test'), ...view.events('spawn')].some(
      (each) => each.agent === first.to && each.at > second.at && each.at < use.at,
    );
    const failure = failedTests(view).find((each) => each.at > use.at);
    if (resolved || failure === undefined) return [];
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
  });
}

/** `key = value`, `key: value` at the start of a line. What a program puts around a result is none of it. */
function valuesByKey({ message }: Result): ReadonlyMap<string, string> {
  const found = message.text.matchAll(
    /^[\s*-]*([A-Za-z_][\w.-]*)\s*[=:]\s*["'`]?([\w./-]+)["'`]?\s*\.?$/gm,
  );
  return new Map(
    [...found].flatMap(([, key = '', value = '']) =>
      /^(?:status|agent_id|task_id|wait_status|stop_reason)$/.test(key) ? [] : [[key, value]],
    ),
  );
}
