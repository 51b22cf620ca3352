import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { npmCommand } from './npm.mjs';
import { runQuietly, step } from './step.mjs';

/** node_modules is fresh when it was installed from this very lock file, for this Node major. */
export function packagesAreFresh(root, node) {
  const stamp = stampFile(root);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedStamp(root, node);
}

/** `npm ci`. It removes node_modules first, and the stamp with it: an interrupted one is redone. */
export async function installPackages(root, node, env) {
  const { file, args } = npmCommand(node);
  // No package here needs its install script: better-sqlite3 13 ships its binaries.
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const ci = () => runQuietly(file, [...args, 'ci', ...flags], { cwd: root, env, what: 'npm ci' });
  await step('Packages', () =>
    ci().catch((/** @type {unknown} */ error) => retryOnCollision(error, ci)),
  );
  writeFileSync(stampFile(root), wantedStamp(root, node));
}

/** A bootstrap killed outright leaves its npm at work in the same folder: wait it out, once. */
async function retryOnCollision(error, ci) {
  if (!/ENOTEMPTY|ENOENT/.test(error.message)) throw error;
  await sleep(15_000);
  await ci();
}

function stampFile(root) {
  return join(root, 'node_modules', '.fanin-stamp');
}

function wantedStamp(root, node) {
  const lock = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  return `${lock.digest('hex')} node ${majorOf(node)} ${process.platform}-${process.arch}\n`;
}

function majorOf(node) {
  if (node === process.execPath) return process.versions.node.split('.')[0];
  const fetched = /[\\/]v(\d+)\.[\d.]+[\\/]bin[\\/]node$/.exec(node);
  if (fetched) return fetched[1];
  return spawnSync(node, ['-p', 'process.versions.node.split(".")[0]']).stdout.toString().trim();
}
