import type { Delivery } from './delivery.ts';
import type { DeliveryEvent } from './events.ts';

type Checked = Extract<Delivery, { verdict: unknown }>;

/** The delivery after `event`; null before its first one. An event that cannot follow is a bug. */
export const evolveDelivery = (delivery: Delivery | null, event: DeliveryEvent): Delivery => {
  if (event.type === 'delivery.offered') {
    const { delivery: id, task, commit, tree, base, at } = event;
    return { phase: 'checking', id, task, attempt: id, commit, tree, base, offeredAt: at };
  }
  if (delivery === null) throw new Error(`Internal error: ${event.type} before delivery.offered`);
  if (!FOLLOWS[event.type].includes(delivery.phase)) return impossible(delivery, event);
  switch (event.type) {
    case 'delivery.checked': {
      const { verdict, receipt, blocking, size } = event;
      const seen = { verdict, receipt, blocking, ...(size === undefined ? {} : { size }) };
      return { ...common(delivery), phase: 'awaiting-review', ...seen };
    }
    case 'delivery.returned':
      return {
        ...common(delivery),
        phase: 'returned',
        comeback: event.comeback,
        receipt: 'receipt' in delivery ? delivery.receipt : null,
      };
    case 'delivery.superseded':
      return {
        ...common(delivery),
        phase: 'superseded',
        by: event.by,
        receipt: 'receipt' in delivery ? delivery.receipt : null,
      };
    case 'delivery.parked':
      return parked(delivery, event);
    case 'delivery.approved':
      return {
        ...checked(delivery, event),
        phase: 'queued',
        approvedBy: event.by,
        approvedAt: event.at,
      };
    case 'delivery.landing-began':
      return delivery.phase === 'queued'
        ? { ...delivery, phase: 'landing' }
        : impossible(delivery, event);
    case 'delivery.landed':
      return landed(delivery, event);
    case 'delivery.undo-asked':
    case 'delivery.undo-began':
    case 'delivery.unlanded':
    case 'delivery.undo-refused':
      return undone(delivery, event);
    case 'delivery.rejected':
      return {
        ...checked(delivery, event),
        phase: 'rejected',
        by: event.by,
        comment: event.comment,
      };
  }
};

/** What was found on the way to the target is on the screen of whoever approves it after all. */
const parked = (
  delivery: Delivery,
  event: Extract<DeliveryEvent, { type: 'delivery.parked' }>,
): Delivery => {
  const before = checked(delivery, event);
  const found = (event.found ?? []).filter((text) => !before.blocking.includes(text));
  const { reason } = event;
  return { ...before, phase: 'parked', reason, blocking: [...before.blocking, ...found] };
};

const landed = (
  delivery: Delivery,
  event: Extract<DeliveryEvent, { type: 'delivery.landed' }>,
): Delivery => {
  if (delivery.phase !== 'landing') return impossible(delivery, event);
  return {
    ...checked(delivery, event),
    phase: 'landed',
    approvedBy: delivery.approvedBy,
    landing: event.landing,
    landedAt: event.at,
    undoRefused: null,
  };
};

/** The phases that each event can follow. */
const FOLLOWS: Readonly<
  Record<Exclude<DeliveryEvent['type'], 'delivery.offered'>, readonly Delivery['phase'][]>
> = {
  'delivery.checked': ['checking'],
  'delivery.parked': ['awaiting-review', 'queued', 'landing'],
  'delivery.approved': ['awaiting-review', 'parked'],
  'delivery.landing-began': ['queued'],
  'delivery.landed': ['landing'],
  'delivery.returned': ['awaiting-review', 'parked', 'queued', 'landing'],
  'delivery.superseded': ['checking', 'awaiting-review', 'parked', 'queued'],
  'delivery.rejected': ['awaiting-review', 'parked', 'queued'],
  'delivery.undo-asked': ['landed'],
  'delivery.undo-began': ['unlanding'],
  'delivery.unlanded': ['unlanding'],
  'delivery.undo-refused': ['unlanding'],
};

type UndoEvent = Extract<DeliveryEvent, { type: `delivery.u${string}` }>;

const undone = (delivery: Delivery, event: UndoEvent): Delivery => {
  if (delivery.phase !== 'landed' && delivery.phase !== 'unlanding')
    return impossible(delivery, event);
  const { approvedBy, landing, landedAt } = delivery;
  const kept = { ...checked(delivery, event), approvedBy, landing, landedAt };
  if (event.type === 'delivery.undo-asked') {
    const { by, reason } = event;
    return { ...kept, phase: 'unlanding', undo: { by, reason }, began: false };
  }
  if (delivery.phase !== 'unlanding') return impossible(delivery, event);
  switch (event.type) {
    case 'delivery.undo-began':
      return { ...delivery, began: true };
    case 'delivery.unlanded':
      return { ...kept, phase: 'unlanded', undo: delivery.undo, undone: event.landing };
    case 'delivery.undo-refused':
      return { ...kept, phase: 'landed', undoRefused: event.reason };
  }
};

const common = (delivery: Delivery) => {
  const { id, task, attempt, commit, tree, base, offeredAt } = delivery;
  return { id, task, attempt, commit, tree, base, offeredAt };
};

const checked = (delivery: Delivery, event: DeliveryEvent) => {
  if (!isChecked(delivery)) return impossible(delivery, event);
  const { verdict, receipt, blocking, size } = delivery;
  const known = size === undefined ? {} : { size };
  return { ...common(delivery), verdict, receipt, blocking, ...known };
};

const isChecked = (delivery: Delivery): delivery is Checked => 'verdict' in delivery;

const impossible = (delivery: Delivery, event: DeliveryEvent): never => {
  throw new Error(`Internal error: ${event.type} while ${delivery.id} is ${delivery.phase}`);
};
