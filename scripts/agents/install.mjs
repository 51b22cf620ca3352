import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { StepError } from '../bootstrap/errors.mjs';
import { fetchNode, fetchedNode } from '../bootstrap/node.mjs';
import { npmCommand } from '../bootstrap/npm.mjs';
import { runQuietly } from '../bootstrap/step.mjs';
import { agentBinary, agentFolder, agentLock } from './pins.mjs';

/**
 * Installs a CLI beside the others, in a folder of its own and with the very packages that its lock
 * file names, unless it is there. A folder gets its name when it is finished, so one that has it is
 * complete; several processes may do this at once. `relock` makes the lock file anew first.
 * Returns what is to be told; throws a StepError with npm's words.
 * @param {string} root
 * @param {import('./pins.mjs').Pin} pin
 * @param {{ relock?: boolean }} options
 */
export async function installAgent(root, pin, { relock = false } = {}) {
  if (!relock && !existsSync(agentLock(pin))) {
    throw new StepError(`has no lock file; npm run agents:install -- --lock ${pin.name} makes it`);
  }
  const target = agentFolder(root, pin);
  if (!relock && isInstalled(target, pin)) return `is there (${megabytes(target)} MB)`;
  const started = Date.now();
  const env = environmentFor(await nodeFor(root, pin));
  const agents = dirname(target);
  mkdirSync(agents, { recursive: true });
  removeLeftovers(agents);
  const folder = mkdtempSync(join(agents, `installing-${process.pid}-`));
  try {
    writeFileSync(join(folder, 'package.json'), packageJson(pin));
    if (relock) await makeLock(folder, pin, env);
    const lock = join(folder, 'package-lock.json');
    copyFileSync(agentLock(pin), lock);
    await npm(folder, pin, env, `--ignore-scripts=${!pin.runScripts}`);
    // npm adds to its copy what the lock could not know: it must stay the one that was asked for.
    copyFileSync(agentLock(pin), lock);
    await assertRuns(folder, pin, env);
    put(folder, target, pin);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  return `installed in ${seconds} s (${megabytes(target)} MB)`;
}

/** Whether the folder has the program, and its packages are those of today's lock file. */
function isInstalled(folder, pin) {
  const lock = join(folder, 'package-lock.json');
  if (!existsSync(agentBinary(folder, pin)) || !existsSync(lock)) return false;
  return readFileSync(lock, 'utf8') === readFileSync(agentLock(pin), 'utf8');
}

/** The Node to install and to try it with: this one if it will do, else the one bootstrap fetches. */
async function nodeFor(root, pin) {
  if (isAtLeast(process.versions.node, pin.needsNode)) return process.execPath;
  return fetchedNode(root) ?? (await fetchNode(root));
}

function isAtLeast(version, wanted) {
  if (wanted === null) return true;
  const [have, need] = [version, wanted].map((text) => text.split('.').map(Number));
  const at = need.findIndex((part, i) => part !== have[i]);
  return at < 0 || have[at] > need[at];
}

function environmentFor(node) {
  const path = [dirname(node), process.env.PATH ?? ''].join(delimiter);
  return { ...process.env, PATH: path, NODE: node, npm_node_execpath: node };
}

/** What processes that are no more left half-installed. */
function removeLeftovers(agents) {
  for (const name of readdirSync(agents)) {
    const owner = /^installing-(\d+)-/.exec(name)?.[1];
    if (owner === undefined || isAlive(Number(owner))) continue;
    rmSync(join(agents, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The lock file, for every platform whose packages the registry has. */
async function makeLock(folder, pin, env) {
  await npm(folder, pin, env, '--package-lock-only');
  mkdirSync(dirname(agentLock(pin)), { recursive: true });
  copyFileSync(join(folder, 'package-lock.json'), agentLock(pin));
}

/**
 * `npm install`, which takes from a lock file all that this has. Not `npm ci`: that refuses a lock
 * without the packages for other platforms, and a registry need not have them all.
 */
function npm(folder, pin, env, flag) {
  const { file, args } = npmCommand(process.execPath);
  const quiet = [
    '--omit-lockfile-registry-resolved',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
  ];
  return runQuietly(file, [...args, 'install', '--prefix', folder, flag, ...quiet], {
    cwd: folder,
    env,
    what: `npm install ${pin.package}@${pin.version}`,
  });
}

/** The same text every time: npm compares it with the lock. */
function packageJson(pin) {
  const manifest = {
    // Without a name npm takes the folder's, which is another each time.
    name: `agent-${pin.name}`,
    private: true,
    dependencies: { [pin.package]: pin.version },
    ...(pin.runScripts ? { allowScripts: { [pin.package]: true } } : {}),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** An install that npm is content with may still lack the program, or have one that cannot start. */
function assertRuns(folder, pin, { PATH }) {
  const home = join(folder, 'home');
  mkdirSync(home);
  return runQuietly(agentBinary(folder, pin), ['--version'], {
    cwd: home,
    env: { PATH, HOME: home, DISABLE_AUTOUPDATER: '1' },
    what: `${pin.binary} --version`,
  }).finally(() => rmSync(home, { recursive: true, force: true }));
}

/** One rename. Who comes second finds a complete folder there, and leaves the first one's. */
function put(folder, target, pin) {
  try {
    renameSync(folder, target);
  } catch {
    if (isInstalled(target, pin)) return;
    // What another lock file was for, or no install at all.
    rmSync(target, { recursive: true, force: true });
    replace(folder, target);
  }
}

function replace(folder, target) {
  try {
    renameSync(folder, target);
  } catch (error) {
    throw new StepError(`could not be moved to ${target}: ${error.message}`);
  }
}

/** Megabytes (10^6 bytes) in a folder; a file with several names counts once. */
function megabytes(folder) {
  const seen = new Set();
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    const { ino, size } = lstatSync(join(folder, name));
    if (!seen.has(ino)) bytes += size;
    seen.add(ino);
  }
  return Math.round(bytes / 1e6);
}
