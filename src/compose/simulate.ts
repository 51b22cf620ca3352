import { loadScenario } from '../adapters/config/load-scenario.ts';
import type { Failure } from '../domain/failure.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { summaryOf } from '../domain/simulation/figures.ts';
import type { Figures, Summary } from '../domain/simulation/figures.ts';
import type { Policy } from '../domain/simulation/policy.ts';
import type { Scenario } from '../domain/simulation/scenario.ts';
import { runPolicy } from './simulation/run-policy.ts';

/** What to simulate. */
export interface SimulationWish {
  readonly cwd: string;
  /** Scenario files, absolute or seen from `cwd`. */
  readonly files: readonly string[];
  readonly policies: readonly Policy[];
  /** The seeds `first` to `first + count - 1`. */
  readonly first: number;
  readonly count: number;
}

/** One scenario under each policy, on the same seeds. Everything in it is simulated. */
export interface SimulatedScenario {
  readonly scenario: Scenario;
  readonly first: number;
  readonly count: number;
  readonly rows: readonly { readonly policy: Policy; readonly summary: Summary }[];
}

/** Simulates each scenario in turn; `done` is told of each once it is known. Errors: what is wrong with the files. */
export async function simulate(
  wish: SimulationWish,
  done: (simulated: SimulatedScenario) => void,
): Promise<Result<null, readonly Failure[]>> {
  const scenarios: Scenario[] = [];
  for (const file of wish.files) {
    const loaded = await loadScenario(wish.cwd, file);
    if (!loaded.ok) return err(loaded.error);
    scenarios.push(loaded.value);
  }
  for (const scenario of scenarios) {
    const rows: SimulatedScenario['rows'][number][] = [];
    for (const policy of wish.policies)
      rows.push({ policy, summary: summaryOf(await runs(scenario, policy, wish)) });
    done({ scenario, first: wish.first, count: wish.count, rows });
  }
  return ok(null);
}

const runs = async (
  scenario: Scenario,
  policy: Policy,
  { first, count }: SimulationWish,
): Promise<readonly Figures[]> => {
  const all: Figures[] = [];
  for (let seed = first; seed < first + count; seed += 1)
    all.push(await runPolicy(scenario, seed, policy));
  return all;
};
