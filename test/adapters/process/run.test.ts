import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signalProcess } from '../../../src/adapters/process/proc.ts';
import { run } from '../../../src/adapters/process/run.ts';
import type { RunOptions } from '../../../src/adapters/process/run.ts';
import { eventually } from '../../support/eventually.ts';

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'run-'));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const shell = (text: string, more: Partial<RunOptions> = {}) =>
  run({ argv: ['sh', '-c', text], cwd, ...more });
const textsOf = ({ stdout, stderr }: { stdout: Buffer; stderr: Buffer }) => [
  stdout.toString(),
  stderr.toString(),
];

describe('run', () => {
  it('captures both outputs and the exit code', async () => {
    const outcome = await shell('echo out; echo err >&2; exit 3');
    expect(textsOf(outcome)).toEqual(['out\n', 'err\n']);
    expect(outcome).toMatchObject({ exit: 3, signal: null, truncated: false, failure: null });
  });

  it('gives arguments as they are', async () => {
    const odd = `it's; $HOME "x" * \n`;
    const outcome = await run({ argv: ['printf', '%s', odd], cwd });
    expect(outcome.stdout.toString()).toBe(odd);
  });

  it('gives the input, whatever it is, and survives its being ignored', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 0]);
    expect((await run({ argv: ['cat'], cwd, input: bytes })).stdout).toEqual(bytes);
    const ignored = await run({ argv: ['true'], cwd, input: 'x'.repeat(3_000_000) });
    expect(ignored).toMatchObject({ exit: 0, failure: null });
  });

  it('has the environment it is given, and no other', async () => {
    const outcome = await run({
      argv: ['/usr/bin/env'],
      cwd,
      env: { ONLY: 'this', NOT: undefined },
    });
    expect(outcome.stdout.toString()).toBe('ONLY=this\n');
  });

  it('keeps no more than the cap and lets the command finish', async () => {
    const outcome = await shell('head -c 2000000 /dev/zero; echo done >&2', { maxBytes: 1000 });
    expect(outcome.stdout).toHaveLength(1000);
    expect(outcome).toMatchObject({ exit: 0, truncated: true });
    const fits = await shell('head -c 1000 /dev/zero', { maxBytes: 1000 });
    expect(fits).toMatchObject({ exit: 0, truncated: false });
  });

  it.each([
    ['not-found', ['no-such-program-here'], 'ENOENT'],
    ['not-executable', ['./plain'], 'EACCES'],
    ['not-executable', ['echo', 'x'.repeat(4_000_000)], 'E2BIG'],
    ['not-executable', ['echo', 'a\0b'], 'null bytes'],
    ['not-executable', [], 'empty'],
  ])('says %s of %.30s', async (failure, argv, words) => {
    writeFileSync(join(cwd, 'plain'), 'text');
    const outcome = await run({ argv, cwd });
    expect(outcome).toMatchObject({ exit: null, signal: null, failure });
    expect(outcome.stderr.toString()).toContain(words);
  });

  it('says not-found of a folder that is not there', async () => {
    const outcome = await run({ argv: ['true'], cwd: join(cwd, 'nowhere') });
    expect(outcome.failure).toBe('not-found');
  });

  it('ends the whole group at the time limit', async () => {
    const text = 'sleep 600 & echo $! > child; exec sleep 600';
    const outcome = await shell(text, { timeoutMs: 300 });
    expect(outcome).toMatchObject({ exit: null, signal: 'SIGTERM', failure: 'timed-out' });
    const child = Number(readFileSync(join(cwd, 'child'), 'utf8'));
    await eventually('the child to end', () => !signalProcess(child, 0));
  });

  it('does not wait for a child that keeps the outputs open', async () => {
    const outcome = await shell('sleep 600 & echo $!; exit 4');
    expect(outcome.exit).toBe(4);
    const child = Number(outcome.stdout.toString());
    expect(signalProcess(child, 0)).toBe(true);
    process.kill(child, 'SIGKILL');
  });

  it('tells the signal that ended it', async () => {
    expect(await shell('kill -9 $$')).toMatchObject({
      exit: null,
      signal: 'SIGKILL',
      failure: null,
    });
  });
});
