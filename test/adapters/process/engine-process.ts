/** An engine that starts one agent, says how that went, and lives on until it is killed. */
import { createSupervision } from '../../../src/adapters/process/supervision.ts';
import type { SupervisedLaunch } from '../../../src/ports/supervision.ts';

const [stateFolder = '', launch = ''] = process.argv.slice(2);
const supervision = createSupervision({ stateFolder, env: process.env });
const state = await supervision.start(JSON.parse(launch) as SupervisedLaunch);
process.stdout.write(`${JSON.stringify(state)}\n`);
setInterval(() => undefined, 60_000);
