import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNursery } from '../../../src/adapters/process/nursery.ts';
import type { Nursery, NurseryCommand } from '../../../src/adapters/process/nursery.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';
import { processesOf } from '../../support/processes.ts';

const MAX_BYTES = 1_000_000;
const PROCESS = fileURLToPath(new URL('./nursery-process.ts', import.meta.url));

/** A nursery with one variable more than this process. */
function newNursery(stamp: () => string = () => ''): Nursery {
  return createNursery({ env: () => ({ ...process.env, INHERITED: 'yes' }), stamp });
}

describe('a nursery', () => {
  let folder: string;
  let before: string | undefined;
  let nursery: Nursery;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nursery-test-'));
    before = process.env['TMPDIR'];
    process.env['TMPDIR'] = folder;
    nursery = newNursery();
  });
  afterEach(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  });

  const command = (argv: readonly string[], more: Partial<NurseryCommand> = {}) => ({
    argv,
    cwd: folder,
    env: {},
    maxBytes: MAX_BYTES,
    ...more,
  });
  const run = async (argv: readonly string[], more: Partial<NurseryCommand> = {}) => {
    const [outcome] = await nursery.run([command(argv, more)]);
    if (outcome === undefined) throw new Error('no outcome');
    return outcome;
  };
  const sh = (script: string, more: Partial<NurseryCommand> = {}) =>
    run(['sh', '-c', script], more);
  /** The one folder that the nursery has made. */
  const placeOf = () => join(folder, readdirSync(folder)[0] ?? 'none');
  const shells = () =>
    processesOf(folder).filter(({ command: line }) => line.startsWith('/bin/sh -s'));

  it('hands every character of an argument, a variable and a folder on', async () => {
    const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0'));
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), text, async (words, value) => {
        const script = 'printf "%s\\0" "$@" "$VALUE"';
        const outcome = await run(['sh', '-c', script, 'sh', ...words], { env: { VALUE: value } });
        expect(outcome.stdout.toString()).toBe([...words, value, ''].join('\0'));
      }),
      { numRuns: 60 },
    );
    expect((await run(['printf', '%s', 'it\'s $HOME `ls` \\ \n\t"*'])).stdout.toString()).toBe(
      'it\'s $HOME `ls` \\ \n\t"*',
    );
  });

  it('refuses a null byte', async () => {
    expect(await run(['echo', 'a\0b'])).toMatchObject({ exit: null, failure: 'not-executable' });
    expect(await run(['true'], { env: { A: '\0' } })).toMatchObject({ exit: null });
    expect(await run(['true'])).toMatchObject({ exit: 0 });
  });

  it('takes and gives any bytes', async () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
    const outcome = await sh('cat; cat </dev/null; printf "\\0\\377" >&2', { input: bytes });
    expect(outcome.stdout.equals(bytes)).toBe(true);
    expect(outcome.stderr).toEqual(Buffer.from([0, 255]));
    // The file that it lay in is used again: nothing of it must be left.
    expect((await run(['cat'], { input: 'short' })).stdout.toString()).toBe('short');
    expect((await run(['cat'], { input: '' })).stdout.length).toBe(0);
    expect((await run(['cat'])).stdout.length).toBe(0);
  });

  it('keeps outputs up to the cap, whole', async () => {
    const long = await sh('head -c 900000 /dev/zero; head -c 900000 /dev/zero >&2');
    expect([long.stdout.length, long.stderr.length, long.truncated]).toEqual([
      900_000,
      900_000,
      false,
    ]);
    expect(await sh('head -c 1000001 /dev/zero')).toMatchObject({ exit: 0, truncated: true });
  });

  it('runs fifty at once, and mixes none of them up', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        sh('cat; echo "$N" >&2; exit "$N"', { input: `in ${index}`, env: { N: String(index) } }),
      ),
    );
    for (const [index, outcome] of outcomes.entries()) {
      expect(outcome.exit).toBe(index);
      expect(outcome.stdout.toString()).toBe(`in ${index}`);
      expect(outcome.stderr.toString()).toBe(`${index}\n`);
    }
  });

  it('tells exit codes, signals and what could not be started', async () => {
    expect(await sh('exit 0')).toMatchObject({ exit: 0, signal: null, failure: null });
    expect(await sh('exit 3')).toMatchObject({ exit: 3, signal: null, failure: null });
    // git's usage errors.
    expect(await sh('exit 129')).toMatchObject({ exit: 129, signal: null });
    expect(await sh('kill -9 $$')).toMatchObject({ exit: null, signal: 'SIGKILL' });
    expect(await sh('kill -TERM $$')).toMatchObject({ exit: null, signal: 'SIGTERM' });
    expect(await run(['no-such-program'])).toMatchObject({ exit: null, failure: 'not-found' });
    const plain = join(dirname(PROCESS), 'nursery-process.ts');
    expect(await run([plain])).toMatchObject({ exit: null, failure: 'not-executable' });
    const nowhere = { cwd: join(folder, 'nowhere') };
    expect(await run(['true'], nowhere)).toMatchObject({ exit: null, failure: 'not-found' });
    expect((await run(['pwd'], { cwd: '/' })).stdout.toString()).toBe('/\n');
  });

  it('gives a command its variables over the common ones, and no other command', async () => {
    const show = 'echo "$INHERITED ${OWN-unset}"';
    expect((await sh(show, { env: { OWN: 'own' } })).stdout.toString()).toBe('yes own\n');
    expect((await sh(show)).stdout.toString()).toBe('yes unset\n');
  });

  it('runs a sequence up to the first that does not count as done', async () => {
    const echo = (text: string, exit: number, goOn?: readonly number[]) => ({
      ...command(['sh', '-c', `echo ${text}; exit ${exit}`]),
      ...(goOn === undefined ? {} : { goOn }),
    });
    const all = await nursery.run([echo('a', 0), echo('b', 1, [0, 1]), echo('c', 0)]);
    expect(all.map(({ stdout, exit }) => [stdout.toString(), exit])).toEqual([
      ['a\n', 0],
      ['b\n', 1],
      ['c\n', 0],
    ]);
    const some = await nursery.run([echo('a', 0), echo('b', 1), echo('c', 0)]);
    expect(some.map(({ exit }) => exit)).toEqual([0, 1]);
    const input = await nursery.run(
      ['one', 'two'].map((text) => ({ ...command(['cat']), input: text })),
    );
    expect(input.map(({ stdout }) => stdout.toString())).toEqual(['one', 'two']);
  });

  it('fails when its shell is killed on the way, and starts another one', async () => {
    const under = sh('echo begun >begun; sleep 600');
    await eventually('the command to run', () => existsSync(join(folder, 'begun')));
    // What runs in the background of the shell goes on without it.
    const [left] = processesOf(folder).filter(({ command: line }) => line.startsWith('sleep'));
    for (const { pid } of shells()) process.kill(pid, 'SIGKILL');
    const outcome = await under;
    expect(outcome).toMatchObject({ exit: null, failure: 'not-executable' });
    expect(outcome.stderr.toString()).toContain('has ended');
    expect(await sh('exit 4')).toMatchObject({ exit: 4 });
    expect(shells()).toHaveLength(1);
    if (left !== undefined) process.kill(left.pid, 'SIGKILL');
  });

  it('starts anew when its folder was cleaned away', async () => {
    await run(['true']);
    rmSync(placeOf(), { recursive: true });
    expect((await sh('echo here')).stdout.toString()).toBe('here\n');
  });

  it('goes on where files of its folder were cleaned away', async () => {
    for (const text of ['one', 'two', 'three']) {
      const { stdout, stderr } = await sh('cat; echo err >&2', { input: text });
      expect([stdout.toString(), stderr.toString()]).toEqual([text, 'err\n']);
      if (text === 'one') rmSync(join(placeOf(), '0.out'));
    }
  });

  it('says where its folder cannot be made', async () => {
    process.env['TMPDIR'] = join(folder, 'gone');
    for (const more of [{}, { input: 'some' }]) {
      const outcome = await run(['true'], more);
      expect(outcome).toMatchObject({ exit: null, failure: 'not-executable' });
      expect(outcome.stderr.toString()).toContain(`before it made ${folder}/gone`);
    }
  });

  it('needs nothing but the command itself on its PATH', async () => {
    let stamp = 'one';
    const bare = { PATH: join(folder, 'bare') };
    nursery = createNursery({ env: () => bare, stamp: () => stamp });
    expect(await run(['/bin/cat'], { input: 'in' })).toMatchObject({ exit: 0 });
    const first = placeOf();
    stamp = 'two';
    expect(await run(['/bin/cat'], { input: 'in' })).toMatchObject({ exit: 0 });
    await eventually('the folder of the first shell to be gone', () => !existsSync(first));
  });

  it('asks for its environment again when the stamp changes', async () => {
    let value = 'one';
    nursery = createNursery({ env: () => ({ ...process.env, VALUE: value }), stamp: () => value });
    expect((await sh('echo "$VALUE"')).stdout.toString()).toBe('one\n');
    value = 'two';
    expect((await sh('echo "$VALUE"')).stdout.toString()).toBe('two\n');
  });
});

describeWith(['proc'], 'the processes of a nursery', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'nursery-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [PROCESS, ...args], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  it('leave no zombies', async () => {
    const nursery = newNursery();
    const commands = Array.from({ length: 10 }, () => ({
      argv: ['true'],
      cwd: folder,
      env: {},
      maxBytes: MAX_BYTES,
    }));
    await Promise.all(commands.map((each) => nursery.run([each])));
    await eventually('the commands to be gone', () => zombiesBelow(process.pid) === 0);
  });

  it('do not keep the process alive, and go with it', async () => {
    const child = start('once');
    const code = await new Promise((resolve) => child.once('exit', resolve));
    expect(code).toBe(0);
    await eventually('the shell to end', () => processesOf(folder).length === 0);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('go when the process is killed', async () => {
    const child = start('stay');
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(processesOf(folder).length).toBeGreaterThan(1);
    child.kill('SIGKILL');
    await eventually('the shell to end', () => processesOf(folder).length === 0);
    await eventually('its folder to be gone', () => readdirSync(folder).length === 0);
  });

  it('go when the process is killed under a command, once that has ended', async () => {
    const [cwd, place] = [join(folder, 'cwd'), join(folder, 'place')];
    mkdirSync(cwd);
    mkdirSync(place);
    execFileSync('mkfifo', [join(cwd, 'fifo')]);
    const child = spawn(process.execPath, [PROCESS, 'busy', cwd], {
      env: { ...process.env, TMPDIR: place },
      stdio: 'inherit',
    });
    await eventually('the command to run', () => existsSync(join(cwd, 'begun')));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    writeFileSync(join(cwd, 'fifo'), 'go on\n');
    await eventually('the shell to end', () => processesOf(folder).length === 0);
    expect(readdirSync(place)).toEqual([]);
    // Whoever takes up the work does not find it still going on.
    expect(existsSync(join(cwd, 'second'))).toBe(false);
  });

  it('do not stay in the folder of a command that has ended', async () => {
    const nursery = newNursery();
    await nursery.run([{ argv: ['true'], cwd: folder, env: {}, maxBytes: MAX_BYTES }]);
    expect(processesOf(folder)).toEqual([]);
  });
});

/** Zombies below a process: its children, and theirs. */
function zombiesBelow(root: number): number {
  const rows = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(name));
  const children = rows.filter(({ parent }) => parent === root).map(({ pid }) => pid);
  const family = new Set([root, ...children]);
  return rows.filter(({ state, parent }) => state === 'Z' && family.has(parent)).length;
}

function statOf(pid: string): { pid: number; state: string; parent: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), state, parent: Number(parent) };
  } catch {
    return { pid: Number(pid), state: '', parent: 0 };
  }
}
