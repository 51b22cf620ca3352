import { canonicalJson } from '../../domain/canonical-json.ts';
import type { CheckResult } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import type { RunId } from '../../domain/ids.ts';
import type { CheckDefinition, Task } from '../../domain/plan/plan.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import { LOCK_FILES } from '../../domain/plan/lock-files.ts';
import type { CommandOutcome } from '../../ports/commands.ts';
import type { CheckSetup } from '../../ports/setups.ts';
import type { CheckCopy } from '../../ports/workspaces.ts';
import { runScripts } from './check-scripts.ts';
import type { ScriptRun } from './check-scripts.ts';
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
  /** What a person should know of the set-up scripts of other tools, a line each. */
  readonly notes: readonly string[];
}

/** A request, with what copies of its commit have beyond their files. */
interface Checking extends CheckRequest {
  readonly own: CheckSetup;
}

/** Runs the task's checks on that very tree in a clean work copy; known verdicts are not asked again. */
export const runChecks = async (
  context: EffectContext,
  wanted: CheckRequest,
): Promise<Result<CheckRun, Failure>> => {
  const { deps } = context;
  const own = await deps.setups.forChecks(wanted.commit);
  const request = { ...wanted, own };
  const known = await Promise.all(
    request.task.checks.map((check) => knownVerdict(context, request, check)),
  );
  if (known.every((result) => result !== null))
    return ok({
      setup: null,
      checks: known.filter((result) => result !== null),
      notes: own.notes,
    });
  const copy = await deps.workspaces.checkCopy(request.run, request.commit, request.task.isolation);
  if (!copy.ok) return copy;
  const scripts = {
    copy: copy.value,
    own,
    env: request.task.env,
    logs: request.logs,
    tag: request.tag,
  };
  try {
    const done = await setUpCopy(context, request, scripts);
    if (!done.ok) return done;
    const { setup, failed } = done.value;
    const notes = [...own.notes, ...failed];
    if (setup !== null && setup.status !== 'passed')
      return ok({ setup, checks: blockedBy(context, request, setup), notes });
    const checks: CheckResult[] = [];
    for (const [index, check] of request.task.checks.entries()) {
      if (context.abandoned()) return err(ABANDONED);
      const verdict = known[index] ?? null;
      const result =
        verdict === null
          ? await runCheck(context, request, { check, copy: copy.value, failed })
          : ok(verdict);
      if (!result.ok) return result;
      checks.push(result.value);
    }
    return ok({ setup, checks, notes });
  } finally {
    // What scripts have started would outlive the copy.
    if (!context.abandoned()) await runScripts(context, 'cleanup', scripts);
    await copy.value.release();
  }
};

/** The same command may have been run under another name. */
const knownVerdict = async (
  context: EffectContext,
  request: Checking,
  check: CheckDefinition,
): Promise<CheckResult | null> => {
  const result = await context.deps.verdicts.get(
    request.tree,
    definitionOf(context, request, check),
  );
  if (result === null || (request.again === true && result.status !== 'passed')) return null;
  return { ...result, name: check.name };
};

/** What was trusted meanwhile makes another one: a verdict without it says nothing about checks behind it. */
const definitionOf = (
  { deps }: EffectContext,
  request: Checking,
  check: CheckDefinition,
): string => {
  const pins = request.own.scripts.map(({ pin }) => pin);
  return deps.sha256(
    canonicalJson([
      check.run,
      check.timeoutMs,
      request.setup?.run ?? null,
      request.task.env,
      ...(pins.length === 0 ? [] : [pins]),
    ]),
  );
};

/** What the set-up of a copy came to. */
interface CopySetup {
  /** The config's; null: there is none, or it was done before. */
  readonly setup: CheckResult | null;
  /** Scripts that failed, a line each. */
  readonly failed: readonly string[];
}

const NOTHING_DONE: CopySetup = { setup: null, failed: [] };

/**
 * The set-up is done again only when it, a script, or a lock file that it reads, has changed. Scripts that clean up
 * behind themselves are run each time: nothing of theirs is there any more.
 */
const setUpCopy = async (
  context: EffectContext,
  request: Checking,
  scripts: ScriptRun,
): Promise<Result<CopySetup, Failure>> => {
  const { setup, own } = request;
  const { copy } = scripts;
  if (setup === null && own.scripts.length === 0) return ok(NOTHING_DONE);
  const lasting = own.cleanup.length === 0;
  const key = await setupKey(context, request, lasting ? own.scripts.map(({ pin }) => pin) : []);
  const isDone = (await copy.setupKey()) === key;
  if (isDone && lasting) return ok(NOTHING_DONE);
  const again = setup === null || isDone;
  const result = again
    ? ok(null)
    : await runCheck(context, request, { check: setup, copy, failed: [] });
  if (!result.ok) return result;
  if (result.value !== null && result.value.status !== 'passed')
    return ok({ setup: result.value, failed: [] });
  const failed = await runScripts(context, 'setup', scripts);
  if (!isDone && (failed.length === 0 || !lasting) && !context.abandoned())
    await copy.markSetup(key);
  return ok({ setup: result.value, failed });
};

const setupKey = async (
  { deps }: EffectContext,
  { setup, commit }: Checking,
  pins: readonly string[],
): Promise<string> => {
  const locks = await deps.repository.resolve(LOCK_FILES.map((path) => `${commit}:${path}`));
  const parts = [setup?.run ?? null, locks, ...(pins.length === 0 ? [] : [pins])];
  return deps.sha256(JSON.stringify(parts));
};

interface OneCheck {
  readonly check: CheckDefinition;
  readonly copy: CheckCopy;
  /** Scripts that failed before it. */
  readonly failed: readonly string[];
}

const runCheck = async (
  context: EffectContext,
  request: Checking,
  { check, copy, failed }: OneCheck,
): Promise<Result<CheckResult, Failure>> => {
  const { deps } = context;
  const { own, task } = request;
  const log = `${request.logs}/${check.name}.log`;
  const tools = own.scripts.length === 0 ? {} : own.env(copy.path);
  const env = { ...tools, ...task.env, CI: 'true' };
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
  const how = reasonOf(outcome, check);
  const result: CheckResult = {
    name: check.name,
    definition: definitionOf(context, request, check),
    tree: request.tree,
    by: 'fanin',
    status: outcome.exit === 0 ? 'passed' : 'failed',
    reason: how === null ? null : [how, ...failed].join('; before it '),
    ms: outcome.ms,
    exit: outcome.exit,
    log,
  };
  const says = isVerdict(outcome) && check !== request.setup && failed.length === 0;
  if (says && !context.abandoned()) await deps.verdicts.put(result);
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
  request: Checking,
  setup: CheckResult,
): readonly CheckResult[] =>
  request.task.checks.map((check) => ({
    ...setup,
    name: check.name,
    definition: definitionOf(context, request, check),
    reason: `the set-up failed (${setup.reason ?? 'no reason'})`,
  }));
