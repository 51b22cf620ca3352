import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';
import type { Endpoint } from '../domain/plan/grants.ts';
import type { CommandSpec } from './commands.ts';

/**
 * What of the network there is inside. Loopback is private under `none` and `allow`; `all` is the host's own network,
 * its loopback and its abstract sockets included, and so a weaker boundary.
 */
export type Network =
  | { readonly mode: 'none' }
  | { readonly mode: 'all' }
  | { readonly mode: 'allow'; readonly endpoints: readonly Endpoint[] };

/** A host's file or folder, and where it is seen inside. Both absolute. */
export interface Share {
  readonly from: string;
  readonly to: string;
  readonly write: boolean;
}

/** What a command behind the boundary sees. What is not named is not there, but the system's programs. */
export interface Profile {
  /** The private HOME, a folder of the host's that is the attempt's own. */
  readonly home: string;
  /** In this order: a later one lies on top of an earlier one. */
  readonly shares: readonly Share[];
  readonly network: Network;
  /** Who runs inside where fanin is root: one that owns what lies in the writable shares. Ignored elsewhere. */
  readonly uid: number;
}

/** A way in. */
export interface Enclosure {
  /**
   * The command as it must be started to run inside; its `cwd` is one inside. The environment that it has is the
   * whole one, with HOME, USER and TMPDIR of the boundary's own.
   * Pure; can be started more than once, at the same time too.
   */
  wrap(command: CommandSpec): CommandSpec;
}

/** Something inside wanted a name or an address that it may not reach. */
export interface Refusal {
  readonly host: string;
  readonly port: number | null;
  readonly times: number;
}

/** What was tried to find out whether the boundary holds, and what came of it. */
export interface BoundaryProof {
  readonly version: string;
  readonly tried: readonly string[];
  readonly networks: readonly Network['mode'][];
}

/**
 * What a boundary keeps beyond files, environment and network, which each of them keeps. False: it does not, and
 * its proof does not try it.
 */
export interface BoundaryCapabilities {
  /** Others' processes are not seen, and none of those inside outlives the one who started the command. */
  readonly ownProcesses: boolean;
  /** Shared memory and queues of the system are nobody else's. */
  readonly ownMemory: boolean;
  /** A loopback of its own, to listen on. */
  readonly ownPorts: boolean;
  /** Where fanin is root, an ordinary user lives inside. */
  readonly ownUser: boolean;
  /** `/tmp` can be written, and is nobody else's; without, TMPDIR leads elsewhere. */
  readonly ownTmp: boolean;
  /** It has been tried out by those who wrote it, on a system of this kind. */
  readonly triedOut: boolean;
}

/** What keeps a command to its own files, processes, network and environment. */
export interface Boundary {
  readonly kind: 'bubblewrap' | 'sandbox-runtime' | 'simulated';
  readonly capabilities: BoundaryCapabilities;
  /** Really tries to escape. Codes: `boundary-missing`, `boundary-fails` (with what got out). */
  prove(): Promise<Result<BoundaryProof, Failure>>;
  /** Makes a way in. `folder` (absolute, the host's) gets what it needs. Idempotent. Codes: `boundary-unusable`. */
  enclose(folder: string, profile: Profile): Promise<Result<Enclosure, Failure>>;
  /** What was refused to those that came in through `folder`. */
  refusals(folder: string): Promise<readonly Refusal[]>;
}
