import { firstGiving, gives } from './given-values.ts';
import { filesReadBy, hasLookedUp } from './looked-up.ts';
import type { Candidate, Detector } from './pattern.ts';
import { isSameKey, saidValues, type SaidValue } from './said-values.ts';
import { eventsOf, failedTests, handedIn, subOf, writesAt, writesOf } from './session-index.ts';
import { fileKey, pathsIn, type Result, type SessionView } from './session-view.ts';
import { between, firstAfter, soonAfter } from './timed-list.ts';
import { verdictConflicts } from './verdict-conflicts.ts';

/** Two results gave one thing two values, or two verdicts, and the receiver used one without a look. */
export const conflictingHandoff: Detector = {
  code: 'conflicting-handoff',
  detect: (view) => [...valueConflicts(view), ...verdictConflicts(view)],
};

/** What a result says of one thing. */
interface Said extends SaidValue {
  readonly result: Result;
  /** Whether it says so in a line of its own. */
  readonly isListed: boolean;
}

/** Of many that speak of one thing, the last ones are enough. */
const MOST_KEPT = 8;

function valueConflicts(view: SessionView): readonly Candidate[] {
  const earlier = new Map<string, readonly Said[]>();
  return view.results.flatMap((result) =>
    saidIn(result).flatMap((said) => {
      const place = `${result.to}\0${said.key.slice(said.key.lastIndexOf(' ') + 1)}`;
      const before = earlier.get(place) ?? [];
      earlier.set(place, [...before.slice(1 - MOST_KEPT), said]);
      return before
        .filter(
          (each) =>
            each.value !== said.value &&
            each.result.from !== result.from &&
            isSameKey(each.key, said.key),
        )
        .flatMap((other) => conflict(view, other, said))
        .slice(0, 1);
    }),
  );
}

function saidIn(result: Result): readonly Said[] {
  const listed = valuesByKey(result);
  const all = new Map<string, Said>();
  for (const each of saidValues(result.message.text))
    all.set(`${each.key}=${each.value}`, { ...each, result, isListed: false });
  for (const [key, value] of listed)
    all.set(`${key}=${value}`, { key: key.toLowerCase(), value, result, isListed: true });
  return [...all.values()];
}

const conflict = (view: SessionView, first: Said, second: Said): readonly Candidate[] =>
  corrected(view, first, second) ??
  corrected(view, second, first) ??
  (first.isListed && second.isListed ? broken(view, first, second) : []);

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
  return [candidate(view, [first, second], [use.evidence, mend.evidence])];
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
  return resolved ? [] : [candidate(view, [first, second], [use.evidence])];
}

function candidate(
  view: SessionView,
  [first, second]: readonly [Said, Said],
  evidence: Candidate['evidence'],
): Candidate {
  const { from, to } = first.result;
  return {
    agents: [from, second.result.from, to],
    evidence: [...handedIn(view, first.result), ...handedIn(view, second.result), ...evidence],
    consequence: `"${first.key}" was ${first.value} by one and ${second.value} by the other; the wrong one was used`,
    nearest: 'lossy-handoff',
    rejection: 'each said what it had found',
    confidence: 'medium',
    episode: [`result:${from}`, `result:${second.result.from}`],
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
