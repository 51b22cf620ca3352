import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { messageByHook } from './commit-msg-hook.ts';
import type { RepositoryPlace } from './discover.ts';
import { gitLine } from './git.ts';
import { identityFallback } from './identity.ts';
import { PLAIN_LANDING } from './landing-ways.ts';
import type { LandingWays } from './landing-ways.ts';
import { onObjects } from './object-access.ts';

/** A commit to be written. `tree`, `parents`: object ids. */
export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
}

/**
 * Writes a commit object; the value is its id. No ref moves, and no hook runs but a `commit-msg` that is
 * wanted. Codes: `hook-refused`, `signing-failed`, those of git.
 */
export const commitTree = async (
  place: RepositoryPlace,
  { tree, parents, message }: NewCommit,
  ways: LandingWays = PLAIN_LANDING,
): Promise<Result<string, Failure>> => {
  const said = ways.hooks
    ? await messageByHook(place, message)
    : { ok: true as const, value: message };
  if (!said.ok) return said;
  const env = await identityFallback(place);
  const before = parents.flatMap((parent) => ['-p', parent]);
  const args = ['commit-tree', ...(ways.sign ? ['-S'] : []), tree, ...before, '-F', '-'];
  const made = await gitLine(place.commonDir, args, onObjects(place, { env, input: said.value }));
  return made.ok || !ways.sign ? made : err(notSigned(made.error));
};

const notSigned = ({ message }: Failure): Failure =>
  failure('signing-failed', `the landing's commit could not be signed: ${message}`, {
    hint: 'the key must be usable without a question (gpg-agent, ssh-agent); or set landing.sign: false',
  });
