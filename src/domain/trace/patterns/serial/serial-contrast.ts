import type { Evidence } from '../../evidence.ts';
import type { Trace } from '../../trace.ts';
import type { Kept } from '../findings-of.ts';
import { hasRun } from '../session-index.ts';
import { viewOf, type SessionView } from '../session-view.ts';
import { CONTRASTS } from './contrasts.ts';

/** What was kept of a session, with what its serial twin did in its place. */
export interface Contrasted extends Kept {
  readonly serial: readonly Evidence[];
}

/**
 * Leaves out what the serial twin came to as well: that did not need parallel work. Without a twin, or with one that
 * is unfit, everything stays.
 */
export function contrasted(
  parallel: SessionView,
  kept: readonly Kept[],
  twin: Trace | null,
): readonly Contrasted[] {
  const serial = twin === null ? null : twinView(parallel, twin);
  return kept.flatMap(({ code, candidate }) => {
    if (serial === null) return [{ code, candidate, serial: [] }];
    const contrast = CONTRASTS[code]({ parallel, candidate, serial });
    if (contrast.kind === 'same') return [];
    const evidence = contrast.kind === 'without' ? contrast.evidence : [];
    return [{ code, candidate, serial: evidence }];
  });
}

/**
 * Why a session can not be a serial twin: its records have no times; it did nothing; it ended by an error (one whose time
 * was up can be); or it had sub-agents at work itself.
 */
export type Unfit = 'no-times' | 'nothing-done' | 'broke-down' | 'delegated';

/** Null: it can be one. */
export function unfitAsTwin(twin: Trace): Unfit | null {
  const view = viewOf(twin);
  if (view === null) return 'no-times';
  if (hasRun(view)) return 'delegated';
  if (view.events('tool').length === 0) return 'nothing-done';
  const end = view.agents.get(view.root)?.end;
  return end?.by === 'system' && end.state === 'failed' ? 'broke-down' : null;
}

/** The twin was asked for the same within the same limits. Null: it can not be used. */
function twinView({ trace }: SessionView, twin: Trace): SessionView | null {
  if (unfitAsTwin(twin) !== null) return null;
  return viewOf({
    ...twin,
    budget: { ...twin.budget, wallMs: twin.budget.wallMs ?? trace.budget.wallMs },
    deliverables: twin.deliverables ?? trace.deliverables,
    units: twin.units ?? trace.units,
  });
}
