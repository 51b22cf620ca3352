import type { TokenUsage } from '../../receipt/token-usage.ts';
import { totalTokens } from '../../receipt/token-usage.ts';
import type { Evidence } from '../evidence.ts';
import type { Trace } from '../trace.ts';

/** Our count of tokens beside the agent's own. */
export interface TotalCheck {
  readonly equal: boolean;
  /** Every total that differs: what the agent's program states, and what its records come to. */
  readonly differences: readonly {
    readonly agent: string | null;
    readonly stated: number;
    readonly counted: number;
    readonly evidence: Evidence;
  }[];
}

/** Holds the stated totals against the sums of the requests; null: none is stated. */
export function checkTotals(
  { stated }: Trace,
  sumOf: (wanted: (agent: string) => boolean) => TokenUsage,
): TotalCheck | null {
  if (stated.length === 0) return null;
  const differences = stated.flatMap(({ of, agent, usage, evidence }) => {
    const sum = sumOf((each) => of === 'session' || each === agent);
    const [ours, theirs] = [totalTokens(sum), totalTokens(usage)];
    return ours === theirs ? [] : [{ agent, stated: theirs, counted: ours, evidence }];
  });
  return { equal: differences.length === 0, differences };
}
