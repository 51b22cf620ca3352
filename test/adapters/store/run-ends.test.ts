import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseFile } from '../../../src/adapters/store/layout.ts';
import { runEnds } from '../../../src/adapters/store/run-ends.ts';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';
import { batch, must } from '../../contract/store.ts';
import { runView } from '../../support/run-view.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();

describe('how a run ended', () => {
  it('is what its log says', async () => {
    const state = newState();
    const store = must(openStore(state));
    const ended = { phase: 'ended', end: 'landed', endReason: 'all is in', endedAt: 9 } as const;
    const views = [runView('r1', 'done', ended), runView('r2', 'new')];
    must(await store.store.append(batch('r1', 0, { views })));
    store.close();
    expect(runEnds.of(state, 'r1')).toEqual({ end: 'landed', reason: 'all is in', at: 9 });
    expect(runEnds.of(state, 'r2')).toBeNull();
    expect(runEnds.of(state, 'r3')).toBeNull();
  });

  it('is unknown where there is no database, or none that can be read', () => {
    const state = newState();
    expect(runEnds.of(state, 'r1')).toBeNull();
    expect(runEnds.of(join(state, 'none'), 'r1')).toBeNull();
    must(openStore(state)).close();
    writeFileSync(databaseFile(state), 'no database at all');
    expect(runEnds.of(state, 'r1')).toBeNull();
  });
});
