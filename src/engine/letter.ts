import type { RunCommand } from '../domain/run/commands.ts';

/** A command with the inbox item it came by; without a command: only a look at the clock. */
export interface Letter {
  readonly command: RunCommand | null;
  readonly inbox: number | null;
}

/** Asks for nothing but a look at the clock. */
export const look: Letter = { command: null, inbox: null };

/** A command that nobody left in the inbox. */
export const letter = (command: RunCommand): Letter => ({ command, inbox: null });
