import { describe, expect, it } from 'vitest';
import { runFacts } from '../../../src/adapters/store/run-facts.ts';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';
import { batch, must } from '../../contract/store.ts';
import { sampleEvents } from '../../support/sample-events.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();

describe('what the events of runs tell for their measures', () => {
  it('is what happened to deliveries, in order, and the last word on what was used', async () => {
    const state = newState();
    const store = must(openStore(state));
    const events = sampleEvents('r1');
    const spent = { type: 'attempt.spent', at: 9, attempt: 'r1-x-1' } as const;
    const more = [
      { ...spent, tokens: 900, usd: null },
      { ...spent, tokens: 100, usd: 1 },
    ];
    must(await store.store.append(batch('r1', 0, { events: [...events, ...more] })));
    store.close();
    const facts = must(runFacts(state));
    const told = events.filter(({ type }) => type.startsWith('delivery.'));
    expect(facts.steps.map(({ type }) => type)).toEqual(told.map(({ type }) => type));
    expect(facts.steps.every(({ at, delivery }) => at > 0 && delivery.length > 0)).toBe(true);
    expect(facts.spent.get('r1-x-1')).toEqual({ tokens: 100, usd: 1 });
  });

  it('is nothing in a new database', () => {
    const state = newState();
    must(openStore(state)).close();
    expect(must(runFacts(state))).toEqual({ steps: [], spent: new Map() });
  });
});
