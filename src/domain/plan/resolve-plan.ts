import type { IsolationLevel } from '../attempt/attempt.ts';
import { checkValues } from '../config/check-values.ts';
import type { Config } from '../config/config.ts';
import { overlay } from '../config/layers.ts';
import type { Layered, LayerValues } from '../config/layers.ts';
import { problem } from '../config/problem.ts';
import type { Problem } from '../config/problem.ts';
import { unknownAgent, unknownCheck } from '../config/resolve-config.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { admission } from './admission.ts';
import { assemblerProblems, INTEGRATOR } from './assembler-problems.ts';
import { deliverableProblems } from './deliverable-problems.ts';
import { exclusions } from './exclusions.ts';
import { needProblems } from './need-problems.ts';
import type { Plan, Task } from './plan.ts';
import type { PromptFiles } from './prompt.ts';
import { resolveTask } from './resolve-task.ts';
import { sharedDeliverables } from './shared-deliverables.ts';
import type { WrittenPlan } from './written-plan.ts';

/** What a plan is resolved against, besides the config. */
export interface PlanEnvironment {
  /** Values from the command line; a name of an agent or of checks holds for every task. */
  readonly flags: LayerValues;
  /** Prompt files that were read, by the path as written. */
  readonly promptFiles: PromptFiles;
  /** Paths of the repository, for better witnesses; empty is fine. */
  readonly existing: readonly string[];
  /** The strongest isolation that this host proves. */
  readonly strongest: IsolationLevel;
}

/** A resolved plan with where its values come from. */
export interface ResolvedPlan {
  readonly plan: Plan;
  readonly layered: Layered;
}

/** More tasks than any run has hands for; the bound keeps what looks at pairs of tasks fast. */
export const MAX_TASKS = 500;

/**
 * A written plan over the config and under the flags: defaults filled in, references checked, serial or
 * concurrent decided. Errors: all problems, in the order of the file as far as tasks go.
 */
export function resolvePlan(
  written: WrittenPlan,
  config: Config,
  environment: PlanEnvironment,
): Result<ResolvedPlan, readonly Problem[]> {
  const { layered, problems: layerProblems } = layersOf(written, config, environment.flags);
  const tasks: Task[] = [];
  const problems: Problem[] = [
    ...countProblems(written),
    ...layerProblems,
    ...needProblems(written.tasks),
  ];
  for (const [id, task] of Object.entries(written.tasks)) {
    const resolved = resolveTask(id, task, { config, layered, ...environment });
    if (resolved.ok) tasks.push(resolved.value);
    else problems.push(...resolved.error);
  }
  problems.push(
    ...deliverableProblems(written.tasks),
    ...sharedDeliverables(written.tasks),
    ...assemblerProblems(written),
  );
  if (problems.length > 0) return err(problems);
  return ok({ plan: assemble(written, { config, layered, tasks }, environment.existing), layered });
}

const layersOf = (
  written: WrittenPlan,
  config: Config,
  flags: LayerValues,
): { readonly layered: Layered; readonly problems: readonly Problem[] } => {
  const values = planValues(written);
  return {
    layered: overlay(overlay(config.layered, 'plan', values), 'flag', flags),
    problems: [
      ...checkValues('plan', values),
      ...checkValues('flag', flags),
      ...flagNameProblems(flags, config),
    ],
  };
};

const planValues = (written: WrittenPlan): LayerValues => ({
  concurrency: written.concurrency,
  undeclared: written.undeclared,
  assemble: written.assemble,
  target: written.target,
  conflicts: written.conflicts,
  duplicates: written.duplicates,
  base: written.base,
  'limits.live': written.limits?.live,
  'limits.wall': written.limits?.wall,
  'limits.agent': written.limits?.agent,
  'limits.tokens': written.limits?.tokens,
  'limits.usd': written.limits?.usd,
  'limits.reserve': written.limits?.reserve,
  'limits.retries': written.limits?.retries,
});

const flagNameProblems = (flags: LayerValues, config: Config): readonly Problem[] => {
  const agent = flags['defaults.agent'];
  const agents = config.agents.map(({ name }) => name);
  const checks = config.checks.map(({ name }) => name);
  const unknown = (flags['defaults.checks'] ?? []).filter((name) => !checks.includes(name));
  return [
    ...(agent === undefined || agents.includes(agent)
      ? []
      : [{ ...unknownAgent([], agent, agents), flag: '--agent' }]),
    ...unknown.map((name) => ({ ...unknownCheck([], name, checks), flag: '--checks' })),
  ];
};

const countProblems = ({ tasks }: WrittenPlan): readonly Problem[] => {
  const count = Object.keys(tasks).length;
  if (count === 0) {
    const hint = 'for instance `core: { prompt: "…", writes: [src/core/**] }`';
    return [problem('empty-plan', ['tasks'], 'the plan has no tasks', { hint })];
  }
  if (count <= MAX_TASKS) return [];
  const message = `a plan has at most ${MAX_TASKS} tasks, this one has ${count}`;
  return [problem('too-many-tasks', ['tasks'], message, { part: 'key' })];
};

const assemble = (
  written: WrittenPlan,
  resolved: {
    readonly config: Config;
    readonly layered: Layered;
    readonly tasks: readonly Task[];
  },
  existing: readonly string[],
): Plan => {
  const { config, tasks } = resolved;
  const { values } = resolved.layered;
  return {
    goal: written.goal ?? '',
    tasks,
    limits: {
      wallMs: values['limits.wall'],
      live: values['limits.live'],
      agentMs: values['limits.agent'],
      tokens: values['limits.tokens'],
      usd: values['limits.usd'],
      reserve: values['limits.reserve'],
      retries: values['limits.retries'],
    },
    review: { by: values['review.by'], limit: values['review.limit'] },
    queue: {
      mode: values['queue.mode'],
      slots: values['queue.slots'],
      squash: values['queue.squash'],
    },
    assemble: values.assemble === INTEGRATOR ? null : values.assemble,
    conflicts: values.conflicts,
    duplicates: values.duplicates,
    concurrency: values.concurrency,
    admission: admission({
      tasks,
      concurrency: values.concurrency,
      live: values['limits.live'],
      serialBelowMs: values.serialBelow,
      excluded: exclusions(tasks, existing),
    }),
    setup: config.setup,
    target: values.target,
    base: values.base,
    graceMs: values.grace,
    questionMs: values.questions,
    parked: { globs: [] },
    grants: config.grants,
    prices: config.prices,
    resolve: config.resolve,
  };
};
