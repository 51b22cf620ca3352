import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { cleanEnv, fanin } from '../support/built-cli.ts';
import { describeWith } from '../support/capabilities.ts';
import { makeRepo } from '../support/git-repo.ts';
import type { TempRepo } from '../support/git-repo.ts';
import { lastingProcesses } from '../support/processes.ts';

/** Shell commands that are no good agents, and what must become of them. */
const ODD = {
  'exits-0-idle': ['true', 'empty', 'changed-nothing'],
  'edits-and-crashes': ['echo half > $FANIN_TASK.txt; exit 7', 'salvaged', 'agent-crashed'],
  'kills-itself': ['echo half > $FANIN_TASK.txt; kill -SEGV $$', 'salvaged', 'agent-killed'],
  daemonises: ['setsid sleep 600 & echo done > $FANIN_TASK.txt', 'delivered', 'delivered'],
  'never-prints': ['sleep 600', 'failed', 'stopped-at-deadline'],
  'fills-the-disk': [
    'head -c 40000000 /dev/zero > $FANIN_TASK.txt; sleep 600',
    'salvaged',
    'stopped-at-disk-limit',
  ],
  'wants-a-terminal': [
    'test -t 0 || { echo "not a terminal" >&2; exit 1; }',
    'failed',
    'agent-crashed',
  ],
  'invalid-utf8': [
    String.raw`printf '\377\376\n\303'; echo done > $FANIN_TASK.txt`,
    'delivered',
    'delivered',
  ],
  'one-record-of-50mb': [
    'head -c 50000000 /dev/zero | tr "\\0" x; echo done > $FANIN_TASK.txt',
    'delivered',
    'delivered',
  ],
} as const;

let repo: TempRepo | null = null;
let home = '';
afterEach(async () => {
  await repo?.remove();
  rmSync(home, { recursive: true, force: true });
});

interface Status {
  readonly attempts: readonly {
    readonly task: string;
    readonly outcome: string | null;
    readonly code: string | null;
  }[];
}

const yaml = (value: unknown): string => JSON.stringify(value);

describeWith(['git', 'proc'], 'agents that behave oddly', () => {
  it('each end in a known state with a stable code, and leave nothing running', async () => {
    home = mkdtempSync(join(tmpdir(), 'fanin-home-'));
    const agents = Object.entries(ODD).map(
      ([name, [run]]) => `  ${name}: { use: command, run: ${yaml(run)} }`,
    );
    const tasks = Object.keys(ODD).map(
      (name) =>
        `  ${name}: { prompt: Try., agent: ${name}, writes: ["${name}.txt"], deadline: ${name === 'fills-the-disk' ? '60s' : '5s'} }`,
    );
    const made = await makeRepo({
      files: {
        'README.md': 'hello\n',
        'fanin.config.yaml': `isolation: worktree\nworkspaces: { disk: 20M }\nchecks: { there: test -f README.md }\nreview: { by: checks }\nagents:\n${agents.join('\n')}\n`,
        'plan.yaml': `concurrency: on\ntasks:\n${tasks.join('\n')}\n`,
      },
    });
    repo = made;
    const at = { cwd: made.path, env: cleanEnv(home, home) };
    await fanin(at, ['run']);
    const { attempts } = JSON.parse((await fanin(at, ['status', '--json'])).stdout) as Status;
    const ends = Object.fromEntries(
      attempts.map(({ task, outcome, code }) => [task, [outcome, code]]),
    );
    const expected = Object.fromEntries(
      Object.entries(ODD).map(([name, [, outcome, code]]) => [name, [outcome, code]]),
    );
    expect(ends).toEqual(expected);
    expect(await lastingProcesses(made.base)).toEqual([]);
  });

  it.each([
    ['is missing', null, 'agent-not-installed'],
    ['is too old', 'echo "codex-cli 0.1.0"', 'agent-too-old'],
    ['is broken', 'exit 3', 'agent-broken'],
  ])('do not start at all when the program %s', async (_, script, code) => {
    home = mkdtempSync(join(tmpdir(), 'fanin-home-'));
    const program = join(home, 'codex');
    if (script !== null) writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const made = await makeRepo({
      files: {
        'README.md': 'hello\n',
        'fanin.config.yaml': `isolation: worktree\nchecks: { there: "true" }\nagents: { odd: { use: codex, run: ${yaml(program)} } }\ndefaults: { agent: odd }\n`,
      },
    });
    repo = made;
    const end = await fanin({ cwd: made.path, env: cleanEnv(home, home) }, ['run', '-p', 'Try.']);
    expect([end.exit, end.stderr]).toEqual([5, expect.stringContaining(code)]);
  });
});
