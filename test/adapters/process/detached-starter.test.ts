import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDetachedStarter } from '../../../src/adapters/process/detached-starter.ts';
import type {
  DetachedLog,
  DetachedStarter,
} from '../../../src/adapters/process/detached-starter.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';
import { killProcessesOf, processesOf } from '../../support/processes.ts';

const PROCESS = fileURLToPath(new URL('./detached-process.ts', import.meta.url));
const MIB = 1024 * 1024;

/** The folder in the environment is how what was started can be found. */
const baseOf = (folder: string, path = process.env['PATH'] ?? '') => ({
  PATH: path,
  LC_ALL: 'C',
  FOLDER: folder,
});

const KINDS: readonly (readonly [string, (folder: string) => DetachedStarter])[] = [
  ['through a kept shell', (folder) => createDetachedStarter(baseOf(folder))],
  ['without setsid', (folder) => createDetachedStarter(baseOf(folder, '/no/such/folder'))],
];

describeWith(['proc'], 'a detached starter', () => {
  let folder: string;
  let log: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'detached-test-'));
    log = join(folder, 'log');
  });
  afterEach(() => {
    killProcessesOf(folder);
    rmSync(folder, { recursive: true, force: true });
  });

  const sh = (script: string, more: Partial<DetachedLog> = {}): DetachedLog => ({
    argv: ['/bin/sh', '-c', script],
    cwd: folder,
    env: baseOf(folder),
    logFile: log,
    ...more,
  });
  const logged = (): string => readFileSync(log, 'utf8');
  /** What a script that ends with `echo end` has said before. */
  const output = async (starter: DetachedStarter, command: DetachedLog): Promise<string> => {
    await starter.start(command);
    const text = await eventually('its end', () => /^([^]*)end\n$/.exec(logged()));
    return text[1] ?? '';
  };
  const program = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return file;
  };

  it.each(KINDS)('%s: gives a session of its own, a folder and no input', async (_n, make) => {
    const script =
      'cut -d" " -f1,5,6 "/proc/$$/stat"; readlink /proc/self/fd/0; pwd; echo "$1"; echo end';
    const told = await output(make(folder), sh(script, { argv: ['sh', '-c', script, '', "it's"] }));
    const [ids = '', ...rest] = told.split('\n');
    expect(new Set(ids.split(' ')).size).toBe(1);
    expect(rest).toEqual(['/dev/null', folder, "it's", '']);
  });

  it.each(KINDS)('%s: leaves no signal ignored and the umask as it is', async (_n, make) => {
    const told = await output(
      make(folder),
      sh('grep -E "^Sig(Ign|Blk)" /proc/self/status; umask; echo end'),
    );
    expect(told.match(/[0-9a-f]{16}/g)).toEqual(['0'.repeat(16), '0'.repeat(16)]);
    expect(told).toContain(`\n${process.umask().toString(8).padStart(4, '0')}\n`);
  });

  it.each(KINDS)('%s: gives that environment and no other', async (_n, make) => {
    const env = { ...baseOf(folder), LC_ALL: 'POSIX', OWN: `it's\n"$HOME" \\`, EMPTY: '' };
    const argv = [
      process.execPath,
      '-e',
      'console.log(JSON.stringify(process.env) + "\\nend")',
      'sleep',
    ];
    const seen = JSON.parse(await output(make(folder), sh('', { argv, env }))) as object;
    // A shell tells where it is.
    expect({ PWD: folder, ...seen }).toEqual({ PWD: folder, ...env });
  });

  it.each(KINDS)('%s: appends to the log, which is for nobody else', async (_n, make) => {
    const starter = make(folder);
    await output(starter, sh('echo one; echo two >&2; echo end'));
    expect(statSync(log).mode & 0o777).toBe(0o600);
    await starter.start(sh('echo more'));
    await eventually('more', () => logged() === 'one\ntwo\nend\nmore\n');
  });

  it.each(KINDS)('%s: says so when the system refuses', async (_n, make) => {
    const starter = make(folder);
    const long = sh('', { argv: ['echo', 'x'.repeat(4 * MIB)] });
    await expect(starter.start(long)).rejects.toMatchObject({ code: 'E2BIG' });
    const large = sh('', { env: { ...baseOf(folder), LARGE: 'x'.repeat(4 * MIB) } });
    await expect(starter.start(large)).rejects.toMatchObject({ code: 'E2BIG' });
    await expect(starter.start(sh('echo a\0b'))).rejects.toMatchObject({
      code: 'ERR_INVALID_ARG_VALUE',
    });
    const nowhere = sh('', { logFile: join(folder, 'no', 'log') });
    await expect(starter.start(nowhere)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await output(starter, sh('echo still here; echo end'))).toContain('still here\n');
  });

  it('starts what no shell can hold from here', async () => {
    const env = { ...baseOf(folder), 'odd.name': 'odd' };
    const argv = [process.execPath, '-e', 'console.log(process.env["odd.name"] + "\\nend")'];
    const starter = createDetachedStarter(baseOf(folder));
    expect(await output(starter, sh('', { env, argv }))).toBe('odd\n');
  });

  it('starts from here where setsid(1) does not fork', async () => {
    program('setsid', 'echo "unknown option: $1"; exit 1');
    const starter = createDetachedStarter(baseOf(folder, folder));
    expect(await output(starter, sh('echo yes; echo end'))).toMatch(/unknown option: -f\nyes\n$/);
  });

  it('goes on when its shell is killed', async () => {
    const starter = createDetachedStarter(baseOf(folder));
    await output(starter, sh('echo end'));
    const shells = () => processesOf(folder).filter(({ command }) => command === '/bin/sh -s ');
    const [shell] = shells();
    process.kill(shell?.pid ?? expect.fail(), 'SIGKILL');
    rmSync(log);
    expect(await output(starter, sh('echo again; echo end'))).toBe('again\n');
  });

  it('starts processes that outlive their starter, whose shell does not', async () => {
    const starter = spawn(process.execPath, [PROCESS, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => starter.stdout.once('data', resolve));
    const sleeping = () => processesOf(folder).filter(({ command }) => command === 'sleep 600 ');
    await eventually('the process', () => sleeping().length === 1);
    const ended = new Promise((resolve) => starter.once('exit', resolve));
    starter.kill('SIGKILL');
    await ended;
    await eventually('the rest to end', () => processesOf(folder).length === 1);
    expect(sleeping()).toHaveLength(1);
  });
});
