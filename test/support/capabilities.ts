import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import type { Result } from '../../src/domain/result.ts';
import { agentIsInstalled, installAgent } from './agent-cli.ts';
import { claudeIsInstalled, installClaude } from './claude-cli.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The capabilities this machine lacks, as the closing lines name them. */
    missingCapabilities?: string;
  }
}

/** The browser of Debian's package. */
export const CHROMIUM = '/usr/bin/chromium';

/** What a test may need of the machine. A detector runs only when a test asks for it. */
const DETECTORS = {
  /** Any git. */
  git: () => gitVersion() !== undefined,
  /** `git merge-tree --write-tree`. */
  'git-2.38': () => gitAtLeast(2, 38),
  /** `git merge-tree --merge-base`, and `git replay` later on. */
  'git-2.40': () => gitAtLeast(2, 40),
  /** Process facts read from /proc. */
  proc: () => existsSync('/proc/self/stat'),
  /** npm's own question to the registry it is set up for. */
  'npm-registry': () => runs('npm', ['ping'], 15_000),
  /** The pinned Claude Code CLI in the repository's cache; where it is demanded, it is installed. */
  'claude-cli': () =>
    claudeIsInstalled() || (isDemanded('claude-cli') && installed(installClaude())),
  /** The pinned Codex CLI, likewise. */
  'codex-cli': () =>
    agentIsInstalled('codex') || (isDemanded('codex-cli') && installed(installAgent('codex'))),
  /** The pinned Kimi Code CLI, likewise. */
  'kimi-cli': () =>
    agentIsInstalled('kimi-code') ||
    (isDemanded('kimi-cli') && installed(installAgent('kimi-code'))),
  /** The pinned ACP agent of Claude Code, likewise. */
  'acp-cli': () =>
    agentIsInstalled('claude-agent-acp') ||
    (isDemanded('acp-cli') && installed(installAgent('claude-agent-acp'))),
  /** The pinned opencode CLI, likewise. */
  'opencode-cli': () =>
    agentIsInstalled('opencode') ||
    (isDemanded('opencode-cli') && installed(installAgent('opencode'))),
  /** The pinned Gemini CLI, likewise. */
  'gemini-cli': () =>
    agentIsInstalled('gemini-cli') ||
    (isDemanded('gemini-cli') && installed(installAgent('gemini-cli'))),
  bubblewrap: () => runs('bwrap', ['--ro-bind', '/', '/', 'true']),
  /** `ip`, for networks with an allowlist. */
  iproute2: () => runs('ip', ['-Version']),
  /** The optional package by which commands are kept in on macOS; it is looked at on any system. */
  'sandbox-runtime': () => existsSync('node_modules/@anthropic-ai/sandbox-runtime'),
  /** OpenSSH's, which git signs with. */
  'ssh-keygen': () => spawnSync('ssh-keygen', ['-?']).error === undefined,
  /** A browser that shows pages as people see them. */
  chromium: () => runs(CHROMIUM, ['--version'], 20_000),
  /** Rust's, for `Cargo.lock`. */
  cargo: () => runs('cargo', ['--version']),
  /** Go's, for `go.sum`. */
  go: () => runs('go', ['version']),
  /** Poetry, for `poetry.lock`. */
  poetry: () => runs('poetry', ['--version'], 20_000),
  docker: () => runs('docker', ['info']),
  /** A small file system of one's own, to fill it up or to make it read-only. */
  'tmpfs-mount': mayMount,
  /** A folder that cannot be written: by file modes, or for root by a mount. */
  'read-only': () => process.getuid?.() !== 0 || mayMount(),
} satisfies Record<string, () => boolean>;

export type CapabilityName = keyof typeof DETECTORS;

const known = new Map<CapabilityName, boolean>();

/** Whether this machine has it; found out once per worker. */
export function capability(name: CapabilityName): boolean {
  let has = known.get(name);
  if (has === undefined) {
    has = DETECTORS[name]();
    known.set(name, has);
  }
  return has;
}

/**
 * A describe block whose tests need these capabilities. Where one is missing the tests are not run
 * but named and counted at the end; with FANIN_DEMAND_CAPABILITIES that is a failure instead.
 */
export function describeWith(
  capabilities: readonly CapabilityName[],
  title: string,
  tests: () => void,
): void {
  const missing = capabilities.filter((name) => !capability(name));
  if (missing.length === 0) describe(title, tests);
  else if (missing.some(isDemanded)) {
    describe(title, () => {
      it(`needs ${missing.join(', ')}`, () => {
        throw new Error(`this machine lacks ${missing.join(', ')}, and that is demanded`);
      });
    });
  } else {
    describe(title, { skip: true, meta: { missingCapabilities: missing.join(', ') } }, tests);
  }
}

/** FANIN_DEMAND_CAPABILITIES: `1` demands every capability; a list like `git,proc` demands those. */
function isDemanded(name: string): boolean {
  const demand = process.env['FANIN_DEMAND_CAPABILITIES'] ?? '';
  return demand === '1' || demand.split(',').includes(name);
}

/** Why a demanded program could not be had would otherwise be known to nobody. */
function installed(result: Result<string, string>): boolean {
  if (!result.ok) process.stderr.write(`${result.error}\n`);
  return result.ok;
}

function gitAtLeast(major: number, minor: number): boolean {
  const [haveMajor = 0, haveMinor = 0] = gitVersion() ?? [];
  return haveMajor > major || (haveMajor === major && haveMinor >= minor);
}

function gitVersion(): number[] | undefined {
  const { stdout, status } = spawnSync('git', ['version'], { encoding: 'utf8' });
  const version = status === 0 ? /(\d+)\.(\d+)/.exec(stdout) : null;
  return version === null ? undefined : version.slice(1).map(Number);
}

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'fanin-mount-'));
  const mounted = runs('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
  if (mounted) runs('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
}

function runs(command: string, args: readonly string[], timeout = 5000): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout }).status === 0;
}
