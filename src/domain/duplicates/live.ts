import { duplicateNews } from '../attempt/input.ts';
import { isOpen } from '../conflicts/standing.ts';
import type { Plan } from '../plan/plan.ts';
import type { Effect } from '../run/effects.ts';
import type { RunEvent } from '../run/events.ts';
import type { RunState } from '../run/state.ts';
import type {
  DuplicateEvent,
  DuplicatePolicy,
  LiveDuplicate,
  SeenDuplicates,
} from './live-duplicate.ts';

/** What the plan says; a plan of an older fanin says nothing. */
export const duplicatePolicy = (plan: Plan): DuplicatePolicy => plan.duplicates ?? 'tell';

/** What a comparison leads to: findings come and go. */
export const decideDuplicatesSeen = (
  run: RunState,
  { compared, duplicates }: SeenDuplicates,
  now: number,
): readonly RunEvent[] => {
  if (run.phase === 'ended') return [];
  const standing = duplicates.filter((each) => isStanding(run, each));
  const kept = new Set(standing.map(({ key }) => key));
  const gone = Object.values(run.duplicates).filter(
    (known) =>
      !isStanding(run, known) ||
      (compared.includes(known.a) &&
        (known.b === null || compared.includes(known.b)) &&
        !kept.has(known.key)),
  );
  return [
    ...gone.map(({ key }): RunEvent => ({ type: 'duplicate.gone', at: now, key })),
    ...standing
      .filter(({ key }) => run.duplicates[key] === undefined)
      .map((each): RunEvent => ({ type: 'duplicate.found', at: now, ...each })),
  ];
};

/** Attempts at one task replace each other. */
const isStanding = (run: RunState, { a, b }: LiveDuplicate): boolean =>
  isOpen(run, a) &&
  (b === null || (isOpen(run, b) && run.attempts[a]?.task !== run.attempts[b]?.task));

/** What is still to be reckoned with. */
export const openDuplicates = (run: RunState): readonly LiveDuplicate[] =>
  Object.values(run.duplicates).filter((each) => isStanding(run, each));

/** The run after something was found to be written twice, or is not any more. */
export const evolveDuplicates = (run: RunState, event: DuplicateEvent): RunState => {
  if (event.type === 'duplicate.found') {
    const { key, a, b, text, advice } = event;
    return {
      ...run,
      duplicates: { ...run.duplicates, [key]: { key, a, b, text, advice } },
      duplicateCount: run.duplicateCount + 1,
    };
  }
  const { [event.key]: _gone, ...duplicates } = run.duplicates;
  return { ...run, duplicates };
};

/** Both agents hear of it, as far as they are at work. */
export const tellOfDuplicate = (
  run: RunState,
  { a, b, text, advice }: Extract<DuplicateEvent, { type: 'duplicate.found' }>,
): readonly Effect[] =>
  [a, ...(b === null ? [] : [b])].flatMap((id): readonly Effect[] => {
    if (run.attempts[id]?.phase !== 'running') return [];
    const message = `${text}.\n\n${advice} Where your task does not allow it, say so among your risks.`;
    const input = {
      kind: 'message',
      id: duplicateNews(run.duplicateCount),
      text: message,
    } as const;
    return [{ kind: 'tell', attempt: id, input }];
  });
