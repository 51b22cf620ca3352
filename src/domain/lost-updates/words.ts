import type { OwnCommit } from './candidate.ts';
import type { Entry } from './ledger.ts';
import type { Victim } from './lost-update.ts';

/** Whose work an entry of the ledger is. */
export const victimOf = ({ commit, task, title }: Entry): Victim => ({ commit, task, title });

/** Why it is no decision of the author's; nothing where it may be one. */
export const whyText = (culprit: OwnCommit | null, stale: boolean): string => {
  if (culprit !== null)
    return `, in ${culprit.commit.slice(0, 7)}, whose author did not have that landing`;
  return stale ? ', as if it had been made before that landing' : '';
};
