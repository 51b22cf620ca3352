import type { Candidate } from './pattern.ts';
import { failedTestsOf, handedIn, writesOf } from './session-index.ts';
import { fileKey, pathsIn, type Result, type SessionView } from './session-view.ts';
import { setbacks } from './setbacks.ts';
import { firstAfter, soonAfter } from './timed-list.ts';

/** Of many failures that one saw, the last ones are what it tells. */
const MOST_SEEN = 4;

/**
 * A sub-agent saw what failed, by its name, and its result has none of it: the receiver changed something, saw the same
 * fail, and changed something else.
 */
export function lostNames(view: SessionView, result: Result): readonly Candidate[] {
  const { from, to, at, message } = result;
  const seen = failedTestsOf(view, from)
    .filter((each) => each.at < at)
    .slice(-MOST_SEEN);
  const last = seen.at(-1);
  const names = [...new Set(seen.flatMap(({ failures }) => namesOf(failures)))];
  if (last === undefined || names.length === 0) return [];
  if (names.some((name) => isTold(message.text, name))) return [];
  const writes = writesOf(view, to);
  const tried = firstAfter(writes, at);
  const again = soonAfter(setbacks(view), tried?.at ?? view.end, ({ failures }) =>
    names.some((name) => failures.includes(name)),
  );
  const other = firstAfter(
    writes,
    again?.at ?? view.end,
    ({ path }) => tried !== undefined && fileKey(path) !== fileKey(tried.path),
  );
  if (tried === undefined || again === undefined || other === undefined) return [];
  return [
    {
      agents: [from, to],
      evidence: [
        last.evidence,
        ...handedIn(view, result),
        tried.evidence,
        again.evidence,
        other.evidence,
      ],
      consequence: `${tried.path.path} was changed for what lay in ${other.path.path}`,
      nearest: 'missing-verifier-return',
      rejection: 'the result came; what its sender had seen fail was left out',
      confidence: 'medium',
      episode: [`result:${from}`],
    },
  ];
}

/** Tests, files and names that a failure speaks of. */
const namesOf = (failures: string): readonly string[] =>
  [
    ...new Set([
      ...pathsIn(failures),
      ...(failures.match(/\b(?:\w+_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z\d]+(?:[A-Z]\w*)+)\b/g) ?? []),
    ]),
  ].filter((name) => !/(?:Error|Exception)$/.test(name));

/** A name is told by its end as well: `a.test.ts` of `test/a.test.ts`, `sorts` of `test_sorts`. */
const isTold = (text: string, name: string): boolean =>
  [name, name.slice(name.lastIndexOf('/') + 1), name.replace(/^(?:test_?|.*::)/i, '')].some(
    (each) => each.length > 2 && text.includes(each),
  );
