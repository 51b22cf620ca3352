import { decideExited } from '../attempt/decide.ts';
import { decideDisk } from '../attempt/disk.ts';
import {
  decideAnswer,
  decideAnsweredByDefault,
  decideAsked,
  decideSteer,
  decideTaken,
} from '../attempt/talk.ts';
import { decideConflictsSeen } from '../conflicts/decide-seen.ts';
import { decideDuplicatesSeen } from '../duplicates/live.ts';
import { decideRateLimited, decideSpent } from '../governor/spending.ts';
import { decideCollect } from '../collect/decide-collect.ts';
import { decideApprove, decidePark, decideReject, decideReturn } from '../delivery/decide.ts';
import type { DeliveryEvent } from '../delivery/events.ts';
import { decideUndo } from '../delivery/undo.ts';
import type { Failure } from '../failure.ts';
import { failure } from '../failure.ts';
import type { DeliveryId } from '../ids.ts';
import type { Result } from '../result.ts';
import { err, ok } from '../result.ts';
import { decideSplit } from '../split/decide-split.ts';
import { notBeforeFirst } from '../split/standing.ts';
import { decideDrop, decideRetry, decideReturned, decideStopAttempt } from '../task/decide.ts';
import type { PersonCommand, RunCommand } from './commands.ts';
import type { RunEvent } from './events.ts';
import { decideSettle } from './settle.ts';
import type { RunState } from './state.ts';
import { deliveryState, known, talkOf } from './state.ts';
import { decideWake } from './wake.ts';
import type { Surroundings } from './surroundings.ts';
import { tick } from './tick.ts';

type Decision = Result<readonly RunEvent[], Failure>;

/** The events a command leads to, or why it is refused. Commands that come a second time lead to none. */
export const decide = (
  run: RunState | null,
  command: RunCommand,
  around: Surroundings,
): Decision => {
  const { now } = around;
  if (command.type === 'start') {
    if (run !== null) return err(failure('run-exists', `run ${command.run} has started already`));
    const { plan, base, targetRef } = command;
    return ok([{ type: 'run.started', run: command.run, at: now, plan, base, targetRef }]);
  }
  if (run === null)
    return err(failure('no-run', 'there is no such run', { hint: 'fanin status lists the runs' }));
  switch (command.type) {
    case 'resume':
      return ok(run.phase === 'running' ? [] : [{ type: 'run.resumed', at: now }]);
    case 'settle':
      return ok(decideSettle(run, command.effect, command.outcome, now));
    case 'exited': {
      const attempt = run.attempts[command.attempt];
      return ok(attempt === undefined ? [] : decideExited(attempt, command.exit, command.at));
    }
    case 'asked':
    case 'answered':
    case 'told':
      return ok(decideHeard(run, command, now));
    case 'spent':
      return ok(
        run.attempts[command.attempt] === undefined
          ? []
          : decideSpent(run, command.attempt, command, now),
      );
    case 'conflicts-seen':
      return ok(decideConflictsSeen(run, command.seen, now));
    case 'duplicates-seen':
      return ok(decideDuplicatesSeen(run, command.seen, now));
    case 'rate-limited':
      return ok(decideRateLimited(run, command.attempt, command.ms, now));
    case 'disk-taken': {
      const attempt = run.attempts[command.attempt];
      if (attempt === undefined) return ok([]);
      return ok(decideDisk(attempt, command, now, run.plan.graceMs));
    }
    case 'wake':
      return ok(decideWake(run, command.gap, around));
    case 'tick':
      return ok(tick(run, { ...around, start: command.start }));
    default:
      return reopening(run, decidePerson(run, command, now), now);
  }
};

/** What a person decides moves a run on that had ended, or nothing would come of it. */
const reopening = (run: RunState, decided: Decision, now: number): Decision =>
  run.phase === 'ended' && decided.ok && decided.value.length > 0
    ? ok([{ type: 'run.resumed', at: now }, ...decided.value])
    : decided;

const decidePerson = (run: RunState, command: PersonCommand, now: number): Decision => {
  switch (command.type) {
    case 'approve':
    case 'return':
    case 'reject':
    case 'park':
    case 'split':
      return onDelivery(run, command, now);
    case 'collect':
      return decideCollect(run, command, now);
    case 'retry':
      return decideRetry(run, command, now);
    case 'drop':
      return decideDrop(run, command, now);
    case 'undo':
      return decideUndo(run, command, now);
    case 'steer':
    case 'answer':
      return decideSaid(run, command, now);
    case 'stop-attempt':
      return decideStopAttempt(run, command.attempt, now);
    case 'stop-run':
      return decideStopRun(run, command, now);
    case 'set-limit':
      return decideSetLimit(run, command, now);
  }
};

/** What an agent's output told. */
const decideHeard = (
  run: RunState,
  command: Extract<RunCommand, { type: 'asked' | 'answered' | 'told' }>,
  now: number,
): readonly RunEvent[] => {
  const attempt = run.attempts[command.attempt];
  if (attempt === undefined) return [];
  const talk = talkOf(run, attempt.id);
  switch (command.type) {
    case 'asked':
      return decideAsked(attempt, talk, command.question, now);
    case 'answered':
      return decideAnsweredByDefault(attempt, talk, { ...command, now });
    case 'told':
      return decideTaken(attempt, talk, { ...command, now });
  }
};

/** What a person says to an agent. */
const decideSaid = (
  run: RunState,
  command: Extract<PersonCommand, { type: 'steer' | 'answer' }>,
  now: number,
): Decision => {
  const attempt = known(run.attempts, command.attempt);
  if (attempt === null)
    return err(failure('no-attempt', `run ${run.id} has no attempt ${command.attempt}`));
  const talk = talkOf(run, attempt.id);
  return command.type === 'steer'
    ? decideSteer(attempt, talk, { ...command, now })
    : decideAnswer(attempt, talk, { ...command, now });
};

/** Stopping goes one way: from carrying on, to wrapping up, to stopping now. */
const decideStopRun = (
  run: RunState,
  { mode, by }: Extract<PersonCommand, { type: 'stop-run' }>,
  now: number,
): Decision => {
  if (run.phase === 'ended') return err(failure('run-ended', `run ${run.id} has ended`));
  if (run.phase === 'stopping' || (run.phase === 'wrapping-up' && mode === 'wrap-up'))
    return ok([]);
  return ok([{ type: 'run.stop-requested', at: now, mode, by }]);
};

const decideSetLimit = (
  run: RunState,
  { live: wanted, review, by }: Extract<PersonCommand, { type: 'set-limit' }>,
  now: number,
): Decision => {
  const live = wanted === 'auto' ? run.plan.limits.live : wanted;
  const bad = [live, review].find(
    (value) => value !== null && (!Number.isInteger(value) || value < 1),
  );
  if (bad !== undefined)
    return err(
      failure('bad-limit', `a limit of ${bad} would let nothing run`, {
        hint: 'give a whole number from 1',
      }),
    );
  if (live === null && review === null) return ok([]);
  return ok([{ type: 'run.limit-set', at: now, live, review, by }]);
};

type DeliveryCommand = Extract<PersonCommand, { delivery: DeliveryId }>;
type ReviewCommand = Exclude<DeliveryCommand, { type: 'split' }>;

const onDelivery = (run: RunState, command: DeliveryCommand, now: number): Decision => {
  if (known(run.deliveries, command.delivery) === null)
    return err(
      failure('no-delivery', `run ${run.id} has no delivery ${command.delivery}`, {
        hint: 'see what waits: fanin review',
      }),
    );
  const delivery = deliveryState(run, command.delivery);
  if (command.type === 'split') return decideSplit(run, delivery, command, now);
  const tooEarly = command.type === 'approve' ? notBeforeFirst(run, delivery) : null;
  if (tooEarly !== null) return err(tooEarly);
  const decided = decideReview(delivery, command, now);
  if (!decided.ok) return decided;
  return ok(decided.value.flatMap((event) => [event, ...decideReturned(run, event, now)]));
};

const decideReview = (
  delivery: ReturnType<typeof deliveryState>,
  command: ReviewCommand,
  now: number,
): Result<readonly DeliveryEvent[], Failure> => {
  switch (command.type) {
    case 'approve':
      return decideApprove(delivery, command.tree, command.by, now);
    case 'return':
      return decideReturn(delivery, command.comment, command.by, now);
    case 'reject':
      return decideReject(delivery, command.comment, command.by, now);
    case 'park':
      return decidePark(
        delivery,
        command.comment === '' ? `parked by ${command.by}` : command.comment,
        now,
      );
  }
};
