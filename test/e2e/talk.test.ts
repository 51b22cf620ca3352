import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { planOf, robotRepo } from '../cli/robot-repo.ts';
import { cleanEnv, fanin } from '../support/built-cli.ts';
import { describeWith } from '../support/capabilities.ts';
import { eventually } from '../support/eventually.ts';
import type { TempRepo } from '../support/git-repo.ts';

const ASK = {
  id: 'q1',
  text: 'May I run make?',
  options: ['allow', 'refuse'],
  default: 'refuse',
  waitMs: 60_000,
};
/** Asks, waits for what comes, and then writes its file. */
const TALKER = [
  { ask: ASK },
  { subAgent: { id: 's1', phase: 'started' } },
  { waitFor: 'steered' },
  { subAgent: { id: 's1', phase: 'ended' } },
  { usage: { input: 100, output: 20 } },
  { write: { path: 'src/core.txt', text: 'core\n' } },
];

let repo: TempRepo | null = null;
let home = '';
afterEach(async () => {
  await repo?.remove();
  rmSync(home, { recursive: true, force: true });
});

interface Seen {
  readonly attempts: readonly {
    readonly asks: readonly object[];
    readonly messages: readonly { readonly way: string | null }[];
    readonly subAgents: number;
  }[];
}

describeWith(['git', 'proc'], 'talking to a running agent', () => {
  it('answers what it asks, tells it something, and shows both in its receipt', async () => {
    home = mkdtempSync(join(tmpdir(), 'fanin-home-'));
    const made = await robotRepo({ steps: { core: TALKER }, plan: planOf('core') });
    repo = made;
    const at = { cwd: made.path, env: cleanEnv(home, home) };
    const status = async (): Promise<Seen['attempts'][number] | undefined> => {
      const { stdout } = await fanin(at, ['status', '--json']);
      return stdout === '' ? undefined : (JSON.parse(stdout) as Seen).attempts?.[0];
    };
    const run = fanin(at, ['run']);
    await eventually('it asks', async () => (await status())?.asks.length === 1);
    const shown = await fanin(at, ['review']);
    expect(shown.stdout).toContain('core#1 asks: May I run make?');
    expect(shown.stdout).toContain('fanin answer core#1 --question q1 allow | refuse');
    expect((await fanin(at, ['answer', 'core', 'perhaps'])).stderr).toContain('allow, refuse');
    const answered = await fanin(at, ['answer', 'core', 'allow']);
    expect([answered.exit, answered.stderr.trim()]).toEqual([0, 'core#1 is told: allow']);
    await eventually('its sub-agent is seen', async () => (await status())?.subAgents === 1);
    const steered = await fanin(at, ['steer', 'core', 'Mind the tests.']);
    expect([steered.exit, steered.stderr]).toEqual([0, expect.stringContaining('within its turn')]);
    await eventually('it was taken', async () => (await status())?.messages[0]?.way === 'mid-turn');
    openGate(made, 'steered');
    expect((await run).exit).toBe(0);
    const { stdout: text } = await fanin(at, ['receipt', 'core']);
    expect(text).toContain(': "Mind the tests." was taken within the turn');
    expect(text).toContain('it asked: May I run make? · allow, by ');
    expect(text).toContain('1 sub-agent');
    const late = await fanin(at, ['steer', 'core', 'Too late.']);
    expect([late.exit, late.stderr]).toEqual([4, expect.stringContaining('attempt-ended')]);
  });
});

/** A file in the attempt's folder opens a gate of the scripted agent. */
function openGate(made: TempRepo, name: string): void {
  const attempts = join(made.path, '.git', 'fanin', 'attempts');
  for (const attempt of readdirSync(attempts))
    writeFileSync(join(attempts, attempt, `go-${name}`), '');
}
