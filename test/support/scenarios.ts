import type { Scenario } from '../../src/domain/simulation/scenario.ts';
import { readScenarioFile } from '../../src/protocol/scenario-file.ts';

/** A scenario as a file of it would be read; what is wrong with it is an error of the test. */
export const scenarioOf = (written: Readonly<Record<string, unknown>>): Scenario => {
  const read = readScenarioFile('made-up', { about: 'A test.', ...written });
  if (read.written === null || read.problems.length > 0)
    throw new Error(JSON.stringify(read.problems));
  return read.written;
};
