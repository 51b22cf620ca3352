import type { Automaton, AutomatonEdge } from './glob-automaton.ts';
import { intersect } from './glob-char-set.ts';
import { PATH_STATES } from './glob-path.ts';
import { sampleChar } from './glob-sample-char.ts';

/** What came of a search for a path that two automata accept. */
export interface ProductSearch {
  /** The cheapest valid path that both accept, or null when there is none. */
  readonly witness: string | null;
  /** How many states of the product were looked at: at most |a| × |b| × (|path states| + 1). */
  readonly explored: number;
}

/**
 * Searches the product of `a`, `b` and the automaton of valid paths, breadth first by cost: shortest, then
 * most readable. Only states that can be reached are made, each is looked at once, and characters are handled
 * as sets: the first time a state is reached at the lowest cost is all that matters, so the answer is exact.
 */
export function searchProduct(a: Automaton, b: Automaton): ProductSearch {
  // Costs are small integers, so a list of nodes for each cost does as a priority queue. It has holes.
  const queue: (ProductNode[] | undefined)[] = [[{ a: 0, b: 0, path: 0, symbol: '', from: null }]];
  const visited = new Set<number>();
  for (let cost = 0; cost < queue.length; cost += 1) {
    // Steps that cost nothing add to the list that is being walked.
    for (const node of queue[cost] ?? []) {
      const key = (node.a * b.states.length + node.b) * (PATH_STATES.length + 1) + node.path;
      if (visited.has(key)) continue;
      visited.add(key);
      if (node.path === ENDED) return { witness: spell(node), explored: visited.size };
      for (const step of stepsFrom(node, a, b)) {
        const total = cost + step.cost;
        (queue[total] ??= []).push(step.to);
      }
    }
    queue[cost] = [];
  }
  return { witness: null, explored: visited.size };
}

/** The state behind the end of a path that all three accept: leaving a path state at its end has a cost too. */
const ENDED = PATH_STATES.length;

/** A state of the product, and how the search came to it. */
interface ProductNode {
  readonly a: number;
  readonly b: number;
  /** Index into `PATH_STATES`, or `ENDED`. */
  readonly path: number;
  /** What was read on the way from `from`; empty where nothing was. */
  readonly symbol: string;
  readonly from: ProductNode | null;
}

interface ProductStep {
  readonly to: ProductNode;
  readonly cost: number;
}

function stepsFrom(node: ProductNode, a: Automaton, b: Automaton): readonly ProductStep[] {
  const stateA = a.states[node.a];
  const stateB = b.states[node.b];
  const path = PATH_STATES[node.path];
  if (stateA === undefined || stateB === undefined || path === undefined) return [];
  const steps: ProductStep[] = [];
  const silent = { symbol: '', from: node };
  if (stateA.accepts && stateB.accepts && path.endCost !== null) {
    steps.push({ to: { a: node.a, b: node.b, path: ENDED, ...silent }, cost: path.endCost });
  }
  for (const skip of stateA.skips) {
    steps.push({ to: { a: skip, b: node.b, path: node.path, ...silent }, cost: 0 });
  }
  for (const skip of stateB.skips) {
    steps.push({ to: { a: node.a, b: skip, path: node.path, ...silent }, cost: 0 });
  }
  for (const edgeA of stateA.edges) {
    for (const edgeB of stateB.edges) {
      steps.push(...readingSteps(node, edgeA, edgeB));
    }
  }
  return steps;
}

/** The steps that read one character by both edges, one step for each way that the path takes it. */
function readingSteps(
  node: ProductNode,
  a: AutomatonEdge,
  b: AutomatonEdge,
): readonly ProductStep[] {
  const common = intersect(a.chars, b.chars);
  if (common.length === 0) return [];
  const steps: ProductStep[] = [];
  for (const { chars, to, cost } of PATH_STATES[node.path]?.edges ?? []) {
    const sample = sampleChar(intersect(common, chars));
    if (sample === null) continue;
    const { symbol } = sample;
    steps.push({
      to: { a: a.to, b: b.to, path: to, symbol, from: node },
      cost: cost + sample.cost,
    });
  }
  return steps;
}

/** The text read on the way to `end`. */
function spell(end: ProductNode): string {
  const symbols: string[] = [];
  for (let node: ProductNode | null = end; node !== null; node = node.from) {
    symbols.push(node.symbol);
  }
  return symbols.toReversed().join('');
}
