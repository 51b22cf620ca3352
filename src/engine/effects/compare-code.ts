import { isOpen } from '../../domain/conflicts/standing.ts';
import type { Delivery } from '../../domain/delivery/delivery.ts';
import type { Finding } from '../../domain/attempt/attempt.ts';
import type { CodeReport } from '../../domain/duplicates/finding.ts';
import { duplicateFindings } from '../../domain/duplicates/live-findings.ts';
import { duplicatePolicy } from '../../domain/duplicates/live.ts';
import type { Facts } from '../../domain/receipt/facts.ts';
import { measured, unmeasured } from '../../domain/receipt/receipt.ts';
import { attemptState } from '../../domain/run/state.ts';
import { TARGET_MS } from '../code-watch.ts';
import type { EffectContext } from './context.ts';

/** What reading a delivery's code says. */
interface CodeFacts {
  readonly exports: Facts['exports'];
  readonly findings: readonly Finding[];
}

/** Holds a new delivery against the other open ones and the target. A comparison that fails says why, and holds nothing up. */
export const compareCode = async (
  { deps, run }: EffectContext,
  { id, attempt, commit }: Delivery,
): Promise<CodeFacts> => {
  const state = run();
  if (deps.code === null || duplicatePolicy(state.plan) === 'off')
    return { exports: unmeasured('nobody looks (duplicates: off)'), findings: [] };
  const own = attemptState(state, attempt);
  const others = Object.values(state.deliveries).filter(
    (each) => each.id !== id && isOpen(state, each.id) && each.task !== own.task,
  );
  const tips = [
    { name: attempt, commit },
    ...others.map((each) => ({ name: each.attempt, commit: each.commit })),
  ];
  const found = await deps.code.compare({ target: state.target, tips, targetMs: TARGET_MS });
  if (!found.ok) return { exports: unmeasured(found.error.message), findings: [] };
  const exports = found.value.exports[attempt];
  return {
    exports: exports === undefined ? unmeasured('its commit could not be read') : measured(exports),
    findings: [...duplicateFindings(state, attempt, found.value), ...unlookedFinding(found.value)],
  };
};

const unlookedFinding = ({ copies: { unlooked } }: CodeReport): readonly Finding[] =>
  unlooked === null
    ? []
    : [
        {
          kind: 'copies-not-looked-for',
          text: `Copies word for word were not looked for: ${unlooked}.`,
          blocks: false,
        },
      ];
