import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Commands, TaggedCommand } from '../../src/ports/commands.ts';

/** Commands under test, and the world's part in it. */
export interface CommandsUnderTest {
  readonly commands: Commands;
  /** A command that ends with this exit code, or that never ends, or that cannot be found. */
  command(tag: string, does: number | 'endless' | 'missing'): TaggedCommand;
  /** Settles when the endless command of this tag runs. */
  running(tag: string): Promise<void>;
  /** How many processes carry the tag. */
  left(tag: string): number;
  /** Settles when the command of this tag has come to its time limit. */
  timeOut(tag: string): Promise<void>;
  close(): Promise<void>;
}

/** What running commands comes to, whoever runs them. */
export function commandsContract(
  name: string,
  open: () => CommandsUnderTest | Promise<CommandsUnderTest>,
): void {
  describe(`commands: ${name}`, () => {
    let world: CommandsUnderTest;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    it('tell the exit code', async () => {
      const passed = await world.commands.run(world.command('a', 0));
      expect(passed).toMatchObject({ exit: 0, signal: null, timedOut: false });
      expect(passed.ms).toBeGreaterThanOrEqual(0);
      const failed = await world.commands.run(world.command('a', 3));
      expect(failed).toMatchObject({ exit: 3, signal: null, timedOut: false });
    });

    it('give what cannot be found the code a shell gives', async () => {
      const outcome = await world.commands.run(world.command('a', 'missing'));
      expect(outcome).toMatchObject({ exit: 127, signal: null, timedOut: false });
    });

    it('end what takes too long', async () => {
      const outcome = world.commands.run({ ...world.command('a', 'endless'), timeoutMs: 300 });
      await world.timeOut('a');
      expect(await outcome).toMatchObject({ exit: null, signal: 'SIGTERM', timedOut: true });
      expect(world.left('a')).toBe(0);
    });

    it('are abandoned without a look at their tags', async () => {
      const first = world.commands.run(world.command('a', 'endless'));
      const second = world.commands.run(world.command('b', 'endless'));
      await Promise.all([world.running('a'), world.running('b')]);
      await world.commands.abandon();
      expect(await first).toMatchObject({ exit: null, timedOut: false });
      expect(await second).toMatchObject({ exit: null, timedOut: false });
      expect([world.left('a'), world.left('b')]).toEqual([0, 0]);
      await world.commands.abandon();
    });

    it('are ended by their tag, and no others', async () => {
      const first = world.commands.run(world.command('a', 'endless'));
      const second = world.commands.run(world.command('b', 'endless'));
      await Promise.all([world.running('a'), world.running('b')]);
      expect(await world.commands.sweep('a')).toBeGreaterThan(0);
      expect(await first).toMatchObject({ exit: null, signal: 'SIGKILL', timedOut: false });
      expect(world.left('b')).toBeGreaterThan(0);
      await world.commands.sweep('b');
      await second;
      expect(await world.commands.sweep('a')).toBe(0);
    });
  });
}
