import type { StepUsage } from './script.ts';

/** What of a request is counted. */
interface Counted {
  readonly served: StepUsage | null;
  readonly conversation: { readonly script: string | null } | null;
}

/**
 * Tokens of all answers that were served in full, or of those to one script. `reasoning` is left out
 * when no wire among them has a field for it.
 */
export function usageTotals(requests: readonly Counted[], script: string | undefined): StepUsage {
  const counted = requests.filter(
    ({ conversation }) => script === undefined || conversation?.script === script,
  );
  return counted
    .flatMap(({ served }) => (served === null ? [] : [served]))
    .reduce(plus, { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 });
}

function plus(a: StepUsage, b: StepUsage): StepUsage {
  const reasoning = a.reasoning ?? b.reasoning;
  return {
    input: a.input + b.input,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    output: a.output + b.output,
    ...(reasoning === undefined ? {} : { reasoning: (a.reasoning ?? 0) + (b.reasoning ?? 0) }),
  };
}
