import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Failure } from '../../../domain/failure.ts';
import { ok } from '../../../domain/result.ts';
import type { Result } from '../../../domain/result.ts';
import type { RepositoryPlace } from '../discover.ts';
import { runGit } from '../git.ts';
import { onObjects } from '../object-access.ts';
import type { Quarantine } from './quarantine.ts';
import { FAST } from './trial-merges.ts';

/** A commit that is only there to be merged. */
export interface TrialCommit {
  readonly tree: string;
  readonly parent: string;
}

/** Writes commits into a quarantine, all by one process; the value are their ids, in order. */
export const writeCommits = async (
  place: RepositoryPlace,
  quarantine: Quarantine,
  commits: readonly TrialCommit[],
): Promise<Result<readonly string[], Failure>> => {
  if (commits.length === 0) return ok([]);
  const folder = mkdtempSync(join(quarantine.folder, 'commits-'));
  const files = commits.map((commit, at) => {
    const file = join(folder, String(at));
    writeFileSync(file, commitText(commit));
    return file;
  });
  const args = ['hash-object', '-t', 'commit', '-w', '--no-filters', '--stdin-paths'];
  const input = files.map((file) => `${file}\n`).join('');
  const options = onObjects(place, { input, config: FAST, env: quarantine.env() });
  const output = await runGit({ cwd: quarantine.folder, args, options });
  return output.ok ? ok(output.value.stdout.toString('utf8').trim().split('\n')) : output;
};

const NOBODY = 'fanin <fanin@localhost> 0 +0000';

const commitText = ({ tree, parent }: TrialCommit): string =>
  `tree ${tree}\nparent ${parent}\nauthor ${NOBODY}\ncommitter ${NOBODY}\n\ntrial\n`;
