import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { RepositoryPlace } from './discover.ts';
import type { ConfigEntry } from './environment.ts';
import { gitLine, runGit } from './git.ts';
import type { GitCommand, GitOutput } from './git.ts';
import { onObjects } from './object-access.ts';

/** The commit a revision names; null when there is none. */
export const resolveCommit = async (
  place: RepositoryPlace,
  revision: string,
): Promise<string | null> => resolveObject(place, `${revision}^{commit}`);

/** The tree of a commit; null when there is none. */
export const resolveTree = async (
  place: RepositoryPlace,
  revision: string,
): Promise<string | null> => resolveObject(place, `${revision}^{tree}`);

/** The object that a name of git's stands for, of whatever type; null when there is none. */
export const resolveObject = async (
  place: RepositoryPlace,
  name: string,
): Promise<string | null> => {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', name];
  const line = await gitLine(place.commonDir, args, onObjects(place, { readOnly: true }));
  return line.ok && /^[0-9a-f]{40,64}$/.test(line.value) ? line.value : null;
};

/** The objects that several names of git's stand for, in order: one question instead of many. */
export const resolveObjects = async (
  place: RepositoryPlace,
  names: readonly string[],
): Promise<readonly (string | null)[]> => {
  if (names.length === 0) return [];
  const output = await runGit(lookUp(place.commonDir, names));
  return lookedUp(output.ok ? output.value : null, names);
};

/** The command that looks names up in a git folder; `lookedUp` reads its output. */
export const lookUp = (gitDir: string, names: readonly string[]): GitCommand => ({
  cwd: gitDir,
  args: ['cat-file', '--batch-check=%(objectname)', '-z'],
  options: { readOnly: true, env: { GIT_DIR: gitDir }, input: `${names.join('\0')}\0` },
});

/** Reads the output of `lookUp`; without one, nothing was found. */
export const lookedUp = (
  output: GitOutput | null,
  names: readonly string[],
): readonly (string | null)[] => {
  const lines = output?.stdout.toString('utf8').split('\n') ?? [];
  let at = 0;
  return names.map((name) => {
    const line = lines[at] ?? '';
    const isId = /^[0-9a-f]{40,64}$/.test(line);
    // What is missing is told by its name, which may have several lines.
    at += isId ? 1 : name.split('\n').length;
    return isId ? line : null;
  });
};

/** What a full ref name points to now; null when the ref does not exist. */
export const readRef = async (place: RepositoryPlace, ref: string): Promise<string | null> => {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', ref];
  const line = await gitLine(place.commonDir, args, onObjects(place, { readOnly: true }));
  return line.ok ? line.value : null;
};

/** Whether everything in `ancestor` is also in `descendant`. False when one of them is missing. */
export const isAncestor = async (
  place: RepositoryPlace,
  ancestor: string,
  descendant: string,
): Promise<boolean> => {
  const answer = await runGit(askAncestor(place, ancestor, descendant));
  return answer.ok && answer.value.exit === 0;
};

/** The command that asks so: exit code 0 is a yes, everything else is a no. */
export const askAncestor = (
  place: RepositoryPlace,
  ancestor: string,
  descendant: string,
): GitCommand => ({
  cwd: place.commonDir,
  args: ['merge-base', '--is-ancestor', ancestor, descendant],
  options: onObjects(place, { readOnly: true, exits: ANY_ANSWER }),
});

/** Exit codes of a question to which "no" and "there is no such thing" are answers. */
export const ANY_ANSWER: readonly number[] = [0, 1, 128];

/** One step of a ref transaction. `old` must be the current value; null: the ref must not exist. */
export type RefStep =
  | { readonly kind: 'create'; readonly ref: string; readonly to: string }
  | { readonly kind: 'update'; readonly ref: string; readonly to: string; readonly old: string }
  | { readonly kind: 'delete'; readonly ref: string; readonly old: string }
  /** Nothing moves unless it still is so. */
  | { readonly kind: 'verify'; readonly ref: string; readonly old: string };

/** Moves refs, all of them or none, by compare-and-swap. Old values stay in the reflog. */
export const moveRefs = async (
  place: RepositoryPlace,
  steps: readonly RefStep[],
  reason: string,
  config: readonly ConfigEntry[] = [],
): Promise<Result<null, Failure>> => {
  const done = await runGit(refMove(place, steps, reason, config));
  return done.ok ? ok(null) : done;
};

/** The command that does so. */
export const refMove = (
  place: RepositoryPlace,
  steps: readonly RefStep[],
  reason: string,
  config: readonly ConfigEntry[] = [],
): GitCommand => ({
  cwd: place.commonDir,
  args: ['update-ref', '--create-reflog', '-m', reason, '--stdin', '-z'],
  options: onObjects(place, {
    ...(config.length === 0 ? {} : { config }),
    input: ['start', ...steps.map(line), 'prepare', 'commit'].join('\0') + '\0',
  }),
});

const line = (step: RefStep): string => {
  switch (step.kind) {
    case 'create':
      return `create ${step.ref}\0${step.to}`;
    case 'update':
      return `update ${step.ref}\0${step.to}\0${step.old}`;
    case 'delete':
      return `delete ${step.ref}\0${step.old}`;
    case 'verify':
      return `verify ${step.ref}\0${step.old}`;
  }
};

/**
 * Makes `ref` point to `to`, from whatever `old` says it held (null: nothing).
 * Fine when it is there already. Code: `ref-changed` when it holds something else.
 */
export const setRef = async (
  place: RepositoryPlace,
  ref: string,
  to: string,
  old: string | null,
): Promise<Result<null, Failure>> => {
  if (old === to) return ok(null);
  const step: RefStep =
    old === null ? { kind: 'create', ref, to } : { kind: 'update', ref, to, old };
  const moved = await moveRefs(place, [step], 'fanin');
  if (moved.ok) return moved;
  const now = await readRef(place, ref);
  if (now === to) return ok(null);
  if (now === old) return moved;
  return err(
    failure('ref-changed', `${ref} points to ${now ?? 'nothing'}, not to ${old ?? 'nothing'}.`),
  );
};
