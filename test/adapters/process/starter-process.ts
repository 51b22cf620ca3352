/** A process that starts an endless one, says its pid, and `holds` on to it or lets go of it. */
import { createStarter } from '../../../src/adapters/process/starter.ts';

const [how, logFile = ''] = process.argv.slice(2);
const starter = createStarter({ env: process.env, holds: how === 'holds' });
const started = await starter?.start({ argv: ['sleep', '600'], cwd: '/', env: {}, logFile });
process.stdout.write(`${String(started?.pid)}\n`);
