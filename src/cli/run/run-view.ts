import type { RunEvent } from '../../domain/run/events.ts';
import type { RunState } from '../../domain/run/state.ts';

/** What a person sees of a run while this process carries it on. */
export interface RunView {
  /** Told of every event. */
  event(event: RunEvent, run: RunState): void;
  /** Something to say to the person at the terminal. */
  say(text: string): void;
  close(): void;
}
