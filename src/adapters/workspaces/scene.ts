import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Workspace } from '../../domain/attempt/attempt.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import type { WorkspaceSpec } from '../../ports/workspaces.ts';
import { NOTHING_BROUGHT_IN, readBroughtIn } from './brought-in.ts';
import type { BroughtInRecord } from './brought-in.ts';
import { readRecord } from './records.ts';
import { takeSnapshot } from '../git/snapshot/snapshot.ts';
import type { Snapshot } from '../git/snapshot/snapshot.ts';
import type { WorkspaceState } from './state.ts';
import type { Yard } from './yard.ts';

/** Everything known about one harvest. */
export interface Scene {
  readonly workspace: Workspace;
  readonly spec: WorkspaceSpec;
  readonly state: WorkspaceState;
  readonly record: BroughtInRecord;
  readonly snapshot: Snapshot;
}

/** What was brought into the attempt's workspace. */
export const broughtInRecord = (spec: Pick<WorkspaceSpec, 'folder'>): BroughtInRecord =>
  readRecord(spec.folder, 'brought-in.json', readBroughtIn) ?? NOTHING_BROUGHT_IN;

/** The workspace's content, as harvest and removal both see it. */
export const snapshotOf = (
  yard: Yard,
  of: {
    readonly spec: WorkspaceSpec;
    readonly state: WorkspaceState;
    readonly record: BroughtInRecord;
  },
): Promise<Result<Snapshot, Failure>> => {
  const own = of.state.gitDir;
  return takeSnapshot({
    path: of.state.path,
    gitDir: own ?? yard.place.commonDir,
    head: of.state.head,
    secret: of.record.files.map(({ path }) => path),
    // A name of its own: a git that an earlier engine left at work may still write to its copy.
    scratch: join(of.spec.folder, `index-${randomUUID()}`),
    // The shared git folder's index is the main checkout's.
    ...(own === null ? { index: 'fresh' as const } : {}),
  });
};
