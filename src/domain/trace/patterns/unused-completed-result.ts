import { leftAside } from './left-aside.ts';
import { leftOut } from './left-out.ts';
import type { Candidate, Detector } from './pattern.ts';
import {
  failedTests,
  failedTestsOf,
  handedIn,
  lastMentions,
  namedTouches,
  passedTests,
  writesOf,
} from './session-index.ts';
import { pathsIn, type Result, type SessionView } from './session-view.ts';
import { firstAfter, isAnyAfter } from './timed-list.ts';

/** A result came back, and nothing that was done afterwards has to do with it. */
export const unusedCompletedResult: Detector = {
  code: 'unused-completed-result',
  detect: (view) =>
    view.results.flatMap((result) =>
      [...unused(view, result), ...leftAside(view, result), ...leftOut(view, result)].slice(0, 1),
    ),
};

function unused(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const sender = view.agents.get(from);
  const named = pathsIn(message.text);
  const next = firstAfter(writesOf(view, to), at);
  if (sender === undefined || sender.role === 'writer' || named.length === 0) return [];
  if (next === undefined || sender.end.state !== 'completed') return [];
  const [seen] = failedTestsOf(view, from);
  const last = failedTests(view).at(-1);
  const failure = last !== undefined && last.at > at ? last : seen;
  const healed = isAnyAfter(passedTests(view), failure?.at ?? 0);
  if (failure === undefined || healed || isTakenUp(view, named, at)) return [];
  return [
    {
      agents: [from, to],
      evidence: [...handedIn(view, result), next.evidence, failure.evidence],
      consequence: `${named.join(', ')} was named and left alone; a test still fails`,
      nearest: 'missing-verifier-return',
      rejection: 'the result had reached its receiver',
      confidence: 'medium',
      episode: [`result:${from}`],
    },
  ];
}

/** Whether anyone looked at, changed or spoke of what was named. */
const isTakenUp = (view: SessionView, named: readonly string[], after: number): boolean =>
  named.some(
    (name) =>
      (lastMentions(view).get(name) ?? 0) > after ||
      namedTouches(view)
        .of(name)
        .some((file) => isAnyAfter(file, after)),
  );
