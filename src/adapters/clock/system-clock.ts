import type { Clock } from '../../ports/clock.ts';
import { bootId } from '../process/proc.ts';

/** The machine's clock. A scheduled wake keeps the process alive until it has come or is cancelled. */
export const systemClock: Clock = {
  now: () => Date.now(),
  // The system's monotonic clock: counted from the boot on, and not while the host sleeps.
  awake: () => ({ ms: Number(process.hrtime.bigint() / 1_000_000n), boot: boot() }),
  schedule: (ms, wake) => {
    const timer = setTimeout(wake, ms);
    return () => clearTimeout(timer);
  },
};

let known: string | null = null;

/** A process does not outlive it. */
const boot = (): string => (known ??= bootId());
