/** A process that starts an endless one that is to outlive it, and stays until it is killed. */
import { createDetachedStarter } from '../../../src/adapters/process/detached-starter.ts';

const [folder = ''] = process.argv.slice(2);
const base = { PATH: process.env['PATH'] ?? '', FOLDER: folder };
await createDetachedStarter(base).start({
  argv: ['sleep', '600'],
  cwd: '/',
  env: base,
  logFile: `${folder}/log`,
});
process.stdout.write('started\n');
setInterval(() => undefined, 60_000);
