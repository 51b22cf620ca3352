import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { directStarter } from '../../../src/adapters/process/direct-starter.ts';
import { signalGroup } from '../../../src/adapters/process/proc.ts';
import { createStarter } from '../../../src/adapters/process/starter.ts';
import type { LongCommand, Starter } from '../../../src/adapters/process/starter.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';
import { killProcessesOf, processesOf } from '../../support/processes.ts';

const PROCESS = fileURLToPath(new URL('./starter-process.ts', import.meta.url));

const KINDS: readonly (readonly [string, (folder: string) => Starter])[] = [
  ['through kept shells', (folder) => kept(folder)],
  ['directly', (folder) => directStarter({ env: envOf(folder), holds: true })],
];

/** Everything that is started names the folder in its environment, so that it can be found. */
function envOf(folder: string) {
  return { PATH: process.env['PATH'], FOLDER: folder, INHERITED: 'yes' };
}

function kept(folder: string): Starter {
  const starter = createStarter({ env: envOf(folder), holds: true });
  if (starter === null) throw new Error('no setsid here');
  return starter;
}

describeWith(['proc'], 'a starter', () => {
  let folder: string;
  let log: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'starter-test-'));
    log = join(folder, 'log');
    writeFileSync(log, '');
  });
  afterEach(() => {
    killProcessesOf(folder);
    rmSync(folder, { recursive: true, force: true });
  });

  const sh = (script: string, more: Partial<LongCommand> = {}): LongCommand => ({
    argv: ['sh', '-c', script],
    cwd: folder,
    env: {},
    logFile: log,
    ...more,
  });
  const logged = (): string => readFileSync(log, 'utf8');
  /** Told its pid, a process may still be the subshell that is to become it. */
  const sleeping = (count: number) =>
    eventually(
      'the programs to run',
      () => processesOf(folder).filter(({ command }) => command === 'sleep 600 ').length === count,
    );
  const shells = () => processesOf(folder).filter(({ command }) => command === '/bin/sh -s ');

  it.each(KINDS)('%s: tells pid and end, and appends both outputs to the log', async (_n, make) => {
    writeFileSync(log, 'before\n');
    const started = await make(folder).start(sh('echo "$$"; echo err >&2; exit 3'));
    expect(await started.ended).toEqual({ exit: 3, signal: null });
    expect(logged()).toBe(`before\n${String(started.pid)}\nerr\n`);
  });

  it.each(KINDS)('%s: gives a process a session of its own and no input', async (_n, make) => {
    const { pid, ended } = await make(folder).start(
      sh('cut -d" " -f5,6 "/proc/$$/stat"; readlink /proc/self/fd/0'),
    );
    await ended;
    expect(logged()).toBe(`${String(pid)} ${String(pid)}\n/dev/null\n`);
  });

  it.each(KINDS)('%s: leaves no signal ignored', async (_n, make) => {
    const { ended } = await make(folder).start({
      ...sh(''),
      argv: ['grep', '-E', '^Sig(Ign|Blk)', '/proc/self/status'],
    });
    await ended;
    expect(logged().match(/[0-9a-f]{16}/g)).toEqual(['0'.repeat(16), '0'.repeat(16)]);
  });

  it.each(KINDS)('%s: changes the environment as it is told', async (_n, make) => {
    const { ended } = await make(folder).start(
      sh('env | grep -E "^(INHERITED|OWN|odd.name|UID|OLDPWD)=" | sort', {
        env: { INHERITED: undefined, OWN: `it's\n"$HOME"`, 'odd.name': 'odd', UID: '7' },
      }),
    );
    await ended;
    // A shell in between may drop what it cannot name.
    expect(logged().replace('odd.name=odd\n', '')).toBe(`OWN=it's\nUID=7\n`);
  });

  it.each(KINDS)('%s: tells of a signal', async (_n, make) => {
    const { pid, ended } = await make(folder).start(sh('exec sleep 600'));
    await eventually('its group', () => signalGroup(pid ?? undefined, 'SIGTERM'));
    expect(await ended).toEqual({ exit: null, signal: 'SIGTERM' });
  });

  it.each(KINDS)('%s: starts nothing with a null byte', async (_n, make) => {
    const starter = make(folder);
    await expect(async () => starter.start(sh('echo a\0b'))).rejects.toThrow(/null byte/);
    await expect(async () => starter.start(sh('', { env: { A: '\0' } }))).rejects.toThrow();
  });

  it('hands odd names of variables to programs that are no shells', async () => {
    const { ended } = await kept(folder).start({
      ...sh('', { env: { 'odd.name': "it's" } }),
      argv: ['cat', '/proc/self/environ'],
    });
    await ended;
    expect(logged().split('\0')).toContain("odd.name=it's");
  });

  it('keeps one shell for each process that runs at once, and uses it again', async () => {
    const starter = kept(folder);
    const three = await Promise.all([1, 2, 3].map(() => starter.start(sh('exec sleep 600'))));
    await sleeping(3);
    // A shell that is just starting a program looks like two for a moment.
    await eventually('three shells', () => shells().length === 3);
    for (const { pid } of three) process.kill(pid ?? 0, 'SIGKILL');
    await Promise.all(three.map(({ ended }) => ended));
    for (let index = 0; index < 5; index += 1)
      expect(await (await starter.start(sh(`exit ${index}`))).ended).toMatchObject({ exit: index });
    await eventually('three shells again', () => shells().length === 3);
  });

  it('knows nothing of the end when the shell that waits is killed, and goes on', async () => {
    const starter = kept(folder);
    const { pid, ended } = await starter.start(sh('exec sleep 600'));
    await sleeping(1);
    for (const shell of shells()) process.kill(shell.pid, 'SIGKILL');
    expect(await ended).toBeNull();
    process.kill(pid ?? 0, 'SIGKILL');
    expect(await (await starter.start(sh('exit 4'))).ended).toMatchObject({ exit: 4 });
  });

  it.each<[string, NodeJS.Signals | null]>([
    ['holds', 'SIGKILL'],
    ['lets-go', null],
  ])('%s its own process as it was told', async (how, signal) => {
    const child = spawn(process.execPath, [PROCESS, how, log], {
      env: { ...process.env, ...envOf(folder) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = await new Promise((resolve) => child.stdout.once('data', resolve));
    const over = new Promise((resolve) => {
      child.once('exit', (_code, by) => resolve(by));
    });
    if (signal !== null) child.kill(signal);
    expect(await over).toBe(signal);
    expect(processesOf(folder).map((each) => each.pid)).toContain(Number(String(pid)));
    process.kill(Number(String(pid)), 'SIGKILL');
    await eventually('the shell to end', () => processesOf(folder).length === 0);
  });
});
