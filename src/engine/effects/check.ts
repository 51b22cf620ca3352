import { mayBeCheckedOut } from '../../domain/delivery/contents/contents.ts';
import { readGiven } from '../../domain/receipt/given.ts';
import { attemptTimeSpent } from '../../domain/governor/work-time.ts';
import type { Attempt } from '../../domain/attempt/attempt.ts';
import type { ChangeSize, CheckResult, Delivery } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import type { Plan, Task } from '../../domain/plan/plan.ts';
import { buildReceipt } from '../../domain/receipt/build-receipt.ts';
import type { Facts } from '../../domain/receipt/build-receipt.ts';
import { measured, unmeasured } from '../../domain/receipt/receipt.ts';
import type { Measured, Receipt } from '../../domain/receipt/receipt.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, deliveryState, planTask, talkOf } from '../../domain/run/state.ts';
import type { EffectContext } from './context.ts';
import { parseHandoff } from '../../protocol/handoff.ts';
import { checkTag, FIXED, GIVEN, HANDOFF } from './context.ts';
import { refusedByGuard } from './guard.ts';
import { outputOf } from './output.ts';
import { redText } from './red-text.ts';
import { runChecks } from './run-checks.ts';
import type { CheckRun } from './run-checks.ts';

/** Measures a delivery, runs its checks and writes its receipt. */
export const check = async (context: EffectContext, id: DeliveryId): Promise<EffectOutcome> => {
  const { deps, run } = context;
  const delivery = deliveryState(run(), id);
  const task = planTask(run(), delivery.task);
  const logs = await deps.files.folder(delivery.attempt, 'checks');
  const { harvest } = endedAttempt(attemptState(run(), delivery.attempt));
  const ran = mayBeCheckedOut(harvest?.findings ?? [])
    ? await runChecks(context, {
        run: run().id,
        task,
        setup: run().plan.setup,
        commit: delivery.commit,
        tree: delivery.tree,
        logs,
        tag: checkTag(id),
      })
    : ok(notRun(task, delivery.tree));
  if (!ran.ok) return { kind: 'check-failed', failure: ran.error };
  const receipt = await measure(context, { delivery, task, ran: ran.value });
  if (!receipt.ok) return { kind: 'check-failed', failure: receipt.error };
  const hash = await deps.files.saveReceipt(receipt.value);
  const { verdict, findings } = receipt.value;
  const blocking = findings.filter(({ blocks }) => blocks).map(({ text }) => text);
  const red = verdict === 'red' ? await redText(context, delivery.attempt, ran.value.checks) : null;
  const size = sizeOf(receipt.value);
  return { kind: 'check', verdict, receipt: hash, blocking, red, size };
};

/** Binary files count as no lines. */
const sizeOf = ({ files }: Receipt): ChangeSize => ({
  lines: files.reduce((sum, { added, removed }) => sum + (added ?? 0) + (removed ?? 0), 0),
  files: files.length,
});

/** What may do harm by being checked out waits for a person. */
const notRun = (task: Task, tree: string): CheckRun => ({
  setup: null,
  checks: task.checks.map(({ name }) => ({
    name,
    definition: '',
    tree,
    by: 'fanin',
    status: 'skipped',
    reason: 'its tree holds what must not be checked out before somebody has looked at it',
    ms: 0,
    exit: null,
    log: null,
  })),
});

interface Measuring {
  readonly delivery: Delivery;
  readonly task: Task;
  readonly ran: CheckRun;
}

const measure = async (
  context: EffectContext,
  { delivery, task, ran }: Measuring,
): Promise<Result<Receipt, Failure>> => {
  const { deps, run } = context;
  const changes = await deps.repository.changes(delivery.base, delivery.commit);
  if (!changes.ok) return changes;
  const attempt = endedAttempt(attemptState(run(), delivery.attempt));
  const left = await deps.repository.resolve(
    task.deliverables.map((path) => `${delivery.commit}:${path}`),
  );
  const deliverables = task.deliverables.map((path, index) => ({
    path,
    present: (left[index] ?? null) !== null,
  }));
  return ok(
    buildReceipt({
      task,
      attempt,
      exit: attempt.exit ?? { code: null, signal: null, lost: true, stopped: null },
      commit: delivery.commit,
      tree: delivery.tree,
      changes: changes.value,
      deliverables,
      setup: setupOf(run().plan, ran),
      checks: inOrder(task, ran.checks),
      output: await outputOf(context, delivery.attempt),
      guarded: await refusedByGuard(context, delivery.attempt),
      talk: talkOf(run(), delivery.attempt),
      seesSubAgents: (deps.agent(task.agent.use)?.capabilities.delegation.length ?? 0) > 0,
      given: readGiven(await deps.files.read(delivery.attempt, GIVEN)),
      fixed: await deps.files.read(delivery.attempt, FIXED),
      prices: run().plan.prices,
      handoff: await readHandoff(context, delivery.attempt),
      findings: attempt.harvest?.findings ?? [],
      time: attemptTimeSpent(run(), delivery.attempt, deps.clock.now()),
      checkedAt: deps.clock.now(),
    }),
  );
};

/** Nothing was run where nothing is configured, where an earlier set-up still holds, or where all verdicts were known. */
const setupOf = ({ setup }: Plan, ran: CheckRun): Measured<CheckResult> => {
  if (ran.setup !== null) return measured(ran.setup);
  return unmeasured(
    setup === null
      ? 'no set-up command is configured'
      : 'not run again: it was done before, or every verdict was known',
  );
};

const endedAttempt = (attempt: Attempt): Extract<Attempt, { phase: 'ended' }> => {
  if (attempt.phase !== 'ended')
    throw new Error(`Internal error: ${attempt.id} is checked while ${attempt.phase}`);
  return attempt;
};

const inOrder = (task: Task, results: readonly CheckResult[]): readonly CheckResult[] =>
  task.checks.flatMap(({ name }) => results.filter((result) => result.name === name));

const readHandoff = async ({ deps }: EffectContext, attempt: string): Promise<Facts['handoff']> => {
  const text = await deps.files.read(attempt, HANDOFF);
  return text === null ? 'none' : parseHandoff(text);
};
