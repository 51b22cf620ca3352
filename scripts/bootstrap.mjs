// `node scripts/bootstrap.mjs <task> [arguments]`: makes a fresh clone able to run the task, then
// runs it. Plain JavaScript for any Node >= 18, no packages. In this order, each only when needed:
// fetch Node 24 into .node/, `npm ci`, build, run. `npm start`, `npm test`, `npm run check` call it.
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { becomeChild } from '../bin/child.mjs';
import { build, buildIsFresh } from './bootstrap/build.mjs';
import { EnvironmentError, StepError } from './bootstrap/errors.mjs';
import { fetchNode, fetchedNode, nodeIsNewEnough } from './bootstrap/node.mjs';
import { installPackages, packagesAreFresh } from './bootstrap/packages.mjs';
import { withLock } from './bootstrap/lock.mjs';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');

/** What each task runs. `build`: it needs dist. `argv` is given to Node unless `bare`. */
const TASKS = {
  demo: { build: true, argv: ['bin/fanin.mjs', 'demo'] },
  fanin: { build: true, argv: ['bin/fanin.mjs'], here: true },
  test: { build: true, argv: ['scripts/test.mjs'] },
  unit: { build: false, argv: ['scripts/test.mjs', '--project', 'unit'] },
  'agents-all': { build: true, argv: ['scripts/agents-all.mjs'] },
  escape: { build: false, argv: ['scripts/escape.mjs'] },
  e2e: { build: true, argv: ['scripts/test.mjs', '--project', 'e2e'] },
  coverage: { build: true, argv: ['scripts/test.mjs', '--coverage'] },
  bench: { build: true, argv: ['scripts/bench/main.mjs'] },
  check: { build: false, argv: ['scripts/check.mjs'] },
  build: { build: true, argv: ['-e', ''] },
  exec: { build: false, argv: [], bare: true, here: true },
};

async function main([name = '', ...args]) {
  const task = Object.hasOwn(TASKS, name) ? TASKS[name] : undefined;
  if (task === undefined || (task.bare && args.length === 0)) {
    process.stderr.write(
      `usage: node scripts/bootstrap.mjs <task> [arguments]\ntasks: ${Object.keys(TASKS).join(', ')}\n`,
    );
    process.exit(2);
  }
  const node = await prepare(task);
  run(task, node, args);
}

/** Brings Node, packages and build up to date; returns the Node to run the task with. */
async function prepare(task) {
  const own = nodeIsNewEnough(process.versions.node) ? process.execPath : undefined;
  const usable = () => own ?? fetchedNode(ROOT);
  const ready = (node) =>
    node !== undefined && packagesAreFresh(ROOT, node) && (!task.build || buildIsFresh(ROOT));
  if (ready(usable())) return usable();
  return withLock(join(ROOT, '.cache'), async () => {
    const node = usable() ?? (await fetchNode(ROOT));
    const env = environmentFor(node);
    if (!packagesAreFresh(ROOT, node)) await installPackages(ROOT, node, env);
    if (task.build && !buildIsFresh(ROOT)) await build(ROOT, node, env);
    return node;
  });
}

function run(task, node, args) {
  const env = environmentFor(node);
  const cwd = task.here ? (process.env.INIT_CWD ?? process.cwd()) : ROOT;
  if (task.bare) becomeChild(args[0], args.slice(1), { cwd, env });
  else {
    const [file, ...rest] = task.argv;
    const script = file.startsWith('-') ? file : join(ROOT, file);
    becomeChild(node, [script, ...rest, ...args], { cwd, env });
  }
}

/** The environment with that Node, and the project's tools, first on PATH. */
function environmentFor(node) {
  const env = { ...process.env };
  const path = [dirname(node), join(ROOT, 'node_modules', '.bin'), env.PATH ?? ''];
  env.PATH = path.join(delimiter);
  // npm names the Node it was started with here, and its children trust that more than PATH.
  env.NODE = node;
  env.npm_node_execpath = node;
  return env;
}

try {
  if (!existsSync(join(ROOT, 'package-lock.json'))) {
    throw new EnvironmentError('package-lock.json is missing', 'restore it with git');
  }
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(error.exitCode);
}
