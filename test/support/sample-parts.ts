import type { Comeback } from '../../src/domain/attempt/attempt.ts';
import type { AttemptId } from '../../src/domain/ids.ts';
import type { RunEvent, RunEventType } from '../../src/domain/run/events.ts';

/** One or more events of every type. */
export type SamplesByType = {
  readonly [K in RunEventType]: readonly Extract<RunEvent, { type: K }>[];
};

/** Those whose type begins so. */
export type Samples<Prefix extends string> = Pick<
  SamplesByType,
  Extract<RunEventType, `${Prefix}.${string}`>
>;

/** An object id that shows where it came from. */
export const sha = (digit: string): string => digit.repeat(40);

/** What a returned task gets to know. */
export function comeback(from: AttemptId): Comeback {
  return {
    from,
    kind: 'conflict',
    text: '<<<<<<< ours\n||||||| base\n=======\n>>>>>>> theirs\n',
    commit: sha('b'),
  };
}
