import { evidenceText } from '../evidence.ts';
import type { TraceFinding } from '../finding.ts';

/** What became of the findings of one reading in the next. */
export interface Compared {
  /** Those that are there still, as they are now. */
  readonly kept: readonly TraceFinding[];
  readonly fresh: readonly TraceFinding[];
  readonly gone: readonly TraceFinding[];
}

/** Holds what was told against what is found now. */
export function compareFindings(
  told: readonly TraceFinding[],
  now: readonly TraceFinding[],
): Compared {
  const open = new Map(now.map((finding) => [finding.id, finding]));
  const taken = new Map<TraceFinding, TraceFinding>();
  const take = (one: TraceFinding, found: TraceFinding | undefined): void => {
    if (found === undefined) return;
    taken.set(one, found);
    open.delete(found.id);
  };
  for (const one of told) take(one, open.get(one.id));
  for (const one of told)
    if (!taken.has(one))
      take(
        one,
        [...open.values()].find((each) => isMoreOf(one, each)),
      );
  return {
    kept: told.flatMap((one) => taken.get(one) ?? []),
    fresh: [...open.values()],
    gone: told.filter((one) => !taken.has(one)),
  };
}

/** Whether it is the same episode, of which more has come to light: an agent that took part, a later record. */
const isMoreOf = (before: TraceFinding, now: TraceFinding): boolean =>
  before.code === now.code &&
  before.agents[0] === now.agents[0] &&
  (isPart(before.agents, now.agents) || isPart(now.agents, before.agents));

const isPart = (a: readonly string[], b: readonly string[]): boolean =>
  a.every((each) => b.includes(each));

/** Whether two findings of different patterns speak of one thing: by a place of the records, or by whom they are about first. */
export const areNear = (a: TraceFinding, b: TraceFinding): boolean =>
  a.agents[0] === b.agents[0] ||
  a.evidence.some((x) => b.evidence.some((y) => evidenceText(x) === evidenceText(y)));
