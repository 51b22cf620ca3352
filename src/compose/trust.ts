import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { resolveCommit } from '../adapters/git/refs.ts';
import { foreignSetup } from '../adapters/setup/foreign-setup.ts';
import { untrustedText } from '../adapters/setup/setups.ts';
import { readTrust, writeTrust } from '../adapters/setup/trust-book.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import { writtenText } from '../domain/setup/asked.ts';
import { SETUP_FILES } from '../domain/setup/read-files.ts';
import { trustOf, withoutTrust, withTrust } from '../domain/setup/trust.ts';
import type { PinnedScript, Trust, TrustEntry } from '../domain/setup/trust.ts';

export type { TrustEntry } from '../domain/setup/trust.ts';

/** A script that a set-up file of another tool asks for, and whether it may run here. */
export interface JudgedScript {
  readonly script: PinnedScript;
  readonly trust: Trust;
}

/** What the set-up files of a commit ask for. */
export interface TrustSurvey {
  readonly commit: string;
  readonly scripts: readonly JudgedScript[];
  /** What was not understood in the files, and files that are in no commit. */
  readonly notes: readonly string[];
}

/** Looks at the set-up files of a commit; trusts nothing. Code `no-such-commit`. */
export async function surveyTrust(
  place: RepositoryPlace,
  revision: string,
): Promise<Result<TrustSurvey, Failure>> {
  const commit = await resolveCommit(place, revision);
  if (commit === null)
    return err(failure('no-such-commit', `there is no commit ${JSON.stringify(revision)}`));
  const { scripts, notes, families } = await foreignSetup(place, commit);
  const entries = readTrust(place.stateDir);
  const uncommitted = SETUP_FILES.filter(
    ({ file, family }) => !families.includes(family) && existsSync(join(place.root, file)),
  );
  return ok({
    commit,
    scripts: scripts.map((script) => ({ script, trust: trustOf(script, entries) })),
    notes: [
      ...notes.map(({ at, text }) => `${writtenText(at)} ${text}`),
      ...uncommitted.map(({ file }) => `${file} is not in ${revision}, so no workspace has it`),
    ],
  });
}

/** What a person should know before a run that starts from `commit`: scripts that will not run. */
export async function setupNotes(
  place: RepositoryPlace,
  commit: string,
): Promise<readonly string[]> {
  const survey = await surveyTrust(place, commit);
  if (!survey.ok) return [];
  const { scripts, notes } = survey.value;
  const entries = readTrust(place.stateDir);
  const not = scripts.filter(({ trust }) => trust.state !== 'trusted');
  const isHead = (await resolveCommit(place, 'HEAD')) === commit;
  const command = isHead ? 'fanin trust' : `fanin trust --at ${commit.slice(0, 12)}`;
  return [
    ...not.map(({ script }) => `${untrustedText(script, entries)}; ${command} shows it and asks`),
    ...notes,
  ];
}

/** Says yes to these very scripts, as they were shown. Code `git-readonly`. */
export const trustScripts = (
  place: RepositoryPlace,
  scripts: readonly PinnedScript[],
  by: { readonly at: number; readonly by: string },
): Result<null, Failure> =>
  writeTrust(place.stateDir, withTrust(readTrust(place.stateDir), scripts, by));

/** Everything that is trusted here. */
export const trustedEntries = (place: RepositoryPlace): readonly TrustEntry[] =>
  readTrust(place.stateDir);

/** Takes trust back from the scripts of these files, of all where none is named; the value is whose. Code `git-readonly`. */
export function revokeTrust(
  place: RepositoryPlace,
  files: readonly string[],
): Result<readonly TrustEntry[], Failure> {
  const before = readTrust(place.stateDir);
  const after = withoutTrust(before, files);
  const written = writeTrust(place.stateDir, after);
  return written.ok ? ok(before.filter((entry) => !after.includes(entry))) : written;
}
