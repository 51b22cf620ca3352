import { constants } from 'node:os';

// Some numbers have two names; the first one is the usual one.
const NAMES = new Map(
  Object.entries(constants.signals)
    .toReversed()
    .map(([name, number]) => [number, name]),
);

/** The name of a signal that this system numbers so (`SIGKILL` for 9); null where there is none. */
export const signalNamed = (number: number): string | null => NAMES.get(number) ?? null;
