import { ownQueue } from './policies/own-queue.ts';
import { prefixChain } from './policies/prefix-chain.ts';
import { prefixSearch } from './policies/prefix-search.ts';
import { splitBatches } from './policies/split-batches.ts';
import type { QueuePolicy } from './queue-policy.ts';

/** Queues as they are known: serial, a prefix chain as long as there are slots, batches of a fixed size. */
export const CLASSIC_POLICIES = [
  'serial',
  'prefix-chain',
  'batch-2',
  'batch-4',
  'batch-8',
  'batch-16',
  'search-8',
] as const;

/** fanin's own queue, in both of its modes, and where it has yet to measure how many checks at once pay. */
const OWN_POLICIES = ['fanin', 'fanin-every-commit', 'fanin-measuring'] as const;

/** Every policy that a workload can be replayed through. */
export const REPLAY_POLICIES = [...CLASSIC_POLICIES, ...OWN_POLICIES] as const;

export type ReplayPolicy = (typeof REPLAY_POLICIES)[number];

/** A policy at its start. */
export const policyNamed = (name: ReplayPolicy, slots: number): QueuePolicy => {
  switch (name) {
    case 'serial':
      return prefixChain(1);
    case 'prefix-chain':
      return prefixChain(slots);
    case 'batch-2':
      return splitBatches(2);
    case 'batch-4':
      return splitBatches(4);
    case 'batch-8':
      return splitBatches(8);
    case 'batch-16':
      return splitBatches(16);
    case 'search-8':
      return prefixSearch(8);
    case 'fanin':
      return ownQueue({ mode: 'tip-green' });
    case 'fanin-every-commit':
      return ownQueue({ mode: 'every-commit-green' });
    case 'fanin-measuring':
      return ownQueue({ mode: 'tip-green', measures: true });
  }
};
