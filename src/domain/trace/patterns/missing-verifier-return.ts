import { isFinding, openSetback, speaksOf, thingsIn } from './found-things.ts';
import type { Detector } from './pattern.ts';
import { eventsOf, failedTestsOf, lastDone, senders } from './session-index.ts';
import { pathsIn, type RanAgent, type SessionView } from './session-view.ts';
import { verdictIn } from './verdicts.ts';

/** A sub-agent that looked or tested had finished, and what it found never reached its parent. */
export const missingVerifierReturn: Detector = {
  code: 'missing-verifier-return',
  detect(view) {
    return view.subs.flatMap((sub) => {
      if (sub.role === 'writer' || sub.end.state !== 'completed' || senders(view).has(sub.id))
        return [];
      const over = view.final?.at ?? view.end;
      const seen = sub.to > over ? null : foundBy(view, sub);
      if (seen === null) return [];
      return [
        {
          agents: [sub.id, view.root],
          evidence: [...(seen.at === null ? [] : [seen.at]), lastDone(view, sub)],
          consequence: 'a failure that was seen was not heard of',
          nearest: 'unused-completed-result',
          rejection: 'the result never reached the parent',
          confidence: seen.isTest ? 'high' : 'medium',
          episode: [`result:${sub.id}`],
        },
      ];
    });
  },
};

/** What one found that tests or looks: that a test failed, or by its own last words that something is wrong; null: nothing. */
function foundBy(view: SessionView, sub: RanAgent) {
  const failed = sub.role === 'verifier' ? failedTestsOf(view, sub.id)[0] : undefined;
  if (failed !== undefined) return { at: failed.evidence, isTest: true };
  const said = eventsOf(view, 'message', sub.id).findLast(({ what }) => what === 'said');
  if (said === undefined || eventsOf(view, 'tool', sub.id).length === 0) return null;
  // Heard of in another way: by a file, or since another found it too.
  if (speaksOf(view.final?.text ?? '', thingsIn(view, sub.id, said.text))) return null;
  const open = openSetback(view, sub.id);
  const isFound =
    open === undefined ? tellsOf(sub, said.text) : verdictIn(said.text, null) !== true;
  return isFound && JUDGES.test(sub.brief?.text ?? '')
    ? { at: open?.evidence ?? null, isTest: false }
    : null;
}

const JUDGES =
  /\b(?:reports?|tell|say|warn|find|check|test|try|scan|verify|audit|inspect|review|look|measure|compare|whether|profile|load|attack|fuzz|restore|prove|confirm|examine|evaluate|validate|investigate)\b|\?/i;

/** Whether it says that something is wrong; who was to judge, and names a place without a word of praise, says so too. */
const tellsOf = ({ brief }: RanAgent, text: string): boolean =>
  isFinding(text) ||
  (/\b(?:review|audit|inspect|check|verify|attack|vet)\b/i.test(brief?.text ?? '') &&
    verdictIn(text, null) !== true &&
    pathsIn(text).length > 0);
