import type { EndState } from '../agent.ts';
import type { Trace } from '../trace.ts';

const MINUTE = 60_000;

/** How long a session is left in peace before it counts as ended, in ms. */
export const PATIENCE = {
  /** All of its agents have ended: a person may say something more. */
  ended: MINUTE,
  /** An agent has no end: one call may take long, or the program was killed. */
  open: 30 * MINUTE,
} as const;

/** What a session's records say of its end. */
export interface Standing {
  /** How the root ended. */
  readonly root: EndState;
  /** Whether an agent of which there are records has no end. */
  readonly open: boolean;
}

export function standingOf({ agents }: Pick<Trace, 'agents'>): Standing {
  const root = agents.find(({ kind }) => kind === 'root');
  return {
    root: root?.end.state ?? 'running',
    open: agents.some(({ recorded, end }) => recorded && end.state === 'running'),
  };
}

/** Whether a session has ended that nothing has been written of for so long. `patience`: for one whose agents have all ended. */
export const hasEnded = (
  { open }: Pick<Standing, 'open'>,
  quietMs: number,
  patience: number = PATIENCE.ended,
): boolean => quietMs >= (open ? Math.max(patience, PATIENCE.open) : patience);
