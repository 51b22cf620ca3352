/** What signals are turned into. */
export interface SignalTarget {
  stop(mode: 'wrap-up' | 'now'): void;
  /** No longer wait for people. */
  leave(): void;
  say(text: string): void;
}

/** Watches the signals of the terminal and of the system. */
export interface Signals {
  /** The run has begun: a signal that came before is passed on now. */
  ready(): void;
  /** Whether a signal asked for the end. */
  stopped(): boolean;
  close(): void;
}

/**
 * The first SIGINT asks agents to wrap up, the second stops them now, as SIGTERM does at once; a third one
 * leaves at once. Agents are never killed by leaving: their supervisors go on.
 */
export function watchSignals(target: SignalTarget): Signals {
  let count = 0;
  let begun = false;
  const act = (): void => {
    if (!begun || count === 0) return;
    target.stop(count === 1 ? 'wrap-up' : 'now');
    target.leave();
  };
  const raise = (to: number): void => {
    count = to;
    target.say(WORDS[Math.min(count, WORDS.length) - 1] ?? '');
    if (count > WORDS.length) process.exit(130);
    act();
  };
  const onInterrupt = (): void => raise(count + 1);
  const onTerminate = (): void => raise(Math.max(2, count));
  process.on('SIGINT', onInterrupt);
  process.on('SIGTERM', onTerminate);
  return {
    ready: () => {
      begun = true;
      act();
    },
    stopped: () => count > 0,
    close: () => {
      process.off('SIGINT', onInterrupt);
      process.off('SIGTERM', onTerminate);
    },
  };
}

const WORDS = [
  'Agents are asked to wrap up, and nothing new starts. Ctrl-C again stops them now.',
  'Stopping now; what the agents did is kept. Ctrl-C again leaves at once, and agents go on by themselves.',
] as const;
