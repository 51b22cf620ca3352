import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { Scenario } from '../../domain/simulation/scenario.ts';
import { readScenarioFile } from '../../protocol/scenario-file.ts';
import { loadModel } from './load-model.ts';

/** Reads a scenario file. Errors: everything that is wrong with it; `scenario-not-found`. */
export const loadScenario = (
  cwd: string,
  file: string,
): Promise<Result<Scenario, readonly Failure[]>> =>
  loadModel(cwd, file, {
    read: readScenarioFile,
    missing: { code: 'scenario-not-found', what: 'scenario', page: 'docs/simulation.md' },
  });
