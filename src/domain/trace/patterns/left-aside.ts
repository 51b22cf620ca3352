import type { AgentId } from '../agent.ts';
import { isChangedAfter, isFinding, isTakenUpBy, openSetback, thingsIn } from './found-things.ts';
import type { Candidate } from './pattern.ts';
import { eventsOf, handedIn, namedTouches, subOf, writesOf } from './session-index.ts';
import type { Result, SessionView } from './session-view.ts';
import { setbacksOf } from './setbacks.ts';
import { firstAfter } from './timed-list.ts';

/** So many writes in other places are an attempt of its own. */
const LEAST_WRITES = 2;

/**
 * A report that says what is wrong came back. The receiver went on in other places, and neither it nor anyone that it started
 * spoke of what the report names; what its sender saw fail was not mended, or the receiver failed on its own way.
 */
export function leftAside(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const sender = view.agents.get(from);
  if (sender?.end.state !== 'completed' || sender.role === 'writer') return [];
  if (eventsOf(view, 'tool', from).length === 0 || !isFinding(message.text)) return [];
  const next = firstAfter(writesOf(view, to), at);
  const open = openSetback(view, from);
  const own = firstAfter(setbacksOf(view, to), at);
  const tries = writesOf(view, to).filter((write) => write.at > at);
  // Where nothing failed: what a review found fault with was handed over as it was.
  const review = isReview(view, from) ? (view.final ?? undefined) : undefined;
  const harm = open ?? (tries.length >= LEAST_WRITES ? (own ?? review) : review);
  if (harm === undefined || next === undefined) return [];
  const things = thingsIn(view, from, message.text);
  if (things.files.length + things.names.length + things.words.size === 0) return [];
  const touched = things.files.some((name) =>
    namedTouches(view)
      .of(name)
      .some((file) => firstAfter(file, at, ({ agent }) => agent !== from) !== undefined),
  );
  if (touched || isTakenUpBy(view, to, at, things)) return [];
  if ((things.files.length === 0 || harm === review) && isChangedAfter(view, to, from, at))
    return [];
  return [
    {
      agents: [from, to],
      evidence: [
        ...(harm === open ? [harm.evidence] : []),
        ...handedIn(view, result),
        next.evidence,
        ...(harm === open ? [] : [harm.evidence]),
        ...(view.final === null ? [] : [view.final.evidence]),
      ],
      consequence:
        harm !== own
          ? 'what was found and reported was left as it was'
          : 'it went another way than what was reported, and failed on it',
      nearest: 'missing-verifier-return',
      rejection: 'the result had reached its receiver',
      confidence: harm === open ? 'medium' : 'low',
      episode: [`result:${from}`],
    },
  ];
}

/** Whether one was to find fault, and read what it found it in. */
const isReview = (view: SessionView, agent: AgentId): boolean =>
  /\b(?:review|audit|inspect|verify|attack|vet|critique|pentest)\b/i.test(
    subOf(view, agent)?.brief?.text ?? '',
  ) && eventsOf(view, 'read', agent).length > 0;
