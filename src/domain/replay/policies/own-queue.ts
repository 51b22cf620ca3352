import { decideQueue } from '../../merge-queue/decide.ts';
import { eventOf } from '../../merge-queue/decisions.ts';
import type { QueueDecision as OwnDecision } from '../../merge-queue/decisions.ts';
import type { QueueEvent } from '../../merge-queue/events.ts';
import { evolveQueue } from '../../merge-queue/evolve.ts';
import { emptyQueue, TYPICAL_RISK } from '../../merge-queue/queue.ts';
import type { Queue, QueueMode, TestId } from '../../merge-queue/queue.ts';
import { slotsThatPay } from '../../merge-queue/slots.ts';
import { sameTree } from '../queue-policy.ts';
import type { Order, QueuePolicy, QueueView, Tree } from '../queue-policy.ts';

/** How fanin's merge queue is set. */
export interface OwnSetting {
  readonly mode: QueueMode;
  /** How many slots pay is measured, from one on; else all of them are taken to. */
  readonly measures?: boolean;
}

/** fanin's merge queue, as its engine drives it: what it decides is folded back in, and what came of it told. */
export const ownQueue = ({ mode, measures = false }: OwnSetting): QueuePolicy =>
  from({ queue: emptyQueue(mode), measures, seen: [], open: [] });

interface Driven {
  readonly queue: Queue;
  readonly measures: boolean;
  /** Every change that was ever told of. */
  readonly seen: readonly string[];
  readonly open: readonly OpenTest[];
}

interface OpenTest {
  readonly id: TestId;
  readonly tree: Tree;
}

const from = (driven: Driven): QueuePolicy => ({
  decide: (view) => {
    const orders: Order[] = [];
    let now = news(driven, view).reduce(told, driven);
    const landed = [...view.landed];
    for (let decisions = decided(now, view); decisions.length > 0;) {
      for (const decision of decisions) {
        orders.push(...orderOf(decision, now, view));
        if (decision.kind === 'land') landed.push(...decision.members);
        now = carriedOut(now, decision, { view, landed });
      }
      decisions = decided(now, view);
    }
    return { orders, next: from(now) };
  },
});

const decided = ({ queue, measures }: Driven, { slots }: QueueView): readonly OwnDecision[] =>
  decideQueue(queue, measures ? slotsThatPay(queue.measured, slots) : slots);

/** What the queue has not been told yet. */
const news = ({ seen, open }: Driven, view: QueueView): readonly QueueEvent[] => [
  ...view.ended.flatMap(({ tree, outcome }): readonly QueueEvent[] => {
    const test = open.find((each) => sameTree(each.tree, tree));
    if (test === undefined) return [];
    return [{ type: 'test-ended', test: test.id, outcome, leftOut: [], at: view.nowMs }];
  }),
  ...view.waiting
    .filter(({ id }) => !seen.includes(id))
    .map(({ id, risk }): QueueEvent => ({
      type: 'arrived',
      item: { id, risk: risk ?? TYPICAL_RISK, failedBefore: false },
    })),
];

const told = (driven: Driven, event: QueueEvent): Driven => ({
  ...driven,
  queue: evolveQueue(driven.queue, event),
  seen: event.type === 'arrived' ? [...driven.seen, event.item.id] : driven.seen,
  open:
    event.type === 'test-ended' ? driven.open.filter(({ id }) => id !== event.test) : driven.open,
});

const orderOf = (decision: OwnDecision, { open }: Driven, view: QueueView): readonly Order[] => {
  switch (decision.kind) {
    case 'test':
      return [{ kind: 'test', members: decision.members }];
    case 'land':
      return [{ kind: 'land', members: decision.members }];
    case 'return':
    case 'park':
      return [{ kind: 'return', change: decision.item }];
    case 'cancel': {
      const tree = open.find(({ id }) => id === decision.test)?.tree ?? [];
      const running = view.running.find((test) => sameTree(test.tree, tree));
      return running === undefined ? [] : [{ kind: 'cancel', test: running.id }];
    }
  }
};

const carriedOut = (
  driven: Driven,
  decision: OwnDecision,
  { view, landed }: { readonly view: QueueView; readonly landed: Tree },
): Driven => {
  const begun = told(driven, eventOf(decision, view.nowMs));
  if (decision.kind === 'land') return told(begun, { type: 'landed', test: decision.test });
  if (decision.kind !== 'test') return begun;
  const test = { id: decision.test, tree: [...landed, ...decision.members] };
  return { ...begun, open: [...begun.open, test] };
};
