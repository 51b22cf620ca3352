import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/**
 * A CLI as it is installed: `needsNode` is the oldest Node that runs it (null: it is a native
 * program), `runScripts` says whether it needs its install scripts.
 * @typedef {{ name: string, package: string, version: string, binary: string,
 *   needsNode: string | null, runScripts: boolean }} Pin
 */

/**
 * Every pinned CLI.
 * @returns {readonly Pin[]}
 */
export function readPins() {
  return JSON.parse(readFileSync(join(HERE, 'pins.json'), 'utf8'));
}

/**
 * Where a CLI is installed, in the checkout `root`.
 * @param {string} root
 * @param {Pin} pin
 */
export function agentFolder(root, pin) {
  const unscoped = pin.package.slice(pin.package.indexOf('/') + 1);
  return join(root, '.cache', 'agents', `${unscoped}-${pin.version}`);
}

/**
 * The program of a CLI in the folder it is installed in.
 * @param {string} folder
 * @param {Pin} pin
 */
export function agentBinary(folder, pin) {
  return join(folder, 'node_modules', '.bin', pin.binary);
}

/**
 * The lock file with a CLI's whole dependency tree, for all platforms.
 * @param {Pin} pin
 */
export function agentLock(pin) {
  return join(HERE, 'locks', pin.name, 'package-lock.json');
}
