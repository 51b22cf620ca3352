// Puts what `fanin status` loads into one file, and each agent's driver into one: a module costs Node
// about half a millisecond, the command is run in loops and prompts, and a driver stands before every
// agent's start. Everything else stays as tsc wrote it, and is loaded when it is asked for. A bundle
// is taken only when it is newer than tsc's last output (bin/fanin.mjs, agents/program-beside.ts).
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist');

/** Lazily loaded parts that the hot path seldom needs. They sit beside the bundle, so their paths hold. */
const LAZY =
  /\/(commands\/[^/]+|app\/(bring-up-to-date|unknown-command|run-route|report)|screens\/help)\.js$/;

/** Node's own modules and packages stay outside. */
const isForeign = (id) => !/^(?:\.|\/|[A-Za-z]:\\)/.test(id);

await bundle(
  join(dist, 'cli', 'main'),
  (id, importer) => isForeign(id) || (importer !== undefined && LAZY.test(id)),
);
const agents = join(dist, 'adapters', 'agents');
const drivers = readdirSync(agents).map((name) => join(agents, name, 'driver-main'));
await Promise.all(
  drivers.filter((path) => existsSync(`${path}.js`)).map((path) => bundle(path, isForeign)),
);

async function bundle(path, external) {
  const made = await rolldown({
    input: `${path}.js`,
    platform: 'node',
    external,
    logLevel: 'warn',
  });
  await made.write({
    file: `${path}.bundle.js`,
    format: 'esm',
    codeSplitting: false,
    sourcemap: false,
  });
  await made.close();
}
