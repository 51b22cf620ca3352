import { availableParallelism, freemem, totalmem } from 'node:os';

/** What one agent with the checks of its task is counted as, in MB: between a shell command and a CLI of 700 MB. */
const AGENT_MB = 1_000;
/** Agents wait for their model most of the time; their tools and checks do not. */
const AGENTS_PER_CORE = 2;

/** What the machine has, for tests. */
export interface Machine {
  readonly cores: number;
  /** MB that nothing uses. */
  readonly freeMb: number;
}

/** This machine now. */
export const thisMachine = (): Machine => ({
  cores: availableParallelism(),
  freeMb: Math.round(Math.max(freemem(), totalmem() / 4) / 2 ** 20),
});

/** How many agents it should run at once where the plan says nothing; at least one. */
export const machineSlots = ({ cores, freeMb }: Machine): number =>
  Math.max(1, Math.min(cores * AGENTS_PER_CORE, Math.floor(freeMb / AGENT_MB)));
