import type { HeldElsewhere } from '../governor/holds.ts';
import type { AwakeTime } from './host-clock.ts';

/** What a command is decided by besides the run: the time (epoch ms), and what other runs hold. */
export interface Surroundings {
  readonly now: number;
  /** How long this host has been awake: what the time of day went further, it slept. */
  readonly awake: AwakeTime;
  readonly elsewhere: readonly HeldElsewhere[];
}

/** The same for a look at the clock. `start`: whether new attempts may start at all. */
export interface TickInput extends Surroundings {
  readonly start: boolean;
}
