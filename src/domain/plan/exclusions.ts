import type { TaskId } from '../ids.ts';
import { clash } from './clash.ts';
import type { Claimed, Clash } from './clash.ts';
import { ancestors } from './graph.ts';
import type { Needing } from './graph.ts';

/** Two tasks that may not run at once though neither needs the other. */
export interface Exclusion {
  /** The one that comes first in the plan. */
  readonly a: TaskId;
  readonly b: TaskId;
  readonly kind: Clash['kind'];
  /** Why, for a person: `both may write src/parse/index.ts (seq: src/**, parser: src/parse/**)`. */
  readonly text: string;
  /** A path that both may write; with `scope` only. */
  readonly witness?: string;
  /** What would let them run at once, or make the order plain. */
  readonly proposal: string;
}

/**
 * The pairs of tasks that may not run at once, in the order of the plan, each with its first reason.
 * Pairs where one needs the other, also through further tasks, are left out: their order is known.
 * `existing`: paths of the repository; a witness among them tells more than an invented one.
 */
export function exclusions(
  tasks: readonly (Claimed & Needing)[],
  existing: readonly string[] = [],
): readonly Exclusion[] {
  const before = ancestors(tasks);
  const found: Exclusion[] = [];
  for (const [index, a] of tasks.entries()) {
    for (const b of tasks.slice(index + 1)) {
      const related = before.get(a.id)?.has(b.id) === true || before.get(b.id)?.has(a.id) === true;
      const why = related ? null : clash(a, b, existing);
      if (why !== null) found.push(exclusion(a.id, b.id, why));
    }
  }
  return found;
}

function exclusion(a: TaskId, b: TaskId, why: Clash): Exclusion {
  switch (why.kind) {
    case 'lock':
      return {
        a,
        b,
        kind: why.kind,
        text: `both hold lock ${why.lock}`,
        proposal: `${a} first; or share less than all of ${why.lock}`,
      };
    case 'undeclared':
      return {
        a,
        b,
        kind: why.kind,
        text: `${why.task} declares no writes, so it runs alone`,
        proposal: `give ${why.task} \`writes: […]\``,
      };
    case 'scope': {
      const file = why.exists ? why.witness : `${why.witness} (not there yet)`;
      return {
        a,
        b,
        kind: why.kind,
        text: `both may write ${file} (${a}: ${why.a}, ${b}: ${why.b})`,
        witness: why.witness,
        proposal: `${a} first; or narrow the writes of one of them`,
      };
    }
  }
}
