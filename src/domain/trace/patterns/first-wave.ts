import { areAnyBeside, type RanAgent, type SessionView } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';

/** The sub-agents that ran before anyone wrote a line of the product, and whether any of them was beside another. */
export interface FirstWave {
  readonly agents: readonly RanAgent[];
  readonly sideBySide: boolean;
  readonly from: number;
  readonly to: number;
}

/** Null: there is none, one of them wrote, or the first line did not come after all of them. */
export function firstWave({ subs, productWrites }: SessionView): FirstWave | null {
  const [first] = productWrites;
  if (first === undefined) return null;
  const before = subs.filter(({ from }) => from < first.at);
  const agents = before.filter(({ to }) => to <= first.at);
  if (agents.length === 0 || agents.some(({ role }) => role === 'writer')) return null;
  const to = Math.max(...agents.map((each) => each.to));
  // Who started after the looking had ended is the building.
  if (before.some((each) => each.to > first.at && each.from < to)) return null;
  return {
    agents,
    sideBySide: areAnyBeside(agents),
    from: Math.min(...agents.map((each) => each.from)),
    to,
  };
}

/** Whether a time is long enough to be a gate. */
export const isGate = ({ budgetMs, spanMs }: SessionView, ms: number): boolean =>
  ms >= spanMs * THRESHOLDS.gate.value && (budgetMs !== null || ms >= THRESHOLDS.gateFloor.value);
