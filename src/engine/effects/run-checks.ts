import { canonicalJson } from '../../domain/canonical-json.ts';
import type { CheckResult } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import type { CheckDefinition, Task } from '../../domain/plan/plan.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import { LOCK_FILES } from '../../domain/plan/lock-files.ts';
import type { CommandOutcome } from '../../ports/commands.ts';
import type { CheckCopy } from '../../ports/workspaces.ts';
import { enterPlace } from './enter.ts';
import { ABANDONED, runCommand } from './context.ts';
import type { EffectContext } from './context.ts';

/** Which checks on what, and where their logs go. */
export interface CheckRequest {
  readonly run: RunId;
  readonly task: Task;
  readonly setup: CheckDefinition | null;
  readonly commit: string;
  readonly tree: string;
  /** Folder for the logs; absolute, it exists. */
  readonly logs: string;
  readonly tag: string;
  /** Ask again what is known to be red. */
  readonly again?: boolean;
}

/** What came of it. `setup` is null where none is configured or none was needed. */
export interface CheckRun {
  readonly setup: CheckResult | null;
  readonly checks: readonly CheckResult[];
}

/** Runs the task's checks on that very tree in a clean work copy; known verdicts are not asked again. */
export const runChecks = async (
  context: EffectContext,
  request: CheckRequest,
): Promise<Result<CheckRun, Failure>> => {
  const { deps } = context;
  const known = await Promise.all(
    request.task.checks.map((check) => knownVerdict(context, request, check)),
  );
  if (known.every((result) => result !== null))
    return ok({ setup: null, checks: known.filter((result) => result !== null) });
  const copy = await deps.workspaces.checkCopy(request.run, request.commit, request.task.isolation);
  if (!copy.ok) return copy;
  try {
    const done = await setUpCopy(context, request, copy.value);
    if (!done.ok) return done;
    const setup = done.value;
    if (setup !== null && setup.status !== 'passed')
      return ok({ setup, checks: blockedBy(context, request, setup) });
    const checks: CheckResult[] = [];
    for (const [index, check] of request.task.checks.entries()) {
      if (context.abandoned()) return err(ABANDONED);
      const verdict = known[index] ?? null;
      const result =
        verdict === null ? await runCheck(context, request, check, copy.value) : ok(verdict);
      if (!result.ok) return result;
      checks.push(result.value);
    }
    return ok({ setup, checks });
  } finally {
    await copy.value.release();
  }
};

/** The same command may have been run under another name. */
const knownVerdict = async (
  context: EffectContext,
  request: CheckRequest,
  check: CheckDefinition,
): Promise<CheckResult | null> => {
  const result = await context.deps.verdicts.get(
    request.tree,
    definitionOf(context, request, check),
  );
  if (result === null || (request.again === true && result.status !== 'passed')) return null;
  return { ...result, name: check.name };
};

const definitionOf = (
  { deps }: EffectContext,
  request: CheckRequest,
  check: CheckDefinition,
): string =>
  deps.sha256(
    canonicalJson([check.run, check.timeoutMs, request.setup?.run ?? null, request.task.env]),
  );

/** The set-up is done again only when it, or a lock file it reads, has changed. */
const setUpCopy = async (
  context: EffectContext,
  request: CheckRequest,
  copy: CheckCopy,
): Promise<Result<CheckResult | null, Failure>> => {
  const { setup } = request;
  if (setup === null) return ok(null);
  const locks = await context.deps.repository.resolve(
    LOCK_FILES.map((path) => `${request.commit}:${path}`),
  );
  const key = context.deps.sha256(JSON.stringify([setup.run, locks]));
  if ((await copy.setupKey()) === key) return ok(null);
  const result = await runCheck(context, request, setup, copy);
  if (result.ok && result.value.status === 'passed') await copy.markSetup(key);
  return result;
};

const runCheck = async (
  context: EffectContext,
  request: CheckRequest,
  check: CheckDefinition,
  copy: CheckCopy,
): Promise<Result<CheckResult, Failure>> => {
  const { deps } = context;
  const log = `${request.logs}/${check.name}.log`;
  const env = { ...request.task.env, CI: 'true' };
  const command = { argv: ['sh', '-c', check.run], cwd: copy.path, env };
  const provide = () => deps.provisions.forCommands(context.run().plan.grants);
  const entered = await enterPlace(deps, copy, command, { provide });
  if (!entered.ok) return entered;
  const outcome = await runCommand(context, {
    command: entered.value,
    tag: request.tag,
    timeoutMs: check.timeoutMs,
    logFile: log,
  });
  const definition = definitionOf(context, request, check);
  const result: CheckResult = {
    name: check.name,
    definition,
    tree: request.tree,
    by: 'fanin',
    status: outcome.exit === 0 ? 'passed' : 'failed',
    reason: reasonOf(outcome, check),
    ms: outcome.ms,
    exit: outcome.exit,
    log,
  };
  if (isVerdict(outcome) && check !== request.setup && !context.abandoned())
    await deps.verdicts.put(result);
  return ok(result);
};

/** Only an exit by the check itself says something about the tree: a kill or a time-out may be the machine's doing. */
const isVerdict = (outcome: CommandOutcome): boolean => outcome.exit !== null && !outcome.timedOut;

const reasonOf = (outcome: CommandOutcome, check: CheckDefinition): string | null => {
  if (outcome.timedOut) return `took longer than ${Math.round(check.timeoutMs / 1000)} s`;
  if (outcome.signal !== null) return `killed by ${outcome.signal}`;
  return outcome.exit === 0 ? null : `exit code ${outcome.exit}`;
};

const blockedBy = (
  context: EffectContext,
  request: CheckRequest,
  setup: CheckResult,
): readonly CheckResult[] =>
  request.task.checks.map((check) => ({
    ...setup,
    name: check.name,
    definition: definitionOf(context, request, check),
    reason: `the set-up failed (${setup.reason ?? 'no reason'})`,
  }));
