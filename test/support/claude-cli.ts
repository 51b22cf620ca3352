import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MANIFEST } from '../../src/adapters/agents/claude-code/manifest.ts';
import { err, ok, type Result } from '../../src/domain/result.ts';

/** The version of the Claude Code CLI that the tests drive. */
export const CLAUDE_VERSION = MANIFEST.testedVersion;

const AGENTS = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '.cache', 'agents');
const FOLDER = join(AGENTS, `claude-code-${CLAUDE_VERSION}`);
const BINARY = join('node_modules', '.bin', 'claude');
const TIMEOUT_MS = 300_000;

/** Whether the pinned CLI lies in the repository's cache. */
export const claudeIsInstalled = (): boolean => existsSync(join(FOLDER, BINARY));

/**
 * The pinned CLI's path; installs it by npm into the repository's cache at the first call ever (some
 * 400 MB). Several processes may call it at once. The error says why it could not be had.
 * Synchronous, since what a machine can do is asked while tests are being collected.
 */
export function installClaude(): Result<string, string> {
  const binary = join(FOLDER, BINARY);
  if (existsSync(binary)) return ok(binary);
  mkdirSync(AGENTS, { recursive: true });
  const folder = mkdtempSync(join(AGENTS, 'installing-'));
  try {
    const problem = install(folder) ?? problemOf(join(folder, BINARY));
    if (problem !== null) return err(problem);
    return put(folder) ? ok(binary) : err(`${folder} could not be moved to ${FOLDER}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function install(folder: string): string | null {
  const name = `${MANIFEST.package}@${CLAUDE_VERSION}`;
  const { status, stderr } = spawnSync(
    'npm',
    // Its install script puts the native binary in place.
    ['install', '--prefix', folder, '--ignore-scripts=false', '--no-audit', '--no-fund', name],
    { cwd: folder, encoding: 'utf8', timeout: TIMEOUT_MS },
  );
  return status === 0 ? null : `npm could not install ${name}: ${stderr.trim()}`;
}

function problemOf(binary: string): string | null {
  const { status, stdout } = spawnSync(binary, ['--version'], {
    encoding: 'utf8',
    timeout: 60_000,
    env: {
      PATH: process.env['PATH'],
      HOME: dirname(dirname(dirname(binary))),
      DISABLE_AUTOUPDATER: '1',
    },
  });
  if (status === 0 && stdout.startsWith(CLAUDE_VERSION)) return null;
  return `${binary} --version ended with ${status}`;
}

/** One rename: who comes second finds the folder there, and takes the first one's. */
function put(folder: string): boolean {
  try {
    renameSync(folder, FOLDER);
  } catch {
    return existsSync(join(FOLDER, BINARY));
  }
  return true;
}
