// Puts what tsc wrote into few files: each ES module costs Node about half a millisecond, and `fanin
// run` has 800. Commands go to dist/bundle, what `fanin status` needs (it is run in loops and prompts)
// into one file, and so do each agent's driver, which stands before every agent's start, the boundary's
// gateway and its way in on macOS, and the program that stands inside a boundary and sees nothing of fanin but itself. tsc's files
// stay: they are the library, and what a bundle is taken for only where it is newer than tsc's last
// output (bin/fanin.mjs, adapters/process/program-beside.ts).
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = join(root, 'dist');

/** Lazily loaded parts that the hot path seldom needs. They sit beside the bundle, so their paths hold. */
const LAZY =
  /\/(commands\/[^/]+|app\/(bring-up-to-date|unknown-command|run-route|report)|screens\/help)\.js$/;

/** Node's own modules and packages stay outside. */
const isForeign = (id) => !/^(?:\.|\/|[A-Za-z]:\\)/.test(id);

/** Native, loaded by few, or without a licence file that could go with it. */
const OUTSIDE = ['@stricli/core', 'better-sqlite3', 'log-update', '@agentclientprotocol/sdk'];

await oneFile(
  join(dist, 'cli', 'main'),
  (id, importer) => isForeign(id) || (importer !== undefined && LAZY.test(id)),
);
const agents = join(dist, 'adapters', 'agents');
const drivers = readdirSync(agents).map((name) => join(agents, name, 'driver-main'));
const gateway = join(dist, 'adapters', 'boundary', 'gateway', 'gateway-main');
const enter = join(dist, 'adapters', 'boundary', 'sandbox-runtime', 'enter-main');
const inside = join(dist, 'adapters', 'workspaces', 'clone', 'inside-main');
await Promise.all(
  [...drivers, gateway, enter, inside]
    .filter((path) => existsSync(`${path}.js`))
    .map((path) => oneFile(path, isForeign)),
);
// The guard stands before every call of an agent's tools: its parser goes in too.
await Promise.all(
  ['guard-hook-main', 'guard-hook'].map((name) =>
    oneFile(join(dist, 'compose', name), (id) => id.startsWith('node:')),
  ),
);
await allCommands();

/** `<path>.bundle.js` of `<path>.js` and all that it imports. */
async function oneFile(path, external) {
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

/** Every command, with what several share in files of its own; packages too, with their licences. */
async function allCommands() {
  const folder = join(dist, 'bundle');
  rmSync(folder, { recursive: true, force: true });
  const made = await rolldown({
    input: join(dist, 'cli', 'main.js'),
    platform: 'node',
    external: (id) => id.startsWith('node:') || OUTSIDE.includes(id) || id.startsWith('@ast-grep/'),
    logLevel: 'warn',
    plugins: [{ name: 'own-places', transform: (code, id) => withOwnPlace(code, id, folder) }],
  });
  const { output } = await made.write({ dir: folder, format: 'esm', sourcemap: false });
  await made.close();
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(output));
}

/** A module goes on finding its neighbours where tsc has put them. */
function withOwnPlace(code, id, folder) {
  if (!id.startsWith(dist) || !code.includes('import.meta.url')) return null;
  const place = JSON.stringify(relative(folder, id).split(sep).join('/'));
  return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
}

/** The licences of the packages whose code is in the files. */
function licencesOf(output) {
  const packages = new Set(
    output.flatMap(({ moduleIds = [] }) =>
      moduleIds.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
    ),
  );
  const texts = [...packages]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      if (file === undefined)
        throw new Error(`${name} has no licence file, so it cannot be bundled`);
      return `${name} ${version}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
