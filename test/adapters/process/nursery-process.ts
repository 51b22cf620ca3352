/**
 * A process with a nursery: runs one command and ends (`once`), stays until it is killed (`stay`),
 * or runs two, the first until somebody writes to the named pipe `fifo` of its folder (`busy`).
 */
import { createNursery } from '../../../src/adapters/process/nursery.ts';

const [how, cwd = '/'] = process.argv.slice(2);
const nursery = createNursery({ env: () => process.env, stamp: () => '' });
const sh = (script: string) => ({ argv: ['sh', '-c', script], cwd, env: {}, maxBytes: 1_000 });
const busy = [sh('echo >begun; read line <fifo'), sh('echo >second')];
const [outcome] = await nursery.run(how === 'busy' ? busy : [sh('true')]);
process.stdout.write(`${String(outcome?.exit)}\n`);
if (how === 'stay') setInterval(() => undefined, 60_000);
