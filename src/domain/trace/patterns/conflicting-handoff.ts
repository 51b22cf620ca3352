import { areOfOneThing, claimsIn, isSameKind, type Claim } from './claims.ts';
import { firstGiving, gives } from './given-values.ts';
import { filesReadBy, hasLookedUp } from './looked-up.ts';
import { hasWord } from './message-values.ts';
import type { Candidate, Detector } from './pattern.ts';
import { isSameKey, keyOf } from './said-values.ts';
import { eventsOf, failedTests, handedIn, subOf, writesAt, writesOf } from './session-index.ts';
import { fileKey, pathsIn, type Result, type SessionView, type Timed } from './session-view.ts';
import { between, firstAfter, soonAfter } from './timed-list.ts';
import { verdictConflicts } from './verdict-conflicts.ts';

/** Two results gave one thing two values, or two verdicts, and the receiver used one without a look. */
export const conflictingHandoff: Detector = {
  code: 'conflicting-handoff',
  detect: (view) => [...valueConflicts(view), ...verdictConflicts(view)],
};

/** What a result says of one thing. */
interface Said extends Claim {
  readonly result: Result;
  /** Whether it says so in a line of its own. */
  readonly isListed: boolean;
}

/** Of many that speak of one thing, the last ones are enough. */
const MOST_KEPT = 8;

function valueConflicts(view: SessionView): readonly Candidate[] {
  const earlier = new Map<string, readonly Said[]>();
  return view.results.flatMap((result) =>
    saidIn(result)
      .flatMap((said) => {
        const rivals = new Set<Said>();
        for (const word of said.about) {
          const place = `${result.to}\0${word}`;
          const before = earlier.get(place) ?? [];
          earlier.set(place, [...before.slice(1 - MOST_KEPT), said]);
          for (const each of before) if (isRival(each, said)) rivals.add(each);
        }
        return [...rivals].flatMap((other) => conflict(view, other, said));
      })
      .slice(0, 1),
  );
}

/** Whether two say two things of one. What each of them names is no matter between them. */
const isRival = (a: Said, b: Said): boolean =>
  a.value !== b.value &&
  a.result.from !== b.result.from &&
  isSameKind(a.value, b.value) &&
  (a.key === '' || b.key === '' || isSameKey(a.key, b.key) || areOfOneThing(a, b)) &&
  (!hasWord(a.result.message.text, b.value) || !hasWord(b.result.message.text, a.value));

function saidIn(result: Result): readonly Said[] {
  const all = new Map<string, Said>();
  for (const each of claimsIn(result.message.text))
    all.set(`${each.key}=${each.value}`, { ...each, result, isListed: false });
  for (const [key, value] of valuesByKey(result))
    all.set(`${key}=${value}`, {
      key: keyOf(key),
      value,
      about: new Set([keyOf(key)]),
      result,
      isListed: true,
    });
  return [...all.values()];
}

const conflict = (view: SessionView, first: Said, second: Said): readonly Candidate[] =>
  corrected(view, first, second) ??
  corrected(view, second, first) ??
  (first.isListed && second.isListed && first.key === second.key
    ? broken(view, first, second)
    : []);

/** One of the two was put in, and the other one came in its place later. */
function corrected(view: SessionView, used: Said, right: Said): readonly Candidate[] | null {
  const [first, second] = inTurn(used, right);
  const { to, at } = second.result;
  const isOther = (agent: string): boolean => agent === to || (subOf(view, agent)?.from ?? 0) > at;
  const use = firstGiving(view, used, at, (write) => isOther(write.agent) && !gives(write, right));
  if (use === undefined) return null;
  const mend = soonAfter(
    writesAt(view, use.path),
    use.at,
    (write) => gives(write, right) && !gives(write, used),
  );
  const until = use.agent === to ? use.at : (subOf(view, use.agent)?.from ?? use.at);
  const files = sourcesOf(view, first, second).filter((each) => each !== use.path.path);
  if (mend === undefined || hasLookedUp(view, to, [at, until], { files, words: [used.key] }))
    return null;
  return [candidate(view, [used, right], [use, mend])];
}

const inTurn = (a: Said, b: Said): readonly [Said, Said] =>
  a.result.at <= b.result.at ? [a, b] : [b, a];

/** What the two senders had looked at or name: who looks there again knows better. */
const sourcesOf = (view: SessionView, ...said: readonly Said[]): readonly string[] =>
  said.flatMap(({ result }) => [
    ...filesReadBy(view, result.from),
    ...pathsIn(result.message.text),
  ]);

/** The receiver went on without any look, and a test failed. */
function broken(view: SessionView, first: Said, second: Said): readonly Candidate[] {
  const { to, at } = second.result;
  const use = firstAfter(writesOf(view, to), at);
  const failure = firstAfter(failedTests(view), use?.at ?? view.end);
  if (use === undefined || failure === undefined) return [];
  // A look at the file that is then written says nothing of what goes in.
  const looks = between(eventsOf(view, 'read', to), at, use.at).filter(
    ({ path }) => fileKey(path) !== fileKey(use.path),
  );
  const resolved =
    looks.length > 0 ||
    (['test', 'spawn'] as const).some(
      (kind) => between(eventsOf(view, kind, to), at, use.at).length > 0,
    );
  return resolved ? [] : [candidate(view, [first, second], [use])];
}

function candidate(
  view: SessionView,
  [one, other]: readonly [Said, Said],
  writes: readonly Timed<'write'>[],
): Candidate {
  const [first, second] = inTurn(one, other);
  const { from, to } = first.result;
  const what = first.key === '' ? second.key : first.key;
  return {
    agents: [from, second.result.from, to],
    evidence: [
      ...handedIn(view, first.result),
      ...handedIn(view, second.result),
      ...writes.map(({ evidence }) => evidence),
    ],
    consequence: `${what === '' ? 'one thing' : `"${what}"`} was ${first.value} by one and ${second.value} by the other; the wrong one was used`,
    nearest: 'lossy-handoff',
    rejection: 'each said what it had found',
    confidence: 'medium',
    episode: [
      `result:${from}`,
      `result:${second.result.from}`,
      ...writes.map(({ path }) => `value:${path.path}`),
    ],
  };
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
