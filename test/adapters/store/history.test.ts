import { describe, expect, it } from 'vitest';
import { attemptHistory } from '../../../src/adapters/store/history.ts';
import { openStore } from '../../../src/adapters/store/sqlite-store.ts';
import { project } from '../../../src/domain/run/project.ts';
import type { View } from '../../../src/domain/run/views.ts';
import { batch, must } from '../../contract/store.ts';
import { MINUTE, planOf, taskOf } from '../../support/plans.ts';
import {
  exited,
  harvestOf,
  harvested,
  NORMAL,
  prepared,
  settle,
  startedRun,
  toRunning,
} from '../../support/run-driver.ts';
import { tempStates } from './temp-state.ts';

const newState = tempStates();

const TASKS = [
  taskOf('told', {
    sizeMs: 10 * MINUTE,
    agent: { name: 'claude', use: 'claude-code', model: 'opus', args: [], env: {} },
  }),
  taskOf('quiet', { sizeMs: 9 * MINUTE, sizeFrom: 'history' }),
  taskOf('free', { sizeMs: 5 * MINUTE }),
  taskOf('crashed'),
  taskOf('never'),
  taskOf('running'),
];

/** A run with an attempt of every kind that history tells apart. */
const driven = () => {
  const driver = startedRun(
    planOf(TASKS, { limits: { ...planOf([]).limits, live: TASKS.length } }),
  );
  for (const id of ['told', 'quiet', 'free', 'crashed', 'running']) toRunning(driver, id);
  const spend = (task: string, tokens: number, usd: number | null): void => {
    driver.send({ type: 'spent', attempt: driver.attempt(task).id, tokens, usd });
  };
  spend('told', 50, 0.5);
  driver.now += 7 * MINUTE;
  exited(driver, 'told');
  settle(driver, 'harvest', 'told', {
    kind: 'harvest',
    harvest: harvestOf(driver.attempt('told').id),
    trouble: null,
    messages: [],
    spent: { tokens: 900, usd: 1.25 },
  });
  exited(driver, 'quiet');
  harvested(driver, 'quiet', false);
  spend('free', 70, null);
  exited(driver, 'free');
  harvested(driver, 'free');
  exited(driver, 'crashed', { ...NORMAL, code: null, lost: true });
  harvested(driver, 'crashed', false);
  prepared(driver, 'never');
  settle(driver, 'start', 'never', {
    kind: 'start-failed',
    failure: { code: 'agent-missing', message: 'gone' },
  });
  return driver;
};

const history = async (more: readonly View[] = []) => {
  const state = newState();
  const store = must(openStore(state));
  const driver = driven();
  const views = [...project(driver.state, driver.now, []), ...more];
  must(await store.store.append(batch('r1', 0, { events: [...driver.log], views })));
  store.close();
  return must(attemptHistory(state));
};

describe('what attempts took before', () => {
  it('is told of those that ended and whose fault it is not, with the last word on tokens and cost', async () => {
    const robot = { agent: 'robot', model: null, sizeMs: null };
    expect(await history()).toEqual([
      {
        agent: 'robot',
        model: null,
        sizeMs: 5 * MINUTE,
        tookMs: 7 * MINUTE,
        tokens: 70,
        usd: null,
        delivered: true,
      },
      { ...robot, tookMs: 7 * MINUTE, tokens: null, usd: null, delivered: false },
      {
        agent: 'claude',
        model: 'opus',
        sizeMs: 10 * MINUTE,
        tookMs: 7 * MINUTE,
        tokens: 900,
        usd: 1.25,
        delivered: true,
      },
    ]);
  });

  it('looks back at the newest runs alone', async () => {
    const [first] = project(driven().state, 0, []);
    if (first?.kind !== 'run') throw new Error('no run');
    const later = Array.from({ length: 100 }, (_, index) => {
      const run = `r2${String(index).padStart(3, '0')}`;
      return { ...first, run, id: run };
    });
    expect(await history(later.slice(1))).toHaveLength(3);
    expect(await history(later)).toEqual([]);
  });

  it('is empty in a new database', () => {
    const state = newState();
    must(openStore(state)).close();
    expect(must(attemptHistory(state))).toEqual([]);
  });
});
