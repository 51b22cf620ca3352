import { evidenceText } from '../evidence.ts';
import type { Finding } from '../patterns/pattern.ts';

/** What became of the findings of one reading in the next. */
export interface Compared {
  /** Those that are there still, as they are now. */
  readonly kept: readonly Finding[];
  readonly fresh: readonly Finding[];
  readonly gone: readonly Finding[];
}

/** Holds what was told against what is found now. */
export function compareFindings(told: readonly Finding[], now: readonly Finding[]): Compared {
  const open = new Map(keyed(now));
  const taken = new Map<Finding, Finding>();
  for (const [key, one] of keyed(told)) {
    const same = open.get(key);
    if (same === undefined) continue;
    taken.set(one, same);
    open.delete(key);
  }
  for (const one of told.filter((each) => !taken.has(each))) {
    const [key, grown] = [...open].find(([, each]) => isMoreOf(one, each)) ?? [];
    if (key === undefined || grown === undefined) continue;
    taken.set(one, grown);
    open.delete(key);
  }
  return {
    kept: told.flatMap((one) => taken.get(one) ?? []),
    fresh: [...open.values()],
    gone: told.filter((one) => !taken.has(one)),
  };
}

/** Findings by what stays of an episode while its session goes on; of equal ones each has a number. */
function keyed(findings: readonly Finding[]): readonly (readonly [string, Finding])[] {
  const counts = new Map<string, number>();
  return findings.map((finding) => {
    const { code, agents, evidence } = finding;
    const key = [code, ...agents, ...evidence.slice(0, 1).map(evidenceText)].join('\0');
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return [`${key}\0${count}`, finding];
  });
}

/** Whether it is the same episode, of which more has come to light: an agent that took part, a later record. */
const isMoreOf = (before: Finding, now: Finding): boolean =>
  before.code === now.code &&
  before.agents[0] === now.agents[0] &&
  (isPart(before.agents, now.agents) || isPart(now.agents, before.agents));

const isPart = (a: readonly string[], b: readonly string[]): boolean =>
  a.every((each) => b.includes(each));

/** Whether two findings of different patterns speak of one thing: by a place of the records, or by whom they are about first. */
export const areNear = (a: Finding, b: Finding): boolean =>
  a.agents[0] === b.agents[0] ||
  a.evidence.some((x) => b.evidence.some((y) => evidenceText(x) === evidenceText(y)));
