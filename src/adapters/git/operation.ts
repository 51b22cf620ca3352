import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Something that git has begun in a work copy and not finished. */
export interface Operation {
  readonly name: 'merge' | 'rebase' | 'am' | 'cherry-pick' | 'revert' | 'bisect';
  /** The command that gives it up. */
  readonly abort: string;
}

/** The traces git leaves in a work copy's git folder, most telling first. */
const TRACES: readonly (readonly [string, Operation])[] = [
  ['rebase-merge', { name: 'rebase', abort: 'git rebase --abort' }],
  ['rebase-apply/applying', { name: 'am', abort: 'git am --abort' }],
  ['rebase-apply', { name: 'rebase', abort: 'git rebase --abort' }],
  ['MERGE_HEAD', { name: 'merge', abort: 'git merge --abort' }],
  ['CHERRY_PICK_HEAD', { name: 'cherry-pick', abort: 'git cherry-pick --abort' }],
  ['REVERT_HEAD', { name: 'revert', abort: 'git revert --abort' }],
  ['BISECT_LOG', { name: 'bisect', abort: 'git bisect reset' }],
];

/** What is under way in the work copy with this git folder; null when nothing is. */
export const operationUnderWay = (gitDir: string): Operation | null =>
  TRACES.find(([trace]) => existsSync(join(gitDir, trace)))?.[1] ?? null;
