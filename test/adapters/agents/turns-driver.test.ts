import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { driverInput } from '../../../src/adapters/agents/driver-link.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';

const CHILD = fileURLToPath(new URL('turns-child.ts', import.meta.url));

let folder = '';
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-turns-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const text = (name: string): string =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '';
const make = (name: string): void => writeFileSync(join(folder, name), '');
const started = (n: number): Promise<boolean> =>
  eventually(`leg ${n}`, () => existsSync(join(folder, `started-${n}`)));

describeWith(['proc'], 'a driver of turns', () => {
  const drive = () => {
    const driver = spawn(process.execPath, [CHILD, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
    child = driver;
    let output = '';
    driver.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
    const ended = new Promise<number | null>((resolve) => driver.once('close', resolve));
    return { driver, ended, output: () => output };
  };
  /** What was sent has been read: the driver has looked around since. */
  const looked = async (): Promise<void> => {
    const before = text('looks').length;
    await eventually('two looks', () => text('looks').length >= before + 2);
  };
  const say = (driver: ChildProcess, id: string): void =>
    void driver.stdin?.write(driverInput({ kind: 'message', id, text: id }));

  it('ends no turn before the session holds what it was begun for', async () => {
    const { driver, ended, output } = drive();
    await started(1);
    make('go-1');
    say(driver, 'first');
    await started(2);
    say(driver, 'second');
    await looked();
    make('go-2');
    await started(3);
    make('go-3');
    make('end-3');
    expect(await ended).toBe(0);
    expect(text('session').trim().split('\n')).toEqual(['brief', 'first', 'second']);
    expect(output().match(/"way":"resume"/gu)).toHaveLength(2);
  });

  it('takes an input after a part of one', async () => {
    const { driver, ended } = drive();
    await started(1);
    make('go-1');
    driver.stdin?.write('{"kind":"message","id":"cut","te');
    say(driver, 'whole');
    await started(2);
    make('go-2');
    make('end-2');
    expect(await ended).toBe(0);
    expect(text('session').trim().split('\n')).toEqual(['brief', 'whole']);
  });

  it('ends a leg at once that must not go on, says why, and begins no other', async () => {
    const { driver, ended, output } = drive();
    await started(1);
    say(driver, 'never');
    make('must-end');
    expect(await ended).toBe(137);
    expect(output()).toContain('"text":"it must not go on","fatal":true');
    expect(output()).toContain('"way":"too-late"');
    expect(existsSync(join(folder, 'started-2'))).toBe(false);
  });
});
