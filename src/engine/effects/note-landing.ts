import type { CheckResult, Delivery } from '../../domain/delivery/delivery.ts';
import type { AttemptId, DeliveryId } from '../../domain/ids.ts';
import { attemptLabel } from '../../domain/ids.ts';
import {
  agentWords,
  modelWords,
  recordedCheck,
  recordedReceipt,
} from '../../domain/provenance/landing-record.ts';
import type { LandingRecord } from '../../domain/provenance/landing-record.ts';
import { landingStatement } from '../../domain/provenance/statement.ts';
import type { LandingTrailers } from '../../domain/provenance/trailers.ts';
import { resolutionText } from '../../domain/resolve/message.ts';
import { NO_RESOLVERS } from '../../domain/resolve/rules.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { EffectOutcome } from '../../domain/run/effects.ts';
import { attemptState, deliveryState } from '../../domain/run/state.ts';
import type { RunState } from '../../domain/run/state.ts';
import type { AttemptFiles } from '../../ports/attempt-files.ts';
import type { VerdictCache } from '../../ports/verdict-cache.ts';
import type { EffectContext } from './context.ts';
import { landedResolutions } from './keep-resolutions.ts';

/** Leaves a note at the landed commit: the in-toto statement of what stands behind it. */
export const noteLanding = async (
  { deps, run }: EffectContext,
  id: DeliveryId,
): Promise<EffectOutcome> => {
  const delivery = deliveryState(run(), id);
  if (delivery.phase !== 'landed') return { kind: 'note-landing', failure: null };
  const receipt = await receiptOf(deps.files, delivery.attempt);
  const mayResolve = (run().plan.resolve ?? NO_RESOLVERS).resolvers.length > 0;
  const { to } = delivery.landing;
  const resolved = mayResolve ? await landedResolutions(deps.files, delivery.attempt, to) : [];
  const record: LandingRecord = {
    ...recordedReceipt(receipt),
    commit: delivery.landing.to,
    tree: delivery.landing.tree,
    from: delivery.landing.from,
    target: run().targetRef,
    delivered: { commit: delivery.commit, tree: delivery.tree, base: delivery.base },
    said: {
      ...trailersOf(run(), delivery, receipt),
      ...(resolved.length === 0 ? {} : { resolved: resolved.map(resolutionText) }),
    },
    landedChecks: await checksOn(deps.verdicts, delivery.landing.tree, receipt?.checks ?? []),
    landedAt: new Date(delivery.landedAt).toISOString(),
  };
  const text = `${JSON.stringify(landingStatement(record), null, 2)}\n`;
  const written = await deps.landingNotes.write(record.commit, text);
  return { kind: 'note-landing', failure: written.ok ? null : written.error };
};

/** What the landing's commit says of itself. */
export const trailersOf = (
  run: RunState,
  delivery: Delivery,
  receipt: Receipt | null,
): LandingTrailers => {
  const { n } = attemptState(run, delivery.attempt);
  const known = 'receipt' in delivery && delivery.receipt !== '' ? delivery.receipt : null;
  return {
    task: delivery.task,
    run: run.id,
    attempt: attemptLabel(delivery.task, n),
    agent: receipt === null ? null : agentWords(receipt),
    model: receipt === null ? null : modelWords(receipt),
    receipt: known,
    reviewer: 'approvedBy' in delivery ? delivery.approvedBy : null,
    undoes: null,
  };
};

/** The receipt as fanin saved it; null where there is none, or one that is no JSON any more. */
export const receiptOf = async (
  files: AttemptFiles,
  attempt: AttemptId,
): Promise<Receipt | null> => {
  const text = await files.read(attempt, 'receipt.json');
  try {
    return text === null ? null : (JSON.parse(text) as Receipt);
  } catch {
    return null;
  }
};

/** The same checks, as they came out on another tree; one that was not run there has no verdict. */
const checksOn = async (verdicts: VerdictCache, tree: string, checks: readonly CheckResult[]) => {
  const found = await Promise.all(checks.map(({ definition }) => verdicts.get(tree, definition)));
  return found.flatMap((verdict, index) =>
    verdict === null
      ? []
      : [recordedCheck({ ...verdict, name: checks[index]?.name ?? verdict.name })],
  );
};
