// Writes the JSON Schemas of the files people write into schemas/. A test fails when they are stale.
// Needs a Node that runs TypeScript (22.18 or later).
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configJsonSchema } from '../src/protocol/config-file.ts';
import { planJsonSchema } from '../src/protocol/plan-file.ts';
import { policyJsonSchema } from '../src/protocol/policy-file.ts';
import { replayJsonSchema } from '../src/protocol/replay-file.ts';
import { scenarioJsonSchema } from '../src/protocol/scenario-file.ts';

const folder = join(import.meta.dirname, '..', 'schemas');
mkdirSync(folder, { recursive: true });
for (const [name, schema] of [
  ['config.schema.json', configJsonSchema()],
  ['plan.schema.json', planJsonSchema()],
  ['policy.schema.json', policyJsonSchema()],
  ['replay.schema.json', replayJsonSchema()],
  ['scenario.schema.json', scenarioJsonSchema()],
]) {
  writeFileSync(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
}
