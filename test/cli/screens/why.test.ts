import { describe, expect, it } from 'vitest';
import { whyLines } from '../../../src/cli/screens/why.ts';
import { limit } from '../../../src/domain/governor/limit.ts';
import type { Term } from '../../../src/domain/governor/term.ts';
import type { Limits, Plan } from '../../../src/domain/plan/plan.ts';
import { project } from '../../../src/domain/run/project.ts';
import type { RunView } from '../../../src/domain/run/views.ts';
import { MINUTE, NO_BUDGET, planOf, taskOf } from '../../support/plans.ts';
import { startedRun, toChecked, toRunning } from '../../support/run-driver.ts';
import type { RunDriver } from '../../support/run-driver.ts';
import { look, model } from '../sample-model.ts';

const IDS = ['a', 'b', 'c', 'd'];
const LIMITS: Limits = { wallMs: null, live: 4, reserve: 0, ...NO_BUDGET };
const run = (limits: Partial<Limits>, more: Partial<Plan> = {}): RunDriver =>
  startedRun(
    planOf(
      IDS.map((id) => taskOf(id, { sizeMs: 30 * MINUTE })),
      { limits: { ...LIMITS, ...limits }, ...more },
    ),
  );
const told = (driver: RunDriver): string => {
  const view = project(driver.state, driver.now, []).find(({ kind }) => kind === 'run');
  return whyLines(model([], view?.body as RunView), look()).join('\n');
};

/** Runs in which nothing more starts, by the term that says so. */
const BOUND: Readonly<Record<Term['name'], () => RunDriver>> = {
  slots: () => run({ live: 1 }),
  ramp: () => run({}, { concurrency: 'auto' }),
  review: () => {
    const driver = run({}, { review: { by: 'human', limit: 2 } });
    toChecked(driver, 'a');
    toRunning(driver, 'b');
    return driver;
  },
  budget: () => {
    const driver = run({ tokens: 100 });
    toRunning(driver, 'a');
    return driver;
  },
  deadline: () => {
    const driver = run({ wallMs: 31 * MINUTE, live: 2 });
    driver.now += 5 * MINUTE;
    driver.send({ type: 'set-limit', live: 4, review: null, by: 'ada' });
    return driver;
  },
};

describe('why nothing is starting', () => {
  it.each(Object.entries(BOUND))('is answered for the term %s', (name, make) => {
    const driver = make();
    expect(limit(driver.state, driver.now).binding.name).toBe(name);
    const text = told(driver);
    expect(text).toContain(`because of ${name}:`);
    expect(text).toContain('to change it:');
    for (const term of Object.keys(BOUND)) expect(text).toContain(`  ${term}`);
  });
});
