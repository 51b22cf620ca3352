import { NO_GRANTS } from '../../src/domain/plan/grants.ts';
import type { CheckDefinition, Plan, Task } from '../../src/domain/plan/plan.ts';
import { parseScope } from '../../src/domain/plan/scope.ts';
import type { Scope } from '../../src/domain/plan/scope.ts';

export const MINUTE = 60_000;

/** The check that tests give their tasks. */
export const unitCheck: CheckDefinition = { name: 'unit', run: 'npm test', timeoutMs: MINUTE };

/** A scope of patterns that are known to be right. */
export const scopeOf = (...patterns: readonly string[]): Scope => {
  const parsed = parseScope(patterns);
  if (!parsed.ok) throw new Error(`not a scope: ${patterns.join(' ')}`);
  return parsed.value;
};

/** A task that writes `<id>/**` and has one check, unless told otherwise. */
export const taskOf = (id: string, more: Partial<Task> = {}): Task => ({
  id,
  prompt: `Write ${id}.`,
  agent: { name: 'robot', use: 'scripted', args: [], env: {} },
  needs: [],
  writes: scopeOf(`${id}/**`),
  deliverables: [],
  locks: [],
  touches: [],
  sizeMs: null,
  sizeFrom: (more.sizeMs ?? null) === null ? null : 'plan',
  deadlineMs: 30 * MINUTE,
  ownDeadline: false,
  checks: [unitCheck],
  env: {},
  isolation: 'worktree',
  delegation: { mode: 'off' },
  ...more,
});

/** No limit of tokens or money, and nothing is made again by itself. */
export const NO_BUDGET = { agentMs: null, tokens: null, usd: null, retries: 0 } as const;

/** A plan reviewed by checks, with room for four attempts at once and no wall limit, unless told otherwise. */
export const planOf = (tasks: readonly Task[], more: Partial<Plan> = {}): Plan => ({
  goal: 'Test',
  tasks,
  limits: {
    wallMs: null,
    live: 4,
    agentMs: null,
    tokens: null,
    usd: null,
    reserve: 0.2,
    retries: 0,
  },
  review: { by: 'checks', limit: 3 },
  queue: { mode: 'tip-green', slots: 1, squash: false },
  assemble: null,
  concurrency: 'on',
  admission: { mode: 'concurrent', reason: 'concurrency is on' },
  setup: null,
  grants: NO_GRANTS,
  target: null,
  base: null,
  graceMs: MINUTE,
  questionMs: 60_000,
  prices: [],
  parked: { globs: [] },
  ...more,
});

/** The same, reviewed by a person. */
export const reviewedPlan = (tasks: readonly Task[], limit = 3, more: Partial<Plan> = {}): Plan =>
  planOf(tasks, { review: { by: 'human', limit }, ...more });
