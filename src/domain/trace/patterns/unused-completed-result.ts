import type { Candidate, Detector } from './pattern.ts';
import {
  handedIn,
  failedTests,
  isNamed,
  passedTests,
  pathsIn,
  type Result,
  type SessionView,
} from './session-view.ts';

/** A result came back, and nothing that was done afterwards has to do with it. */
export const unusedCompletedResult: Detector = {
  code: 'unused-completed-result',
  detect: (view) => view.results.flatMap((result) => unused(view, result)),
};

function unused(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const sender = view.agents.get(from);
  const named = pathsIn(message.text);
  const next = view.productWrites.find((each) => each.agent === to && each.at > at);
  if (sender === undefined || sender.role === 'writer' || named.length === 0) return [];
  if (next === undefined || sender.end.state !== 'completed') return [];
  const seen = failedTests(view).find((each) => each.agent === from);
  const after = failedTests(view).findLast((each) => each.at > at);
  const failure = after ?? seen;
  const healed = passedTests(view).some((each) => each.at > (failure?.at ?? 0));
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
function isTakenUp({ events }: SessionView, named: readonly string[], after: number): boolean {
  const touched = [...events('read'), ...events('write')].some(
    ({ at, path }) => at > after && named.some((each) => isNamed(path, each)),
  );
  const said = events('message').some(
    ({ at, text, what }) =>
      at > after &&
      (what === 'brief' || what === 'note' || what === 'final' || what === 'said') &&
      named.some((each) => text.includes(each)),
  );
  return touched || said;
}
