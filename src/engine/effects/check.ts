import { mayBeCheckedOut } from '../../domain/delivery/contents/contents.ts';
import { conflictFindings } from '../../domain/conflicts/words.ts';
import { lostFinding } from '../../domain/lost-updates/tell.ts';
import { readGiven } from '../../domain/receipt/given.ts';
import { attemptTimeSpent } from '../../domain/governor/work-time.ts';
import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { Attempt, Finding } from '../../domain/attempt/attempt.ts';
import type { ChangeSize, CheckResult, Delivery } from '../../domain/delivery/delivery.ts';
import type { Failure } from '../../domain/failure.ts';
import type { DeliveryId } from '../../domain/ids.ts';
import { harvestRef } from '../../domain/ids.ts';
import type { Plan, Task } from '../../domain/plan/plan.ts';
import { buildReceipt } from '../../domain/receipt/build-receipt.ts';
import type { Facts } from '../../domain/receipt/facts.ts';
import { deliverableLeft } from '../../domain/receipt/deliverable.ts';
import { readSessionRecords, SESSION_RECORDS } from '../../domain/receipt/session-records.ts';
import type { KeptSession } from '../../domain/receipt/session-records.ts';
import { measured, unmeasured } from '../../domain/receipt/receipt.ts';
import type { Measured, Receipt } from '../../domain/receipt/receipt.ts';
import type { Result } from '../../domain/result.ts';
import { ok } from '../../domain/result.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, deliveryState, planTask, talkOf } from '../../domain/run/state.ts';
import { makerOf } from '../../domain/split/maker.ts';
import { compareCode } from './compare-code.ts';
import type { EffectContext } from './context.ts';
import { parseHandoff } from '../../protocol/handoff.ts';
import { checkTag, FIXED, GIVEN, HANDOFF } from './context.ts';
import { refusedByGuard } from './guard.ts';
import { lostByLanding } from './lost-updates.ts';
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
  const attempt = endedAttempt(attemptState(run(), delivery.attempt));
  const { harvest } = attempt;
  const held = beganEnded(attempt) ? await hold(context, delivery) : ok(null);
  if (!held.ok) return { kind: 'check-failed', failure: held.error };
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

/** It was collected or split off: there was no harvest that would have held it. */
const beganEnded = ({ collected, split }: ReturnType<typeof endedAttempt>): boolean =>
  collected !== undefined || split !== undefined;

/** From here on it is held as any harvest is, whatever becomes of what it was taken from. */
const hold = (
  { deps, run }: EffectContext,
  { task, attempt, commit }: Delivery,
): Promise<Result<null, Failure>> =>
  deps.repository.createRef(harvestRef(run().id, task, attemptState(run(), attempt).n), commit);

/** Binary files count as no lines. */
const sizeOf = ({ files }: Receipt): ChangeSize => ({
  lines: files.reduce((sum, { added, removed }) => sum + (added ?? 0) + (removed ?? 0), 0),
  files: files.length,
});

/** What may do harm by being checked out waits for a person. */
const notRun = (task: Task, tree: string): CheckRun => ({
  setup: null,
  notes: [],
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
  const maker = endedAttempt(makerOf(run(), attempt));
  const lost = await lostByLanding(context, delivery);
  if (!lost.ok) return lost;
  const deliverables = await deliverablesOf(context, delivery, task);
  const code = await compareCode(context, delivery);
  return ok(
    buildReceipt({
      task,
      attempt,
      exit: exitOf(attempt),
      commit: delivery.commit,
      tree: delivery.tree,
      changes: changes.value,
      exports: code.exports,
      deliverables,
      setup: setupOf(run().plan, ran),
      checks: inOrder(task, ran.checks),
      output: await outputOf(context, maker.id),
      session: await keptSession(context, maker, task),
      guarded: await refusedByGuard(context, maker.id),
      talk: talkOf(run(), delivery.attempt),
      seesSubAgents: (deps.agent(task.agent.use)?.capabilities.delegation.length ?? 0) > 0,
      given: readGiven(await deps.files.read(maker.id, GIVEN)),
      fixed: await deps.files.read(maker.id, FIXED),
      prices: run().plan.prices,
      parked: run().plan.parked,
      handoff: await readHandoff(context, maker.id),
      findings: [
        ...withNotes(attempt.harvest?.findings ?? [], ran.notes),
        ...conflictFindings(run(), delivery.attempt),
        ...code.findings,
        ...lost.value.map(lostFinding),
      ],
      time: attemptTimeSpent(run(), delivery.attempt, deps.clock.now()),
      checkedAt: deps.clock.now(),
    }),
  );
};

const deliverablesOf = async (
  { deps }: EffectContext,
  { commit, base }: Delivery,
  { deliverables }: Task,
): Promise<Facts['deliverables']> => {
  const at = (revision: string) => deliverables.map((path) => `${revision}:${path}`);
  const found = await deps.repository.resolve([...at(commit), ...at(base)]);
  return deliverables.map((path, k) =>
    deliverableLeft(path, found[k] ?? null, found[k + deliverables.length] ?? null),
  );
};

/** What the harvest kept of the agent's records of its session. */
const keptSession = async (
  { deps }: EffectContext,
  { id, workspace }: Extract<Attempt, { phase: 'ended' }>,
  task: Task,
): Promise<KeptSession | null> => {
  if (!hasBoundary(workspace?.level ?? task.isolation)) return null;
  const text = await deps.files.read(id, SESSION_RECORDS);
  return { folder: await deps.files.folder(id), records: readSessionRecords(text) };
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

/** What was said of the workspace's set-up already is not said again. */
const withNotes = (findings: readonly Finding[], notes: readonly string[]): readonly Finding[] => {
  const told = new Set(findings.map(({ text }) => text));
  const fresh = notes.filter((text) => !told.has(text));
  return [...findings, ...fresh.map((text) => ({ kind: 'set-up', text, blocks: false }))];
};

const endedAttempt = (attempt: Attempt): Extract<Attempt, { phase: 'ended' }> => {
  if (attempt.phase !== 'ended')
    throw new Error(`Internal error: ${attempt.id} is checked while ${attempt.phase}`);
  return attempt;
};

/** Nobody saw how it ended; of what ended as it began, nobody was to. */
const exitOf = (attempt: ReturnType<typeof endedAttempt>): Facts['exit'] =>
  attempt.exit ??
  (beganEnded(attempt) ? null : { code: null, signal: null, lost: true, stopped: null });

const inOrder = (task: Task, results: readonly CheckResult[]): readonly CheckResult[] =>
  task.checks.flatMap(({ name }) => results.filter((result) => result.name === name));

const readHandoff = async ({ deps }: EffectContext, attempt: string): Promise<Facts['handoff']> => {
  const text = await deps.files.read(attempt, HANDOFF);
  return text === null ? 'none' : parseHandoff(text);
};
