import { describe, expect, it } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { fanin } from './fanin.ts';
import { robotRepo } from './robot-repo.ts';

async function somewhere<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'fanin-cli-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the command line', () => {
  it('explains itself', async () => {
    const said = await somewhere((folder) => fanin(folder, '--help'));
    expect(said).toMatchObject({ code: 0, err: '' });
    expect(said.out.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(said.out).toContain('3 waits for you');
    expect(await somewhere((folder) => fanin(folder))).toMatchObject({ code: 2 });
  });

  it.each(COMMANDS.map(({ name }) => name))('%s has help of at most 100 columns', async (name) => {
    const { code, out, err } = await somewhere((folder) => fanin(folder, name, '--help'));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`fanin ${name}`);
    expect(out.split('\n').filter((line) => line.length > 100)).toEqual([]);
  });

  it.each([
    'run',
    'stop',
    'retry',
    'status',
    'logs',
    'diff',
    'receipt',
    'path',
    'events',
    'review',
  ])('%s: help', async (name) => {
    const { out } = await somewhere((folder) => fanin(folder, name, '--help'));
    expect(`\n${out}`).toMatchSnapshot();
  });

  it('refuses what it does not know, and guesses', async () => {
    const command = await somewhere((folder) => fanin(folder, 'statsu'));
    expect(command).toMatchObject({ code: 2, out: '' });
    expect(command.err).toContain('did you mean "status"?');
    const flag = await somewhere((folder) => fanin(folder, 'status', '--alll'));
    expect(flag).toMatchObject({ code: 2, out: '' });
    expect(flag.err).toContain('did you mean --all?');
    const value = await somewhere((folder) => fanin(folder, 'run', '--wall', '5'));
    expect(value).toMatchObject({ code: 2, out: '' });
    expect(value.err).toContain('"5" has no unit');
  });

  it('gives scripts the same as JSON', async () => {
    const usage = await somewhere((folder) => fanin(folder, 'events', '--nope', '--json'));
    expect(usage).toMatchObject({ code: 2, err: '' });
    expect(JSON.parse(usage.out)).toMatchObject({
      error: { code: 'usage', hint: 'fanin events --help shows what it takes' },
    });
    const none = await somewhere((folder) => fanin(folder, 'status', '--json'));
    expect(none).toMatchObject({ code: 5, err: '' });
    expect(JSON.parse(none.out)).toMatchObject({ error: { code: 'no-repository' } });
  });

  it('takes flags before the command as well', async () => {
    const repo = await robotRepo();
    try {
      expect(await fanin(repo.path, 'status')).toMatchObject({ code: 4 });
      expect(await fanin(repo.path, '--json', 'receipt', 'core')).toMatchObject({
        code: 4,
        err: '',
      });
    } finally {
      await repo.remove();
    }
  });

  it('knows its version', async () => {
    const { code, out } = await somewhere((folder) => fanin(folder, 'version'));
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^fanin \d+\.\d+\.\d+\n$/u) as string,
    });
  });
});
