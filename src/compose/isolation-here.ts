import type { IsolationLevel } from '../domain/attempt/attempt.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import type { Plan } from '../domain/plan/plan.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';
import type { Boundary, BoundaryProof } from '../ports/boundary.ts';
import { unkeptText } from './unkept.ts';

/** A plan whose tasks have the levels that this host proves. */
export interface Isolated<T> {
  readonly loaded: T;
  /** What a person should know; null: nothing. */
  readonly note: string | null;
}

/**
 * Loads a plan for what this host proves. `load` takes what `auto` isolation is here. The boundary is
 * tried out only where a task would be behind it. Codes: those of `load`; `isolation-unproven` where a
 * task asks for a level that does not hold here: it is never lowered.
 */
export const isolatedPlan = async <T extends { readonly plan: Plan }>(
  boundary: Boundary | null,
  load: (strongest: IsolationLevel) => Promise<Result<T, readonly Failure[]>>,
): Promise<Result<Isolated<T>, readonly Failure[]>> => {
  const wanted = await load('sandbox');
  if (!wanted.ok || !needsBoundary(wanted.value.plan))
    return wanted.ok ? ok({ loaded: wanted.value, note: null }) : wanted;
  const proof = boundary === null ? err(noBoundary()) : await provenWithNetwork(boundary);
  if (proof.ok)
    return ok({ loaded: wanted.value, note: boundary === null ? null : keptText(boundary) });
  const lower = await load('worktree');
  if (!lower.ok) return lower;
  const asked = lower.value.plan.tasks.filter(({ isolation }) => isolation === 'sandbox');
  if (asked.length > 0) return err(asked.map(({ id }) => unproven(id, proof.error)));
  return ok({ loaded: lower.value, note: loweredText(proof.error) });
};

/** Agents have to reach their models, and nothing else: without allowlists the level is of no use. */
const provenWithNetwork = async (boundary: Boundary): Promise<Result<BoundaryProof, Failure>> => {
  const proof = await boundary.prove();
  if (!proof.ok || proof.value.networks.includes('allow')) return proof;
  return err(
    failure('boundary-missing', 'the boundary here knows no network allowlists', {
      hint: 'install iproute2 (the program ip)',
    }),
  );
};

const needsBoundary = ({ tasks }: Plan): boolean =>
  tasks.some(({ isolation }) => isolation === 'sandbox');

const noBoundary = (): Failure =>
  failure('boundary-missing', `there is no boundary for ${process.platform} yet`);

const unproven = (task: string, { message, hint }: Failure): Failure =>
  failure('isolation-unproven', `tasks.${task}: the sandbox does not hold here: ${message}`, {
    hint: hint ?? 'write isolation: worktree, and read what that level does not hold',
  });

const keptText = (boundary: Boundary): string | null => {
  const unkept = unkeptText(boundary);
  return unkept === null ? null : `the sandbox here (${boundary.kind}): ${unkept}`;
};

const loweredText = ({ message, hint }: Failure): string =>
  `agents work at the worktree level, where nothing but their own permissions holds them: ${message}${hint === undefined ? '' : ` (${hint})`}`;
