// Writes the made sessions of test/fixtures/patterns as native records of the agents, below the
// folder that is given: <folder>/<pattern>/<scenario>/<agent>/. Needs a Node that runs TypeScript.
import { resolve } from 'node:path';
import { writeSession } from '../test/support/patterns/corpus.ts';
import { readScenarios } from '../test/support/patterns/scenario.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('usage: node scripts/make-pattern-corpus.mjs <folder>\n');
  process.exit(2);
}
let sessions = 0;
for (const scenario of readScenarios())
  for (const form of scenario.forms) {
    writeSession(scenario, form, resolve(folder));
    sessions += 1;
  }
process.stdout.write(`${sessions} sessions below ${resolve(folder)}\n`);
