import type { AttemptId, RunId, TaskId } from '../../../../domain/ids.ts';
import type { BorrowedNotes } from '../../../git/borrowing.ts';
import type { ConfigEntry } from '../../../git/environment.ts';
import type { Operation } from '../../../git/operation.ts';
import type { NestedRepository } from '../../../git/snapshot/nested.ts';
import type { BroughtIn, ChangedBroughtIn } from '../../brought-in.ts';
import type { KeptIgnored } from '../../ignored.ts';
import type { RecordsTaken, RecordsWanted } from './session-records.ts';

/** What the program inside is told about the repository, since it sees nothing of it but objects. */
export interface Lent {
  readonly objects: readonly string[];
  readonly format: 'sha1' | 'sha256';
  readonly config: readonly ConfigEntry[];
  readonly filters: readonly ConfigEntry[];
  readonly notes: BorrowedNotes;
  readonly identity: { readonly name: string; readonly email: string };
}

/** Takes what lies in a clone into a git folder in `out`, for the host to fetch from. */
export interface TakeRequest {
  readonly op: 'take';
  readonly lent: Lent;
  readonly clone: string;
  readonly out: string;
  readonly attempt: AttemptId;
  readonly run: RunId;
  readonly task: TaskId;
  readonly n: number;
  readonly base: string;
  readonly branch: string;
  readonly broughtIn: readonly BroughtIn[];
  /** What the refs of the harvest hold by now. */
  readonly held: { readonly [K in 'harvest' | 'staged' | 'dropped']: string | null };
  /** Objects that refs of the user's repository hold. */
  readonly known: readonly string[];
  /** `all`: with what the clone's git folder says; `files`: the files alone, on top of the base. */
  readonly trust: 'all' | 'files';
  /** Copies ignored files to `out`, too, and opens files that their modes close. */
  readonly keeps: boolean;
  /** The agent's records of its session, to copy to `out`; null: they stay. */
  readonly records: RecordsWanted | null;
}

/** A ref of the agent's, as the git folder in `out` has it. */
export interface AgentRef {
  readonly ref: string;
  readonly id: string;
}

/** What lies in the clone. */
export interface Taken {
  readonly head: string;
  readonly headTree: string;
  readonly tree: string;
  readonly onBranch: string | null;
  readonly operation: Operation['name'] | null;
  /** What the refs of the harvest hold now. */
  readonly held: { readonly [K in 'harvest' | 'staged' | 'dropped']: string | null };
  /** Null: there is nothing but the base. */
  readonly commit: string | null;
  /** How many commits were found that the agent left behind. */
  readonly dropped: number;
  readonly stagedTree: string | null;
  readonly refs: readonly AgentRef[];
  /** Refs of the agent's beyond those that are listed. */
  readonly moreRefs: number;
  readonly unread: string | null;
  /** Those in ignored folders only where they hold work. */
  readonly nested: readonly NestedRepository[];
  readonly changed: readonly ChangedBroughtIn[];
  readonly ignored: KeptIgnored;
  /** Contents of Git LFS, by their hashes, that the user's repository does not have. */
  readonly largeFiles: readonly string[];
  /** The clone has no git folder that can be read. */
  readonly gitLost: boolean;
  /** Null: none were asked for. */
  readonly records: RecordsTaken | null;
}

/** Copies an agent's records of its session to `out`, and no more. */
export interface RecordsRequest {
  readonly op: 'records';
  readonly out: string;
  readonly records: RecordsWanted;
}

/** Puts a commit into a check copy. */
export interface FillRequest {
  readonly op: 'fill';
  readonly lent: Lent;
  readonly copy: string;
  readonly gitDir: string;
  /** The HOME of set-up and checks. */
  readonly home: string;
  readonly commit: string;
}

/** What came of it. `setupKey`: what the set-up that lies there was made from. */
export interface Filled {
  readonly setupKey: string | null;
}

/** Says that a check copy's set-up is done. */
export interface MarkRequest {
  readonly op: 'mark';
  readonly copy: string;
  readonly gitDir: string;
  readonly home: string;
  readonly key: string;
  /** What was brought in is no product. */
  readonly without: readonly string[];
}

export type InsideRequest = TakeRequest | RecordsRequest | FillRequest | MarkRequest;

/** Where the host fetches from. */
export const mirrorIn = (out: string): string => `${out}/mirror.git`;
/** Where copies of files lie that git does not hold. */
export const keptIn = (out: string): string => `${out}/kept`;
/** Where copies of an agent's records of its session lie. */
export const recordsIn = (out: string): string => `${out}/records`;
/** Where Git LFS puts the content of this hash. */
export const largeFile = (hash: string): string =>
  `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
