import { NO_GRANTS } from '../../../src/domain/plan/grants.ts';
import { describe, expect, it } from 'vitest';
import type { LayerValues } from '../../../src/domain/config/layers.ts';
import { resolveConfig } from '../../../src/domain/config/resolve-config.ts';
import type { WrittenConfig } from '../../../src/domain/config/written-config.ts';
import type { Plan } from '../../../src/domain/plan/plan.ts';
import { planNotes } from '../../../src/domain/plan/plan-notes.ts';
import { MAX_TASKS, resolvePlan } from '../../../src/domain/plan/resolve-plan.ts';
import type { WrittenPlan } from '../../../src/domain/plan/written-plan.ts';
import { RESOLVERS } from '../../../src/domain/resolve/rules.ts';

const CONFIG: WrittenConfig = {
  setup: 'npm ci',
  checks: { unit: 'npm test', lint: { run: 'npm run lint', timeout: 1000 } },
  agents: {
    kimi: { use: 'command', run: 'kimi', model: 'k3' },
    plain: { use: 'command', run: 'plain' },
  },
  defaults: { agent: 'plain', model: 'base', effort: 'low', env: { A: '1', B: '2' } },
  limits: { live: 2 },
  grace: 5000,
};

const resolve = (written: WrittenPlan, flags: LayerValues = {}, config = CONFIG) => {
  const resolved = resolveConfig(config, '/repo');
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.error));
  return resolvePlan(written, resolved.value, {
    flags,
    promptFiles: new Map(),
    existing: [],
    strongest: 'worktree',
  });
};

const planOf = (written: WrittenPlan, flags: LayerValues = {}, config = CONFIG): Plan => {
  const resolved = resolve(written, flags, config);
  if (!resolved.ok) throw new Error(JSON.stringify(resolved.error));
  return resolved.value.plan;
};

const taskOf = (task: WrittenPlan['tasks'][string], flags: LayerValues = {}) =>
  planOf({ tasks: { a: { prompt: 'x', ...task } } }, flags).tasks[0];

describe('a resolved plan', () => {
  it('has everything filled in', () => {
    const plan = planOf({
      goal: 'g',
      base: 'main',
      limits: { wall: 60_000, tokens: 5_000_000 },
      tasks: { a: { prompt: 'x' } },
    });
    expect(plan).toEqual({
      goal: 'g',
      tasks: [
        {
          id: 'a',
          prompt: 'x',
          agent: {
            name: 'plain',
            use: 'command',
            run: 'plain',
            model: 'base',
            effort: 'low',
            args: [],
            env: {},
          },
          needs: [],
          writes: null,
          deliverables: [],
          locks: [],
          touches: [],
          sizeMs: null,
          sizeFrom: null,
          deadlineMs: 3_600_000,
          ownDeadline: false,
          checks: [
            { name: 'unit', run: 'npm test', timeoutMs: 600_000 },
            { name: 'lint', run: 'npm run lint', timeoutMs: 1000 },
          ],
          env: { A: '1', B: '2' },
          isolation: 'worktree',
          delegation: { mode: 'off' },
        },
      ],
      limits: {
        wallMs: 60_000,
        agentMs: null,
        live: 2,
        tokens: 5_000_000,
        usd: null,
        reserve: 0.2,
        retries: 1,
      },
      review: { by: 'human', limit: 3 },
      queue: { mode: 'tip-green', slots: 'auto', squash: false },
      resolve: { resolvers: RESOLVERS, generated: [] },
      assemble: null,
      conflicts: 'warn',
      duplicates: 'tell',
      concurrency: 'auto',
      admission: { mode: 'serial', reason: 'there is one task; two or more would change that' },
      setup: { name: 'setup', run: 'npm ci', timeoutMs: 600_000 },
      target: null,
      base: 'main',
      graceMs: 5000,
      questionMs: 60_000,
      grants: NO_GRANTS,
      prices: [],
      parked: { globs: [] },
    });
  });

  it('lets flags win over the task, and the task over the defaults', () => {
    expect(taskOf({ agent: 'claude' })?.agent.name).toBe('claude');
    expect(taskOf({ agent: 'claude' }, { 'defaults.agent': 'kimi' })?.agent.name).toBe('kimi');
    expect(taskOf({ deadline: 5 })?.deadlineMs).toBe(5);
    expect(taskOf({ deadline: 5 }, { 'defaults.deadline': 9 })?.deadlineMs).toBe(9);
    expect(taskOf({ checks: ['lint'] })?.checks.map(({ name }) => name)).toEqual(['lint']);
    expect(taskOf({ checks: [] })?.checks).toEqual([]);
    expect(
      taskOf({ checks: [] }, { 'defaults.checks': ['unit'] })?.checks.map(({ name }) => name),
    ).toEqual(['unit']);
    expect(
      planOf({ limits: { live: 3 }, tasks: { a: { prompt: 'x' } } }, { 'limits.live': 5 }).limits
        .live,
    ).toBe(5);
    expect(planOf({ limits: { live: 3 }, tasks: { a: { prompt: 'x' } } }).limits.live).toBe(3);
  });

  it("takes an agent's own model before the default one, and a task's before both", () => {
    expect(taskOf({ agent: 'kimi' })?.agent).toMatchObject({ model: 'k3', effort: 'low' });
    expect(taskOf({ agent: 'kimi', model: 'k4' })?.agent.model).toBe('k4');
    expect(taskOf({ agent: 'kimi', model: 'k4' }, { 'defaults.model': 'k5' })?.agent.model).toBe(
      'k5',
    );
    expect(taskOf({})?.agent.model).toBe('base');
  });

  it('knows who says its size', () => {
    expect(taskOf({ size: 60_000 })).toMatchObject({ sizeMs: 60_000, sizeFrom: 'plan' });
    expect(taskOf({})).toMatchObject({ sizeMs: null, sizeFrom: null });
  });

  it('merges the environment by name', () => {
    expect(taskOf({ env: { B: '3', C: '4' } })?.env).toEqual({ A: '1', B: '3', C: '4' });
  });

  it('decides by what may run at once', () => {
    const long = 30 * 60_000;
    const of = (a: readonly string[], b: readonly string[]) =>
      planOf({
        tasks: {
          a: { prompt: 'x', writes: a, size: long },
          b: { prompt: 'y', writes: b, size: long },
        },
      }).admission.mode;
    expect(of(['a/**'], ['b/**'])).toBe('concurrent');
    expect(of(['a/**'], ['a/b'])).toBe('serial');
  });

  it('takes ids that objects have by nature', () => {
    const { tasks } = planOf({
      tasks: { constructor: { prompt: 'x' }, b: { prompt: 'y', needs: ['constructor'] } },
    });
    expect(tasks.map(({ id }) => id)).toEqual(['constructor', 'b']);
    const missing = resolve({ tasks: { b: { prompt: 'y', needs: ['constructor'] } } });
    expect(missing.ok ? [] : missing.error.map(({ code }) => code)).toEqual(['missing-need']);
  });

  it('knows its assembler, and refuses one that does not come last', () => {
    const tasks = { a: { prompt: 'x' }, glue: { prompt: 'y', needs: ['a'] } };
    expect(planOf({ tasks }).assemble).toBe(null);
    expect(planOf({ assemble: 'integrator', tasks }).assemble).toBe(null);
    expect(planOf({ assemble: 'glue', tasks }).assemble).toBe('glue');
    const refused = resolve({ assemble: 'a', tasks });
    expect(refused.ok ? [] : refused.error.map(({ code }) => code)).toEqual([
      'assembler-too-early',
    ]);
  });

  it('has a bounded number of tasks', () => {
    const tasks = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [`t${n}`, { prompt: 'x', writes: [`d${n}/**`] }]),
      );
    expect(resolve({ tasks: tasks(MAX_TASKS) }).ok).toBe(true);
    const tooMany = resolve({ tasks: tasks(MAX_TASKS + 1) });
    expect(tooMany.ok ? [] : tooMany.error.map(({ message }) => message)).toEqual([
      'a plan has at most 500 tasks, this one has 501',
    ]);
  });
});

describe('planNotes', () => {
  it('says loudly what runs alone, what is unverified and what is guessed', () => {
    const plan = planOf({
      tasks: {
        a: { prompt: 'x', checks: [] },
        b: { prompt: 'y', writes: ['b'], size: 60_000 },
        c: { prompt: 'z' },
      },
    });
    expect(planNotes(plan)).toEqual([
      'a and c declare no writes and run alone, one at a time; give each `writes: […]` to let it run beside others',
      'a has no checks: its delivery will be unverified and will not land by itself',
      'a and c have no size and count as 15m each',
    ]);
  });

  it('says who could write what another task is to leave behind', () => {
    const of = (needs: readonly string[]) =>
      planNotes(
        planOf({
          tasks: {
            a: { prompt: 'x', writes: ['a'], deliverables: ['a/x'], needs, size: 60_000 },
            b: { prompt: 'y', size: 60_000 },
          },
        }),
      ).filter((note) => note.includes('last word'));
    expect(of([])).toEqual([
      'b could write a/x after a, which is to leave it behind; `needs: [b]` in a gives it the last word',
    ]);
    expect(of(['b'])).toEqual([]);
  });

  it.each<[string, Record<string, readonly string[]>, number | null, readonly string[]]>([
    [
      'one that all wait for',
      { core: [], a: ['core'], b: ['core'] },
      60,
      [
        'core holds up all others for 15m, 25% of the run; take out of it what they do not all wait for',
      ],
    ],
    [
      'two in a row',
      { lib: [], core: ['lib'], a: ['core'], b: ['core'] },
      60,
      [
        'lib and core hold up all others for 30m, 50% of the run; take out of it what they do not all wait for',
      ],
    ],
    ['long enough a run', { core: [], a: ['core'], b: ['core'] }, 61, []],
    ['no wall limit', { core: [], a: ['core'], b: ['core'] }, null, []],
    ['one beside it', { core: [], a: ['core'], b: ['core'], free: [] }, 60, []],
    ['a chain', { core: [], a: ['core'], b: ['a'] }, 60, []],
    ['what comes last', { a: [], b: [], glue: ['a', 'b'] }, 60, []],
  ])('says what holds up everything else: %s', (_, needs, wall, expected) => {
    const tasks = Object.fromEntries(
      Object.entries(needs).map(([id, own]) => [
        id,
        { prompt: 'x', writes: [id], needs: own, size: 15 * 60_000 },
      ]),
    );
    const limits = wall === null ? {} : { wall: wall * 60_000 };
    expect(planNotes(planOf({ tasks, limits }))).toEqual(expected);
  });

  it('says what is counted by past attempts', () => {
    const plan = planOf({ tasks: { a: { prompt: 'x' } } });
    const tasks = plan.tasks.map((each) => ({
      ...each,
      sizeMs: 720_000,
      sizeFrom: 'history' as const,
    }));
    expect(planNotes({ ...plan, tasks })).toEqual([
      'a (12m) has no size and counts as what half of its agent’s attempts took here',
    ]);
  });

  it('is silent where nothing is to be said', () => {
    expect(planNotes(planOf({ tasks: { a: { prompt: 'x', size: 60_000 } } }))).toEqual([]);
  });

  it('names the first five of many', () => {
    const tasks = Object.fromEntries(
      Array.from({ length: 7 }, (_, n) => [`t${n}`, { prompt: 'x', writes: [`d${n}`] }]),
    );
    expect(planNotes(planOf({ tasks }))).toEqual([
      't0, t1, t2, t3, t4 and 2 more have no size and count as 15m each',
    ]);
  });
});
