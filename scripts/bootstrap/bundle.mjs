// Puts what `fanin status` loads into one file: each ES module costs Node about half a millisecond,
// and the command is run in loops and prompts. Everything else stays as tsc wrote it, and is loaded
// when it is asked for. bin/fanin.mjs takes the bundle only when it is newer than tsc's last output.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const cli = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'cli');

/** Lazily loaded parts that the hot path seldom needs. They sit beside the bundle, so their paths hold. */
const LAZY =
  /\/(commands\/[^/]+|app\/(bring-up-to-date|unknown-command|run-route|report)|screens\/help)\.js$/;

const bundle = await rolldown({
  input: join(cli, 'main.js'),
  platform: 'node',
  external: (id, importer) =>
    id.startsWith('node:') || id === 'better-sqlite3' || (importer !== undefined && LAZY.test(id)),
  logLevel: 'warn',
});
await bundle.write({
  file: join(cli, 'main.bundle.js'),
  format: 'esm',
  codeSplitting: false,
  sourcemap: false,
});
await bundle.close();
