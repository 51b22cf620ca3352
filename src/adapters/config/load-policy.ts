import type { PathStep } from '../../domain/config/problem.ts';
import type { Failure } from '../../domain/failure.ts';
import type { CheckDefinition } from '../../domain/plan/plan.ts';
import { NO_POLICY, POLICY_FILE } from '../../domain/policy/policy.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { resolvePolicy } from '../../domain/policy/resolve-policy.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { readPolicyFile } from '../../protocol/policy-file.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { git } from '../git/git.ts';
import { onObjects } from '../git/object-access.ts';
import { ANY_ANSWER } from '../git/refs.ts';
import { allFailures } from './all-failures.ts';
import { parseYamlSource } from './yaml-source.ts';

/** A policy with the way back to its lines; without a file it asks for nothing. */
export interface LoadedPolicy {
  readonly policy: Policy;
  /** Whether the tree holds one. */
  readonly there: boolean;
  readonly placeOf: (path: readonly PathStep[]) => string | null;
}

/**
 * The policy in a commit's tree, read as git holds it: what lies in a work copy does not count.
 * `known` are the config's checks. Errors: everything that is wrong with the file.
 */
export async function loadPolicy(
  place: RepositoryPlace,
  commit: string,
  known: readonly CheckDefinition[],
): Promise<Result<LoadedPolicy, readonly Failure[]>> {
  const options = onObjects(place, { readOnly: true, exits: ANY_ANSWER });
  const read = await git(
    place.commonDir,
    ['cat-file', 'blob', `${commit}:${POLICY_FILE}`],
    options,
  );
  if (!read.ok) return err([read.error]);
  if (read.value.exit !== 0) return ok({ policy: NO_POLICY, there: false, placeOf: () => null });
  const file = `${commit.slice(0, 7)}:${POLICY_FILE}`;
  const source = parseYamlSource(file, read.value.stdout.toString('utf8'));
  if (!source.ok) return source;
  const { problems, written } = readPolicyFile(source.value.value);
  const policy = written === null ? err([]) : resolvePolicy(written, known);
  const failures = allFailures(source.value, problems, policy.ok ? [] : policy.error);
  if (!policy.ok || failures.length > 0) return err(failures);
  const placeOf = (path: readonly PathStep[]): string | null => {
    const line = source.value.lineOf(path);
    return line === null ? null : `${file}:${line}`;
  };
  return ok({ policy: policy.value, there: true, placeOf });
}
