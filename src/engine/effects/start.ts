import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { AgentProcess } from '../../domain/attempt/attempt.ts';
import type { Neighbour, Part } from '../../domain/brief/render-brief.ts';
import { renderBrief } from '../../domain/brief/render-brief.ts';
import type { Failure } from '../../domain/failure.ts';
import { failure } from '../../domain/failure.ts';
import { attemptDeadline } from '../../domain/governor/deadline-term.ts';
import { holds } from '../../domain/governor/holds.ts';
import { handingIn } from '../../domain/plan/handing-in.ts';
import type { Task } from '../../domain/plan/plan.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import type { Effect, EffectOutcome } from '../../domain/run/effects.ts';
import type { RunState } from '../../domain/run/state.ts';
import { attemptState, planTask } from '../../domain/run/state.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { delegationText } from '../../domain/plan/delegation.ts';
import type { Agent, Launch } from '../../ports/agent.ts';
import type { CommandSpec } from '../../ports/commands.ts';
import type { SupervisionState } from '../../ports/supervision.ts';
import { ABANDONED } from './context.ts';
import type { EffectContext } from './context.ts';
import { BRIEF, FIXED, GIVEN, handoffFile, scratchFolder } from './context.ts';
import { enterPlace } from './enter.ts';
import { GUARD_CONFIG, writeGuardConfig } from './guard.ts';

type StartEffect = Extract<Effect, { kind: 'start' }>;

const KILL_AFTER_MS = 5_000;
/** The engine stops an agent at its deadline; the supervisor does so this much later if nobody did. */
const BACKSTOP_MS = 2_000;

/** Renders the brief and starts the agent under its supervisor, or adopts what was started before. */
export const start = async (
  context: EffectContext,
  effect: StartEffect,
): Promise<EffectOutcome> => {
  const { deps, run } = context;
  const attempt = attemptState(run(), effect.attempt);
  const task = planTask(run(), attempt.task);
  const deadlineAt = attemptDeadline(run(), task, deps.clock.now());
  const folder = await deps.files.folder(effect.attempt);
  const launch = await launchOf(context, effect, { task, deadlineAt, folder });
  if (!launch.ok) return { kind: 'start-failed', failure: launch.error };
  if (context.abandoned()) return { kind: 'start-failed', failure: ABANDONED };
  const { stdin, keepOpen } = launch.value;
  const entered = await enter(context, effect, { task, folder, launch: launch.value });
  if (!entered.ok) return { kind: 'start-failed', failure: entered.error };
  const started = await deps.supervision.start({
    attempt: effect.attempt,
    folder,
    command: entered.value,
    stdin,
    keepOpen,
    deadlineAt: deadlineAt + BACKSTOP_MS,
    killAfterMs: KILL_AFTER_MS,
  });
  return started.ok
    ? startOutcome(run(), task, started.value)
    : { kind: 'start-failed', failure: started.error };
};

/** The way in for the agent; what it is given of the host is noted for the receipt. */
const enter = async (
  { deps, run }: EffectContext,
  { attempt, workspace }: StartEffect,
  of: { readonly task: Task; readonly folder: string; readonly launch: Launch },
): Promise<Result<CommandSpec, Failure>> => {
  const { task, folder, launch } = of;
  const provided = hasBoundary(workspace.level)
    ? deps.provisions.forAgent(task.agent, run().plan.grants)
    : null;
  if (provided !== null) await deps.files.write(attempt, GIVEN, JSON.stringify(provided.given));
  const setup = await deps.setups.of(workspace);
  const env = { ...setup.env, ...launch.env, ...task.env };
  const guard = deps.checkout === undefined ? [] : [GUARD_CONFIG];
  const files = [BRIEF, ...guard, ...launch.files.map(({ name }) => name)];
  return enterPlace(
    deps,
    workspace,
    { argv: launch.argv, cwd: workspace.path, env },
    {
      provide: () => provided ?? deps.provisions.forCommands(run().plan.grants),
      files: files.map((name) => `${folder}/${name}`),
    },
  );
};

/** What a supervised attempt that is found after a crash means for its `start` effect. */
export const startOutcome = (
  run: RunState,
  task: Task,
  state: Exclude<SupervisionState, { kind: 'absent' }>,
): EffectOutcome => ({
  kind: 'start',
  process: state.process ?? NEVER_RAN,
  startedAt: state.startedAt,
  deadlineAt: attemptDeadline(run, task, state.startedAt),
});

/** Stands for a process that could not be started at all; its exit record tells why. */
const NEVER_RAN: AgentProcess = { supervisorPid: 0, pid: 0, startTime: '' };

const launchOf = async (
  context: EffectContext,
  effect: StartEffect,
  input: { readonly task: Task; readonly deadlineAt: number; readonly folder: string },
): Promise<Result<Launch, Failure>> => {
  const { deps, run } = context;
  const { task, folder } = input;
  const agent = deps.agent(task.agent.use);
  if (agent === null)
    return err(failure('unknown-agent', `there is no agent adapter ${task.agent.use}`));
  const refused = cannotDelegate(agent, task);
  if (refused !== null) return err(refused);
  const brief = briefOf(context, effect, input);
  const briefFile = await deps.files.write(effect.attempt, BRIEF, brief);
  const launch = agent.launch({
    attempt: effect.attempt,
    task: task.id,
    n: attemptState(run(), effect.attempt).n,
    spec: task.agent,
    brief,
    briefFile,
    handoffFile: handoffFile(effect.workspace),
    folder,
    scratch: scratchFolder(effect.workspace) ?? folder,
    workspace: effect.workspace.path,
    boundary: hasBoundary(effect.workspace.level),
    delegation: task.delegation,
    questionMs: run().plan.questionMs,
    guard: await writeGuardConfig(context, { workspace: effect.workspace, task, folder }),
    checks: task.checks.map((check) => check.run),
  });
  if (!launch.ok) return launch;
  const { fixed } = launch.value;
  if (Object.keys(fixed).length > 0) {
    // The brief names times and folders; what is asked is the same.
    const equal = canonicalJson({ ...fixed, prompt: task.prompt, goal: run().plan.goal });
    await deps.files.write(effect.attempt, FIXED, deps.sha256(equal));
  }
  for (const { name, content } of launch.value.files)
    await deps.files.write(effect.attempt, name, content);
  return ok(launch.value);
};

/** An agent is never started under a promise about sub-agents that it cannot be held to. */
const cannotDelegate = ({ name, capabilities }: Agent, { delegation }: Task): Failure | null => {
  const { delegation: known } = capabilities;
  // Where nothing is known of sub-agents, none are promised.
  if (known.includes(delegation.mode) || (known.length === 0 && delegation.mode === 'off'))
    return null;
  return failure(
    'delegation-unsupported',
    `${name} cannot be held to delegation ${delegationText(delegation)}`,
    { hint: known.length === 0 ? 'write off' : `it knows: ${known.join(', ')}` },
  );
};

const briefOf = (
  { deps, run }: EffectContext,
  effect: StartEffect,
  input: { readonly task: Task; readonly deadlineAt: number; readonly folder: string },
): string => {
  const { n, base, comeback } = attemptState(run(), effect.attempt);
  return renderBrief({
    goal: run().plan.goal,
    task: input.task,
    n,
    workspace: effect.workspace.path,
    base,
    deadline: deps.timeText(input.deadlineAt),
    minutes: Math.max(0, Math.round((input.deadlineAt - deps.clock.now()) / 60_000)),
    handoffFile: handoffFile(effect.workspace),
    neighbours: neighbours(run(), input.task),
    parts: partsOf(run(), input.task),
    comeback,
  });
};

const partsOf = ({ plan }: RunState, { id }: Task): readonly Part[] =>
  plan.assemble === id
    ? handingIn(plan.tasks, id).map(({ id: task, deliverables }) => ({ task, deliverables }))
    : [];

const neighbours = (run: RunState, task: Task): readonly Neighbour[] =>
  run.plan.tasks
    .filter((other) => other.id !== task.id && holds(run, other))
    .map(({ id, writes, locks }) => ({
      task: id,
      writes: writes === null ? null : writes.globs.map(({ source }) => source),
      locks,
    }));
