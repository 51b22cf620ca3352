import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptId } from '../../src/domain/ids.ts';
import type {
  SupervisedLaunch,
  Supervision,
  SupervisionState,
} from '../../src/ports/supervision.ts';

/** A supervision under test, and the world's part in it. */
export interface SupervisionUnderTest {
  readonly supervision: Supervision;
  /** The same attempts as another engine sees them. */
  readonly other: Supervision;
  /** An agent that reads its input, and goes on until it is told to end. */
  launch(attempt: AttemptId, more?: Partial<SupervisedLaunch>): SupervisedLaunch;
  /** A launch whose program is not there. */
  missing(attempt: AttemptId): SupervisedLaunch;
  /** How often the attempt's agent was started; settles when it has come far enough to say. */
  starts(launch: SupervisedLaunch): Promise<number>;
  /** Settles when the agent has read this text. */
  received(launch: SupervisedLaunch, text: string): Promise<void>;
  /** Makes the agent end by itself. */
  end(launch: SupervisedLaunch, code: number): Promise<void>;
  killSupervisor(launch: SupervisedLaunch): Promise<void>;
  close(): Promise<void>;
}

type Exited = SupervisionState & { kind: 'exited' };

/** What every supervision does. */
export function supervisionContract(
  name: string,
  open: () => SupervisionUnderTest | Promise<SupervisionUnderTest>,
): void {
  describe(`supervision: ${name}`, () => {
    let world: SupervisionUnderTest;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.close());

    const started = async (launch: SupervisedLaunch) => {
      const state = await world.supervision.start(launch);
      if (!state.ok) throw new Error(state.error.message);
      return state.value;
    };
    const exitOf = ({ attempt, folder }: SupervisedLaunch, of = world.supervision) =>
      new Promise<Exited>((resolve) => {
        of.watch(attempt, folder, resolve);
      });

    it('knows nothing of what was never started', async () => {
      const { attempt, folder } = world.launch('r1-a-1');
      expect(await world.supervision.probe(attempt, folder)).toEqual({ kind: 'absent' });
    });

    it('starts an agent, which any engine then finds alive', async () => {
      const launch = world.launch('r1-a-1');
      const state = await started(launch);
      expect(state.kind).toBe('alive');
      expect(await world.supervision.probe('r1-a-1', launch.folder)).toEqual(state);
      expect(await world.other.probe('r1-a-1', launch.folder)).toEqual(state);
    });

    it('adopts instead of starting a second time', async () => {
      const launch = world.launch('r1-a-1');
      const [first, second] = await Promise.all([
        world.supervision.start(launch),
        world.other.start(launch),
      ]);
      expect(second).toEqual(first);
      expect(await world.supervision.start(launch)).toEqual(first);
      expect(await world.starts(launch)).toBe(1);
    });

    it('does not start again what has ended', async () => {
      const launch = world.launch('r1-a-1');
      await started(launch);
      const exit = exitOf(launch);
      await world.end(launch, 0);
      const ended = await exit;
      expect(await started(launch)).toEqual(ended);
      expect(await world.starts(launch)).toBe(1);
    });

    it('tells how an agent ended, to everybody who watches, and afterwards', async () => {
      const launch = world.launch('r1-a-1');
      const { process } = (await started(launch)) as SupervisionState & { kind: 'alive' };
      const exits = Promise.all([exitOf(launch), exitOf(launch, world.other)]);
      await world.end(launch, 3);
      const [exit, other] = await exits;
      expect(exit).toMatchObject({
        kind: 'exited',
        process,
        exit: { code: 3, signal: null, lost: false, stopped: null },
      });
      expect(exit.at).toBeGreaterThanOrEqual(exit.startedAt);
      expect(other).toEqual(exit);
      expect(await exitOf(launch)).toEqual(exit);
      expect(await world.other.probe('r1-a-1', launch.folder)).toEqual(exit);
    });

    it('tells nobody who has stopped watching', async () => {
      const launch = world.launch('r1-a-1');
      await started(launch);
      const told: string[] = [];
      const { supervision } = world;
      const stopWatching = supervision.watch('r1-a-1', launch.folder, () => told.push('former'));
      const exit = exitOf(launch);
      stopWatching();
      await world.end(launch, 0);
      await exit;
      expect(told).toEqual([]);
    });

    it('gives the agent its input and later messages', async () => {
      const launch = world.launch('r1-a-1', { stdin: 'the brief\n' });
      await started(launch);
      await world.received(launch, 'the brief\n');
      expect(await world.other.send('r1-a-1', launch.folder, 'wrap up\n')).toBe(true);
      await world.received(launch, 'wrap up\n');
    });

    it('sends nothing to an input that is closed, nor to what is not there', async () => {
      const closed = world.launch('r1-a-1', { stdin: 'the brief\n', keepOpen: false });
      await started(closed);
      expect(await world.supervision.send('r1-a-1', closed.folder, 'late\n')).toBe(false);
      const absent = world.launch('r1-b-1');
      expect(await world.supervision.send('r1-b-1', absent.folder, 'early\n')).toBe(false);
    });

    it.each(['deadline', 'conflict'] as const)('stops an agent for a %s', async (why) => {
      const launch = world.launch('r1-a-1');
      await started(launch);
      const exit = exitOf(launch);
      await world.other.stop('r1-a-1', launch.folder, why);
      expect(await exit).toMatchObject({ exit: { code: null, stopped: why } });
    });

    it('stops an agent and keeps the first reason', async () => {
      const launch = world.launch('r1-a-1');
      await started(launch);
      const exit = exitOf(launch);
      await world.other.stop('r1-a-1', launch.folder, 'run-stopped');
      await world.supervision.stop('r1-a-1', launch.folder, 'person');
      expect(await exit).toMatchObject({ exit: { code: null, stopped: 'run-stopped' } });
    });

    it('leaves alone what was not started and what has ended', async () => {
      const launch = world.launch('r1-a-1');
      await world.supervision.stop('r1-a-1', launch.folder, 'person');
      await started(launch);
      const exit = exitOf(launch);
      await world.end(launch, 0);
      expect((await exit).exit.stopped).toBeNull();
      await world.supervision.stop('r1-a-1', launch.folder, 'person');
      expect(await world.supervision.probe('r1-a-1', launch.folder)).toEqual(await exit);
    });

    it('reports an agent whose supervisor died as lost', async () => {
      const launch = world.launch('r1-a-1');
      await started(launch);
      const watched = exitOf(launch);
      await world.killSupervisor(launch);
      const exit = await watched;
      expect(exit.exit).toEqual({ code: null, signal: null, lost: true, stopped: null });
      expect(await world.other.probe('r1-a-1', launch.folder)).toEqual(exit);
    });

    it('says when the program is not there, each time it is asked', async () => {
      const launch = world.missing('r1-a-1');
      const first = await world.supervision.start(launch);
      expect(first).toMatchObject({ ok: false, error: { code: 'agent-not-found' } });
      expect(await world.other.start(launch)).toEqual(first);
      expect(await world.supervision.probe('r1-a-1', launch.folder)).toMatchObject({
        kind: 'exited',
        exit: { code: 127 },
      });
    });
  });
}
