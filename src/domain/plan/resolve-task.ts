import type { IsolationLevel } from '../attempt/attempt.ts';
import { longerThanZero } from '../config/check-values.ts';
import type { Config } from '../config/config.ts';
import type { Layered, LayeredValues } from '../config/layers.ts';
import { problem } from '../config/problem.ts';
import type { PathStep, Problem } from '../config/problem.ts';
import { unknownAgent, unknownCheck } from '../config/resolve-config.ts';
import { isTaskId } from '../ids.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { AgentSpec, CheckDefinition, Task } from './plan.ts';
import { promptOf } from './prompt.ts';
import type { PromptFiles } from './prompt.ts';
import { parseScope } from './scope.ts';
import type { Scope } from './scope.ts';
import type { WrittenTask } from './written-plan.ts';

/** What a task is resolved against. */
export interface TaskContext {
  readonly config: Config;
  readonly layered: Layered;
  readonly promptFiles: PromptFiles;
  /** What `auto` isolation is on this host. */
  readonly strongest: IsolationLevel;
}

/**
 * One task with everything filled in. What concerns other tasks (needs, owners of deliverables) is checked
 * elsewhere. Errors: all problems of the task.
 */
export function resolveTask(
  id: string,
  written: WrittenTask,
  context: TaskContext,
): Result<Task, readonly Problem[]> {
  const problems: Problem[] = [...idProblems(id), ...valueProblems(id, written)];
  const take = <T>(result: Result<T, readonly Problem[]>, otherwise: T): T => {
    if (result.ok) return result.value;
    problems.push(...result.error);
    return otherwise;
  };
  const prompt = take(promptOf(id, written, context.promptFiles), '');
  const writes = take(scopeOf(id, written), null);
  const agent = take(agentOf(id, written, context), NO_AGENT);
  const checks = take(checksOf(id, written, context), []);
  if (problems.length > 0) return err(problems);
  return ok({
    id,
    prompt,
    agent,
    needs: written.needs ?? [],
    writes,
    deliverables: written.deliverables ?? [],
    locks: written.locks ?? [],
    touches: [],
    sizeMs: written.size ?? null,
    sizeFrom: written.size === undefined ? null : 'plan',
    deadlineMs: pick(context.layered, 'defaults.deadline', written.deadline),
    ownDeadline:
      written.deadline !== undefined || context.layered.origins['defaults.deadline'] === 'flag',
    checks,
    env: { ...context.config.env, ...written.env },
    isolation: levelOf(written, context),
    delegation: pick(context.layered, 'defaults.delegation', written.delegation),
  });
}

const levelOf = (
  { isolation }: WrittenTask,
  { layered, strongest }: TaskContext,
): IsolationLevel => {
  const level = pick(layered, 'isolation', isolation);
  return level === 'auto' ? strongest : level;
};

const idProblems = (id: string): readonly Problem[] => {
  if (isTaskId(id)) return [];
  const message = `${JSON.stringify(id)} cannot name a task`;
  const hint = 'use a-z, 0-9, `-` and `_`, at most 40, a letter or digit first';
  return [problem('bad-task-id', ['tasks', id], message, { part: 'key', hint })];
};

const valueProblems = (id: string, written: WrittenTask): readonly Problem[] => {
  const deadline = longerThanZero(written.deadline);
  const size = longerThanZero(written.size);
  const problems: Problem[] = [];
  if (deadline !== null) {
    problems.push(problem('bad-deadline', ['tasks', id, 'deadline'], deadline));
  }
  if (size !== null) problems.push(problem('bad-size', ['tasks', id, 'size'], size));
  for (const [index, lock] of (written.locks ?? []).entries()) {
    const path = ['tasks', id, 'locks', index];
    if (lock.trim() === '') problems.push(problem('bad-lock', path, 'the name of a lock is empty'));
  }
  return problems;
};

const scopeOf = (id: string, { writes }: WrittenTask): Result<Scope | null, readonly Problem[]> => {
  const path = ['tasks', id, 'writes'];
  if (writes === undefined) return ok(null);
  if (writes.length === 0) {
    const message = 'a task that writes nothing has nothing to deliver (not built yet: `verifies`)';
    const hint = 'name what it may write, or leave `writes` out to let it run alone';
    return err([problem('empty-scope', path, message, { hint })]);
  }
  const scope = parseScope(writes);
  if (scope.ok) return scope;
  return err(
    scope.error.map(({ pattern, index, error }) => {
      const where = error.at === 0 ? '' : `, character ${error.at + 1}`;
      const message = `bad pattern ${JSON.stringify(pattern)}${where}`;
      return problem('bad-scope', [...path, index], message, {
        offset: error.at,
        hint: error.message,
      });
    }),
  );
};

const NO_AGENT: AgentSpec = { name: '', use: '', args: [], env: {} };

const agentOf = (
  id: string,
  written: WrittenTask,
  { config, layered }: TaskContext,
): Result<AgentSpec, readonly Problem[]> => {
  const name = pick(layered, 'defaults.agent', written.agent);
  const found = config.agents.find((agent) => agent.name === name);
  if (found === undefined) {
    // A wrong flag or default is reported where it was written.
    if (name !== written.agent) return ok(NO_AGENT);
    const known = config.agents.map((agent) => agent.name);
    return err([unknownAgent(['tasks', id, 'agent'], name, known)]);
  }
  const model = own(layered, 'defaults.model', written.model, found.model);
  const effort = own(layered, 'defaults.effort', written.effort, found.effort);
  return ok({
    ...found,
    ...(model === null ? {} : { model }),
    ...(effort === null ? {} : { effort }),
  });
};

const checksOf = (
  id: string,
  written: WrittenTask,
  { config, layered }: TaskContext,
): Result<readonly CheckDefinition[], readonly Problem[]> => {
  const names = pick(layered, 'defaults.checks', written.checks);
  const isOwn = names !== null && names === written.checks;
  const known = config.checks.map(({ name }) => name);
  const problems: Problem[] = [];
  if (isOwn) {
    for (const [index, name] of names.entries()) {
      const path: readonly PathStep[] = ['tasks', id, 'checks', index];
      if (!known.includes(name)) problems.push(unknownCheck(path, name, known));
    }
  }
  if (problems.length > 0) return err(problems);
  return ok(
    names === null ? config.checks : config.checks.filter(({ name }) => names.includes(name)),
  );
};

/** A flag beats the task, and the task beats the layers below. */
const pick = <
  K extends
    | 'isolation'
    | 'defaults.agent'
    | 'defaults.deadline'
    | 'defaults.checks'
    | 'defaults.delegation',
>(
  { values, origins }: Layered,
  key: K,
  mine: LayeredValues[K] | undefined,
): LayeredValues[K] => (origins[key] === 'flag' || mine === undefined ? values[key] : mine);

/**
 * As `pick`, but what the agent itself says comes before the defaults: a model that is right for one agent
 * is wrong for another.
 */
const own = (
  { values, origins }: Layered,
  key: 'defaults.model' | 'defaults.effort',
  mine: string | undefined,
  agents: string | undefined,
): string | null => {
  if (origins[key] === 'flag') return values[key];
  return mine ?? agents ?? values[key];
};
