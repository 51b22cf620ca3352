import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { LandingNotes } from '../../ports/landing-notes.ts';
import type { RepositoryPlace } from './discover.ts';
import { runGit } from './git.ts';
import { identityFallback } from './identity.ts';
import { onObjects } from './object-access.ts';

/** Where fanin's notes lie: beside git's own `refs/notes/commits`, which belongs to the user. */
export const NOTES_REF = 'refs/notes/fanin';

/**
 * Notes in git's own form, one at a time: `git notes` reads the ref, adds, and writes it. Git fails where
 * somebody else's note came between; then it is done again.
 */
export const gitLandingNotes = (place: RepositoryPlace): LandingNotes => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    write: (commit, text) => {
      const mine = last.then(() => writeNote(place, commit, text));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
};

const TRIES = 3;

const writeNote = async (
  place: RepositoryPlace,
  commit: string,
  text: string,
): Promise<Result<null, Failure>> => {
  const env = await identityFallback(place);
  const args = ['notes', `--ref=${NOTES_REF}`, 'add', '-f', '-F', '-', commit];
  const options = onObjects(place, { env, input: text });
  for (let tries = 1; ; tries += 1) {
    const written = await runGit({ cwd: place.commonDir, args, options });
    if (written.ok) return ok(null);
    if (tries === TRIES || written.error.code === 'disk-full')
      return err(
        failure(
          'note-not-written',
          `The note at ${commit} was not written. ${written.error.message}`,
          {
            hint: 'What it says can be had on this machine all the same: fanin log',
          },
        ),
      );
  }
};
