import { describe, expect, it } from 'vitest';
import { databaseFile } from '../../../src/adapters/store/layout.ts';
import { openConnection } from '../../../src/adapters/store/open-connection.ts';
import { must } from '../../contract/store.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();

describe('what other runs hold', () => {
  it('is found by its index, whatever lies in the history', () => {
    const db = must(openConnection(databaseFile(newState())));
    const plan = db
      .prepare<[string], { detail: string }>(
        `explain query plan select run, id, body from views where kind = 'task' and json_extract(body, '$.held') = 1 and run <> ?`,
      )
      .all('r1');
    db.close();
    expect(plan.map(({ detail }) => detail).join('\n')).toContain('views_held');
  });
});
