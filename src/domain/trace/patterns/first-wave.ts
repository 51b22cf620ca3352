import { isToBuild } from './building.ts';
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
export function firstWave(view: SessionView): FirstWave | null {
  const { subs } = view;
  const [write] = view.productWrites;
  const first = write ?? (isOver(view) ? firstBuilder(subs) : undefined);
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

/** Whether nothing more can come: the session has ended, or its time is up. */
const isOver = ({ agents, root, budgetMs, start, end }: SessionView): boolean =>
  agents.get(root)?.end.state !== 'running' ||
  (budgetMs !== null && end - start >= budgetMs * THRESHOLDS.budgetHitOpen.value);

/** Where nothing was written: when the first one that was to build started, behind others. */
function firstBuilder(subs: readonly RanAgent[]): { readonly at: number } | undefined {
  const builder = subs.find(({ brief }) => isToBuild(brief?.text ?? ''));
  return builder === undefined ? undefined : { at: builder.from };
}

/** Whether a time is long enough to be a gate. */
export const isGate = ({ budgetMs, spanMs }: SessionView, ms: number): boolean =>
  ms >= spanMs * THRESHOLDS.gate.value && (budgetMs !== null || ms >= THRESHOLDS.gateFloor.value);
