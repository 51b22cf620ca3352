import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openScratch } from '../../../src/adapters/process/scratch-folder.ts';

describe('a scratch folder', () => {
  it('is another one each time, and goes with all that lies in it', () => {
    const [one, other] = [openScratch('test-one'), openScratch('test-one')];
    expect(one.folder).not.toBe(other.folder);
    writeFileSync(join(one.folder, 'a'), 'a');
    mkdirSync(join(one.folder, 'b'));
    one.close();
    one.close();
    expect([existsSync(one.folder), existsSync(other.folder)]).toEqual([false, true]);
    other.close();
  });

  it('takes away what a killed process left of the same purpose, and nothing else', () => {
    const own = openScratch('test-two');
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const left = (name: string, pid: number): string => {
      const path = own.folder
        .replace('test-two', name)
        .replace(`-${String(process.pid)}-`, `-${String(pid)}-`)
        .concat('x');
      mkdirSync(path);
      return path;
    };
    const gone = left('test-two', dead);
    const alive = left('test-two', process.ppid);
    const other = left('test-other', dead);
    const next = openScratch('test-two');
    expect(dirname(next.folder)).toBe(dirname(own.folder));
    expect([gone, alive, other, own.folder].map((each) => existsSync(each))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    for (const path of [alive, other]) rmSync(path, { recursive: true });
    for (const scratch of [own, next]) scratch.close();
  });
});
