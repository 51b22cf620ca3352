import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createCommands } from '../../../src/adapters/process/commands.ts';
import { sweepTagged, taggedProcesses } from '../../../src/adapters/process/sweep.ts';
import type { TaggedCommand } from '../../../src/ports/commands.ts';
import { commandsContract } from '../../contract/commands.ts';
import { describeWith } from '../../support/capabilities.ts';
import { eventually } from '../../support/eventually.ts';

/** Each test's tags are its own, whatever else runs on the machine. */
function commandsWorld(killAfterMs = 5_000) {
  const folder = mkdtempSync(join(tmpdir(), 'cmd-'));
  const logFile = join(folder, 'log');
  const tagOf = (tag: string) => `${folder}/${tag}`;
  const commands = createCommands({ env: { ...process.env, INHERITED: 'yes' }, killAfterMs });
  const script = (tag: string, text: string, more: Partial<TaggedCommand> = {}): TaggedCommand => ({
    command: { argv: ['sh', '-c', text], cwd: folder, env: {} },
    tag: tagOf(tag),
    timeoutMs: 60_000,
    logFile,
    ...more,
  });
  return {
    folder,
    logFile,
    script,
    commands: { ...commands, sweep: (tag: string) => commands.sweep(tagOf(tag)) },
    command: (tag: string, does: number | 'endless' | 'missing') => {
      if (does === 'endless') return script(tag, 'exec sleep 600');
      if (does !== 'missing') return script(tag, `exit ${does}`);
      const command = { argv: ['no-such-program-here'], cwd: folder, env: {} };
      return { ...script(tag, ''), command };
    },
    running: async (tag: string) => {
      await eventually(`${tag} to run`, () => taggedProcesses(tagOf(tag)).length > 0);
    },
    left: (tag: string) => taggedProcesses(tagOf(tag)).length,
    timeOut: () => Promise.resolve(),
    log: () => readFileSync(logFile, 'utf8'),
    close: async () => {
      await Promise.all(['a', 'b'].map((tag) => sweepTagged(tagOf(tag))));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

commandsContract('real processes', () => commandsWorld());

describeWith(['proc'], 'real commands', () => {
  let world: ReturnType<typeof commandsWorld>;
  beforeEach(() => {
    world = commandsWorld(300);
  });
  afterEach(() => world.close());

  it('leave alone what another engine runs under the same tag', async () => {
    const other = createCommands({ env: process.env, killAfterMs: 300 });
    const theirs = other.run(world.script('a', 'exec sleep 600'));
    await world.running('a');
    expect(await world.commands.run(world.script('a', 'exit 0'))).toMatchObject({ exit: 0 });
    await world.commands.abandon();
    expect(world.left('a')).toBe(1);
    await other.abandon();
    expect(await theirs).toMatchObject({ exit: null, signal: 'SIGKILL' });
  });

  it('write both outputs to the file, in order, and anew each time', async () => {
    await world.commands.run(world.script('a', 'echo old'));
    await world.commands.run(world.script('a', 'echo one; echo two >&2; echo three'));
    expect(world.log()).toBe('one\ntwo\nthree\n');
    expect(statSync(world.logFile).mode & 0o077).toBe(0);
  });

  it('have the environment, with their own over it', async () => {
    const { command, ...rest } = world.script('a', 'echo "$INHERITED ${MORE-unset} $OWN"');
    const env = { OWN: 'own', MORE: undefined, INHERITED: 'changed' };
    await world.commands.run({ ...rest, command: { ...command, env } });
    expect(world.log()).toBe('changed unset own\n');
  });

  it('say in the log why they could not be started', async () => {
    const { command, ...rest } = world.script('a', '');
    const nowhere = { ...command, cwd: join(world.folder, 'nowhere') };
    expect(await world.commands.run({ ...rest, command: nowhere })).toMatchObject({ exit: 127 });
    expect(world.log()).toBe(`fanin: ${nowhere.cwd} is not there\n`);
    const plain = { ...command, argv: [world.logFile] };
    expect(await world.commands.run({ ...rest, command: plain })).toMatchObject({ exit: 126 });
    const long = { ...command, argv: ['echo', 'x'.repeat(4_000_000)] };
    expect(await world.commands.run({ ...rest, command: long })).toMatchObject({ exit: 126 });
    expect(world.log()).toMatch(/E2BIG|too long/);
  });

  it('end without waiting for what they left running, and end that too', async () => {
    const outcome = await world.commands.run(
      world.script(
        'a',
        'sleep 600 & setsid sleep 600 & (setsid sh -c "sleep 600 & sleep 600" &); exit 5',
      ),
    );
    expect(outcome).toMatchObject({ exit: 5, timedOut: false });
    expect(world.left('a')).toBe(0);
  });

  it('are killed at their time limit when they ignore the polite signal', async () => {
    const text = `trap '' TERM; echo ready; while :; do sleep 600; done`;
    const outcome = await world.commands.run(world.script('a', text, { timeoutMs: 1_000 }));
    expect(outcome).toMatchObject({ exit: null, signal: 'SIGKILL', timedOut: true });
    expect(world.log()).toBe('ready\n');
    expect(world.left('a')).toBe(0);
  });

  it('tell of a signal that came from elsewhere', async () => {
    const outcome = await world.commands.run(world.script('a', 'kill -HUP $$'));
    expect(outcome).toMatchObject({ exit: null, signal: 'SIGHUP', timedOut: false });
  });
});
