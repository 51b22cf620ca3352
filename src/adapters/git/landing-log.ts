import type { Failure } from '../../domain/failure.ts';
import { ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { readTrailers } from '../../domain/provenance/trailers.ts';
import type { LandingTrailers } from '../../domain/provenance/trailers.ts';
import type { RepositoryPlace } from './discover.ts';
import { runGit } from './git.ts';
import { NOTES_REF } from './landing-notes.ts';
import { logRecords, recordFormat } from './log-records.ts';
import { onObjects } from './object-access.ts';

/** A commit that fanin has landed, as the history has it. */
export interface LandedCommit {
  readonly commit: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly subject: string;
  /** Epoch ms. */
  readonly at: number;
  readonly said: LandingTrailers;
  /** fanin's note at it; null: there is none. */
  readonly note: string | null;
}

/** How many commits are looked through at most for the landings among them. */
const MOST_COMMITS = 100_000;

/**
 * The landings in a range or ref, the newest first; the commits that they brought with them are left
 * out. Codes: `git-failed` for what git does not know, and its others.
 */
export const landedCommits = async (
  place: RepositoryPlace,
  range: string,
  most: number,
): Promise<Result<readonly LandedCommit[], Failure>> => {
  const format = ['%H', '%T', '%P', '%ct', '%s', '%(trailers:only,unfold)', '%N'];
  const output = await runGit({
    cwd: place.commonDir,
    args: [
      'log',
      '--first-parent',
      `--max-count=${MOST_COMMITS}`,
      `--notes=${NOTES_REF}`,
      '--grep=^Fanin-Task: ',
      '-z',
      recordFormat(format),
      '--end-of-options',
      range,
      '--',
    ],
    options: onObjects(place, { readOnly: true }),
  });
  if (!output.ok) return output;
  return ok(logRecords(output.value.stdout, format.length).flatMap(landedIn).slice(0, most));
};

const landedIn = (record: readonly string[]): readonly LandedCommit[] => {
  const [commit = '', tree = '', parents = '', at = '', subject = '', trailers = '', note = ''] =
    record;
  const said = readTrailers(trailers.split('\n'));
  if (said === null) return [];
  const text = note.trim();
  return [
    {
      commit,
      tree,
      parents: parents === '' ? [] : parents.split(' '),
      subject,
      at: Number(at) * 1_000,
      said,
      note: text === '' ? null : text,
    },
  ];
};
