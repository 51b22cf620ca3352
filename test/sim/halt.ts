import type { Clock } from '../../src/ports/clock.ts';

/** A process that may be halted (SIGSTOP, a suspended terminal) and go on later, knowing nothing of it. */
export interface Halt {
  readonly isHalted: () => boolean;
  halt(): void;
  goOn(): void;
  /** Settles when it is not halted. */
  pass(): Promise<void>;
  /** Does it now, or when it goes on. */
  whenOn(work: () => void): void;
}

/** One that runs. */
export const newHalt = (): Halt => {
  let gate: PromiseWithResolvers<void> | null = null;
  const pass = async (): Promise<void> => {
    if (gate === null) return;
    await gate.promise;
    // It may have been halted again.
    return pass();
  };
  return {
    isHalted: () => gate !== null,
    halt: () => {
      gate ??= Promise.withResolvers<void>();
    },
    goOn: () => {
      gate?.resolve();
      gate = null;
    },
    pass,
    whenOn: (work) => {
      if (gate === null) work();
      else void pass().then(work);
    },
  };
};

/** The clock of a process that may be halted: what was due meanwhile comes when it goes on. */
export const haltedClock = (clock: Clock, halt: Halt): Clock => ({
  now: () => clock.now(),
  awake: () => clock.awake(),
  schedule: (ms, wake) => {
    let cancelled = false;
    const cancel = clock.schedule(ms, () => halt.whenOn(() => (cancelled ? undefined : wake())));
    return () => {
      cancelled = true;
      cancel();
    };
  },
});
