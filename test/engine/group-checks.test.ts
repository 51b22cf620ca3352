import { describe, expect, it } from 'vitest';
import { groupChecks } from '../../src/engine/effects/group-checks.ts';
import { taskOf, unitCheck } from '../support/plans.ts';

const lint = { name: 'lint', run: 'npm run lint', timeoutMs: 1000 };

describe('the checks of a group', () => {
  it('are those of all its members, each once', () => {
    const tasks = [taskOf('a'), taskOf('b'), taskOf('c', { checks: [unitCheck, lint] })];
    expect(groupChecks(tasks).map(({ id, checks }) => [id, checks])).toEqual([
      ['a', [unitCheck]],
      ['c', [lint]],
    ]);
  });

  it('are run in the environment of each task that wants them', () => {
    const tasks = [taskOf('a'), taskOf('b', { env: { MODE: 'b' } })];
    expect(groupChecks(tasks).map(({ env }) => env)).toEqual([{}, { MODE: 'b' }]);
  });

  it('are run at the strongest level that one of their tasks is at', () => {
    const tasks = [taskOf('a'), taskOf('b', { isolation: 'sandbox' })];
    expect(groupChecks(tasks).map(({ isolation, checks }) => [isolation, checks])).toEqual([
      ['sandbox', [unitCheck]],
    ]);
  });
});
