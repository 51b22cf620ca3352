import { z } from 'zod';
import { DEFAULT_VALUES } from '../domain/config/layers.ts';
import { MAX_TASKS } from '../domain/plan/resolve-plan.ts';
import type { Scenario } from '../domain/simulation/scenario.ts';
import { textSchema, tokensSchema } from './config-file-parts.ts';
import { readWritten } from './config-file-reading.ts';
import type { WrittenReading } from './config-file-reading.ts';
import { durationSchema, percentSchema } from './duration.ts';

const factor = z.number().min(1).max(10);
const window = z.strictObject({ from: durationSchema, to: durationSchema });

const planSchema = z.strictObject({
  wall: durationSchema.optional().describe('Wall limit of the run. Default none.'),
  live: z.int().min(1).max(100).default(DEFAULT_VALUES['limits.live']),
  reserve: percentSchema.default(DEFAULT_VALUES['limits.reserve']),
  concurrency: z.enum(['auto', 'on', 'off']).default('auto'),
  serialBelow: durationSchema.default(DEFAULT_VALUES.serialBelow),
  review: z
    .strictObject({ by: z.enum(['human', 'checks']), limit: z.int().min(1).default(3) })
    .default({ by: 'checks', limit: 3 }),
  grace: durationSchema.default(DEFAULT_VALUES.grace),
  deadline: durationSchema.default(DEFAULT_VALUES['defaults.deadline']),
  tokens: tokensSchema.optional().describe('Of all attempts together. Default no limit.'),
  usd: z.number().min(0).optional().describe('What they may cost. Default no limit.'),
});

const groupSchema = z.strictObject({
  count: z.int().min(1).max(MAX_TASKS).default(1).describe('How many tasks there are of it.'),
  work: durationSchema.describe('Agent time that half of them need less than.'),
  spread: factor.default(1.3).describe('Two thirds lie within this factor of `work`.'),
  told: z.enum(['exact', 'median', 'unknown']).default('median').describe('The size in the plan.'),
  needs: z.array(textSchema).default([]).describe('Groups above it that must have landed before.'),
  chain: z.boolean().default(false).describe('Each needs the one before it.'),
  central: percentSchema.default(0).describe('Of them: also write the central file.'),
  tests: z.int().min(0).default(0).describe('Tests that each brings.'),
});

const agentsSchema = z.strictObject({
  believes: durationSchema.default(7_200_000).describe('The time it takes itself to have.'),
  fills: percentSchema.default(0.3).describe('It polishes until so much of that is used.'),
  obeys: percentSchema.default(0.9).describe('Listen to their deadline and to wrapping up.'),
  tokensPerMinute: z.int().min(0).default(60_000),
  usdPerMillion: z.number().min(0).optional().describe('Price of a million tokens.'),
  subAgents: z.int().min(0).max(50).default(0),
  slowdown: percentSchema.default(0.02).describe('By each further agent at work.'),
  crashes: percentSchema.default(0),
  hangs: percentSchema.default(0),
  silent: percentSchema.default(0),
  red: percentSchema.default(0),
  lies: percentSchema.default(0),
  strays: percentSchema.default(0),
});

const checksSchema = z.strictObject({
  time: durationSchema.default(40_000),
  spread: factor.default(1.2),
  flaky: percentSchema.default(0),
});

const reviewerSchema = z.strictObject({
  notices: durationSchema.default(300_000),
  takes: durationSchema.default(240_000),
  spread: factor.default(1.5),
  away: z.array(window).default([]),
  returns: percentSchema.default(0),
  retries: z.int().min(0).max(20).default(1),
});

const faultsSchema = z.strictObject({
  engineDiesEvery: durationSchema.optional(),
  calls: percentSchema.default(0).describe('Of the calls that may fail: fail this once.'),
  sleeps: z.array(window).default([]),
});

/** A scenario as it is written. Unknown keys are errors. */
const scenarioSchema = z
  .strictObject({
    about: textSchema.describe('What it is a model of.'),
    plan: planSchema.prefault({}),
    tasks: z.record(z.string().regex(/^[a-z][a-z0-9-]{0,29}$/u), groupSchema),
    agents: agentsSchema.prefault({}),
    checks: checksSchema.prefault({}),
    reviewer: reviewerSchema.optional().describe('Without one, nobody is there.'),
    faults: faultsSchema.prefault({}),
    until: durationSchema.default(28_800_000).describe('Nothing is looked at after this time.'),
  })
  .superRefine((written, context) => {
    for (const { path, message } of wrongIn(written))
      context.addIssue({ code: 'custom', path, message });
  });

type Written = z.output<typeof scenarioSchema>;

/** What fits the shape and still makes no scenario. */
const wrongIn = ({ tasks, agents }: Written) => {
  const names = Object.keys(tasks);
  const count = Object.values(tasks).reduce((sum, group) => sum + group.count, 0);
  const ends = agents.crashes + agents.hangs + agents.silent + agents.red;
  const needs = Object.entries(tasks).flatMap(([name, group]) =>
    group.needs.flatMap((need, index) =>
      names.slice(0, names.indexOf(name)).includes(need)
        ? []
        : [
            {
              path: ['tasks', name, 'needs', index],
              message: `no group ${need} stands above ${name}`,
            },
          ],
    ),
  );
  return [
    ...needs,
    ...(count < 1 || count > MAX_TASKS
      ? [{ path: ['tasks'], message: `1 to ${MAX_TASKS} tasks in all, not ${count}` }]
      : []),
    ...(ends > 1
      ? [{ path: ['agents'], message: 'crashes, hangs, silent and red come to more than 100%' }]
      : []),
  ];
};

/** Reads the value of a scenario file called `name`. */
export const readScenarioFile = (name: string, value: unknown): WrittenReading<Scenario> => {
  const { problems, written } = readWritten<Written>(scenarioSchema, value ?? {}, {
    elsewhere: ['limits', 'goal'],
    elsewhereFile: 'plan.yaml',
  });
  return { problems, written: written === null ? null : scenarioOf(name, written) };
};

const scenarioOf = (name: string, written: Written): Scenario => {
  const { plan, agents, checks, reviewer, faults } = written;
  return {
    name,
    about: written.about,
    plan: {
      wallMs: plan.wall ?? null,
      live: plan.live,
      reserve: plan.reserve,
      concurrency: plan.concurrency,
      serialBelowMs: plan.serialBelow,
      review: plan.review,
      graceMs: plan.grace,
      deadlineMs: plan.deadline,
      tokens: plan.tokens ?? null,
      usd: plan.usd ?? null,
    },
    groups: Object.entries(written.tasks).map(([group, { work, spread, ...more }]) => ({
      name: group,
      work: { median: work, factor: spread },
      ...more,
    })),
    agents: {
      ...agents,
      believesMs: agents.believes,
      usdPerMillion: agents.usdPerMillion ?? null,
    },
    checks: { time: { median: checks.time, factor: checks.spread }, flaky: checks.flaky },
    reviewer: reviewer === undefined ? null : reviewerOf(reviewer),
    faults: {
      engineDiesEveryMs: faults.engineDiesEvery ?? null,
      calls: faults.calls,
      sleeps: faults.sleeps.map(windowOf),
    },
    untilMs: written.until,
  };
};

const reviewerOf = (
  written: z.output<typeof reviewerSchema>,
): NonNullable<Scenario['reviewer']> => ({
  notices: { median: written.notices, factor: written.spread },
  takes: { median: written.takes, factor: written.spread },
  away: written.away.map(windowOf),
  returns: written.returns,
  retries: written.retries,
});

const windowOf = ({ from, to }: z.output<typeof window>) => ({ fromMs: from, toMs: to });

/** The JSON Schema of a scenario, for editors. */
export const scenarioJsonSchema = (): unknown => ({
  ...z.toJSONSchema(scenarioSchema, { io: 'input' }),
  title: 'scenario.yaml',
});
