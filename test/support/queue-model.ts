import { decideQueue } from '../../src/domain/merge-queue/decide.ts';
import { eventOf } from '../../src/domain/merge-queue/decisions.ts';
import type { QueueDecision } from '../../src/domain/merge-queue/decisions.ts';
import type { QueueEvent } from '../../src/domain/merge-queue/events.ts';
import { evolveQueue } from '../../src/domain/merge-queue/evolve.ts';
import { emptyQueue, TYPICAL_RISK } from '../../src/domain/merge-queue/queue.ts';
import type { ItemId, Queue, QueueMode } from '../../src/domain/merge-queue/queue.ts';
import { seeded } from '../../src/domain/simulation/random.ts';

/** What is put through a merge queue whose tests take one unit of time each. */
export interface Modelled {
  readonly items: number;
  /** Defective by themselves, by number. */
  readonly defective: readonly number[];
  /** Fine alone and red together. */
  readonly pairs?: readonly (readonly [number, number])[];
  /** Whether a good tree is found red at this test. */
  readonly flake?: (test: number) => boolean;
  readonly slots?: number;
  readonly mode?: QueueMode;
  readonly alone?: readonly number[];
  /** Who leaves the queue while the n-th test runs. */
  readonly withdrawn?: readonly { readonly item: number; readonly during: number }[];
  /** At which tests the machine fails. */
  readonly faults?: readonly number[];
}

export interface Played {
  readonly queue: Queue;
  readonly landed: readonly ItemId[];
  readonly returned: readonly ItemId[];
  readonly parked: readonly ItemId[];
  readonly tests: number;
  readonly reruns: number;
  /** Verdicts by tree, written as what lies on the target. */
  readonly verdicts: Readonly<Record<string, readonly ('green' | 'red')[]>>;
  /** Trees that the target has moved to. */
  readonly targets: readonly string[];
  readonly decisions: readonly QueueDecision[];
}

export const itemName = (n: number): ItemId => `i${n}`;

export const treeOf = (items: readonly ItemId[]): string => items.toSorted().join(' ');

interface Running {
  readonly id: string;
  readonly n: number;
  readonly on: readonly ItemId[];
  readonly members: readonly ItemId[];
  cancelled: boolean;
}

/** A burst through the queue until it is empty. Cancelled tests are reported ended with the others of their round. */
export const playQueue = (model: Modelled): Played => {
  const slots = model.slots ?? 1;
  let queue = emptyQueue(model.mode);
  const tell = (event: QueueEvent): void => {
    queue = evolveQueue(queue, event);
  };
  const [landed, returned, parked]: [ItemId[], ItemId[], ItemId[]] = [[], [], []];
  const verdicts: Record<string, ('green' | 'red')[]> = {};
  const targets: string[] = [];
  const decisions: QueueDecision[] = [];
  let running: Running[] = [];
  let [tests, reruns, now] = [0, 0, 0];
  for (let n = 0; n < model.items; n += 1)
    tell({
      type: 'arrived',
      item: {
        id: itemName(n),
        risk: TYPICAL_RISK,
        failedBefore: model.alone?.includes(n) ?? false,
      },
    });

  const carryOut = (decision: QueueDecision): void => {
    decisions.push(decision);
    tell(eventOf(decision, now));
    if (decision.kind === 'return') returned.push(decision.item);
    if (decision.kind === 'park') parked.push(decision.item);
    if (decision.kind === 'cancel')
      for (const test of running) test.cancelled ||= test.id === decision.test;
    if (decision.kind === 'land') {
      landed.push(...decision.members);
      targets.push(treeOf(landed));
      tell({ type: 'landed', test: decision.test });
    }
    if (decision.kind !== 'test') return;
    tests += 1;
    if (decision.rerun) reruns += 1;
    const on = [...landed];
    const { members } = decision;
    running.push({ id: decision.test, n: tests, on, members, cancelled: false });
    for (const each of model.withdrawn ?? [])
      if (each.during === tests)
        tell({ type: 'left', item: itemName(each.item), why: 'withdrawn' });
  };

  const outcomeOf = (test: Running): 'green' | 'red' | 'fault' | 'cancelled' => {
    if (test.cancelled) return 'cancelled';
    if (model.faults?.includes(test.n) === true) return 'fault';
    const tree = [...test.on, ...test.members];
    const outcome = isRed(model, tree) || model.flake?.(test.n) === true ? 'red' : 'green';
    (verdicts[treeOf(tree)] ??= []).push(outcome);
    return outcome;
  };

  for (let round = 0; round < 2000; round += 1) {
    for (let next = decideQueue(queue, slots); next.length > 0; next = decideQueue(queue, slots))
      for (const decision of next) carryOut(decision);
    if (running.length === 0) break;
    now += 1000;
    const ended = running;
    running = [];
    for (const test of ended)
      tell({ type: 'test-ended', test: test.id, outcome: outcomeOf(test), leftOut: [], at: now });
  }
  return { queue, landed, returned, parked, tests, reruns, verdicts, targets, decisions };
};

/** What a test of this tree finds where nothing is flaky. */
export const isRed = (model: Modelled, tree: readonly ItemId[]): boolean =>
  model.defective.some((n) => tree.includes(itemName(n))) ||
  (model.pairs ?? []).some(([a, b]) => tree.includes(itemName(a)) && tree.includes(itemName(b)));

/** Who is defective when each is with this probability. */
export const drawDefective = (items: number, rate: number, seed: number): readonly number[] => {
  const random = seeded(seed);
  return Array.from({ length: items }, (_, n) => n).filter(() => random.chance(rate));
};
