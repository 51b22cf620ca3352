import type { RepositoryPlace } from '../../compose/project.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { DeliveryId, RunId } from '../../domain/ids.ts';
import { err } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { PersonCommand } from '../../domain/run/commands.ts';

/** What a person can decide about a delivery. */
export type Verb = 'approve' | 'return' | 'reject' | 'park';

/** A decision about one delivery. */
export interface Decision {
  readonly verb: Verb;
  readonly comment: string;
  /** `approve`: exactly this tree. */
  readonly tree: string;
  readonly by: string;
}

/**
 * Hands a decision in and waits until it has been taken. Returning or rejecting without a word helps nobody:
 * code `usage`. Otherwise the codes of what is decided.
 */
export async function act(
  place: RepositoryPlace,
  subject: { readonly run: RunId; readonly delivery: DeliveryId; readonly label: string },
  decision: Decision,
): Promise<Result<string, Failure>> {
  if (
    decision.comment.trim() === '' &&
    (decision.verb === 'return' || decision.verb === 'reject')
  ) {
    return err(
      failure('usage', `say why ${subject.label} is ${DONE[decision.verb]}`, {
        hint: `fanin review ${decision.verb} ${subject.label} "…"`,
      }),
    );
  }
  const { submit } = await import('../../compose/submit.ts');
  return submit(place, subject.run, commandOf(subject.delivery, decision));
}

/** The verbs in the past. */
export const DONE: Readonly<Record<Verb, string>> = {
  approve: 'approved',
  return: 'returned',
  reject: 'rejected',
  park: 'parked',
};

function commandOf(delivery: DeliveryId, { verb, comment, tree, by }: Decision): PersonCommand {
  return verb === 'approve'
    ? { type: 'approve', delivery, tree, by }
    : { type: verb, delivery, comment, by };
}
