import { DISK_LIMIT } from '../../../domain/config/resolve-config.ts';
import type { SessionPlace } from '../../../ports/agent.ts';
import type { Boundary } from '../../../ports/boundary.ts';
import type { YardDeps } from '../yard.ts';
import type { UidRange } from '../room.ts';

/** How much one attempt may take. */
export interface CloneLimits {
  /** Of everything in a harvest that the user's repository does not have yet, packed. */
  readonly packBytes: number;
  /** On the disk, with HOME and everything else that belongs to the attempt. More is a finding. */
  readonly diskBytes: number;
  /** Of an agent's records of its session, which has hundreds of files at most. */
  readonly recordBytes: number;
  readonly recordFiles: number;
  /** For fanin's own program inside, and for a fetch. */
  readonly insideMs: number;
}

const CLONE_LIMITS: CloneLimits = {
  packBytes: 4 * 1024 ** 3,
  diskBytes: DISK_LIMIT,
  recordBytes: 256 * 1024 ** 2,
  recordFiles: 5_000,
  insideMs: 15 * 60_000,
};

/** Agents' records of their sessions, which go with the private HOME. */
export interface CloneSessions {
  /** Where any agent keeps them. */
  readonly places: readonly SessionPlace[];
  /** Names of files and folders that hold log-ins, and are no records. */
  readonly logIns: readonly string[];
}

export const NO_SESSIONS: CloneSessions = { places: [], logIns: [] };

/** Those of the deps, over what there is by itself. */
export const limitsOf = ({ limits }: Pick<CloneDeps, 'limits'>): CloneLimits => ({
  ...CLONE_LIMITS,
  ...limits,
});

/** What private clones are made from. */
export interface CloneDeps extends YardDeps {
  readonly boundary: Boundary;
  /** Who lives inside where fanin is root; null: whoever fanin runs as. */
  readonly uids: UidRange | null;
  readonly limits?: Partial<CloneLimits>;
  /** Left out: none are kept. */
  readonly sessions?: CloneSessions;
}
