import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../../src/domain/result.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const AGENTS = join(ROOT, 'scripts', 'agents');
const TIMEOUT_MS = 300_000;

/** A CLI that the tests drive; `name` as in scripts/agents/pins.json. */
export type AgentCliName =
  | 'claude-code'
  | 'codex'
  | 'kimi-code'
  | 'opencode'
  | 'gemini-cli'
  | 'claude-agent-acp';

/** What is installed under that name. */
export interface AgentPin {
  readonly name: string;
  readonly package: string;
  readonly version: string;
  readonly binary: string;
  /** The oldest Node that runs it; null for a native program. */
  readonly needsNode: string | null;
  /** Whether it needs its install scripts. */
  readonly runScripts: boolean;
}

/** The pin of a CLI. */
export function agentPin(name: AgentCliName): AgentPin {
  const pins = JSON.parse(readFileSync(join(AGENTS, 'pins.json'), 'utf8')) as readonly AgentPin[];
  const pin = pins.find((one) => one.name === name);
  if (pin === undefined) throw new Error(`there is no pin for ${name}`);
  return pin;
}

/** Where the program of a CLI is, or would be, in the repository's cache. */
export function agentProgram(name: AgentCliName): string {
  return join(folderOf(agentPin(name)), 'node_modules', '.bin', agentPin(name).binary);
}

/** Whether the pinned CLI lies in the repository's cache. */
export function agentIsInstalled(name: AgentCliName): boolean {
  const lock = join(folderOf(agentPin(name)), 'package-lock.json');
  if (!existsSync(agentProgram(name)) || !existsSync(lock)) return false;
  const wanted = join(AGENTS, 'locks', name, 'package-lock.json');
  return readFileSync(lock, 'utf8') === readFileSync(wanted, 'utf8');
}

/**
 * The pinned CLI's path; installs it as `npm run agents:install` does at the first call ever (100 to
 * 400 MB). Several processes may call it at once. The error says why it could not be had.
 * Synchronous, since what a machine can do is asked while tests are being collected.
 */
export function installAgent(name: AgentCliName): Result<string, string> {
  if (agentIsInstalled(name)) return ok(agentProgram(name));
  const script = join(ROOT, 'scripts', 'agents-install.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, name], {
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  return status === 0 ? ok(agentProgram(name)) : err(stderr.trim());
}

/** As scripts/agents/pins.mjs has it: the package's name without its scope, and the version. */
function folderOf(pin: AgentPin): string {
  const unscoped = pin.package.slice(pin.package.indexOf('/') + 1);
  return join(ROOT, '.cache', 'agents', `${unscoped}-${pin.version}`);
}
