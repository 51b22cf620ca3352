import { isBacklog, isUnderWay } from '../delivery/delivery.ts';
import { limit } from '../governor/limit.ts';
import { liveCount } from '../governor/live-count.ts';
import { nextTask } from '../governor/next-task.ts';
import { hasAgent } from '../plan/nobody.ts';
import type { Effect } from './effects.ts';
import type { RunEnd, RunEvent } from './events.ts';
import type { RunState } from './state.ts';
import { taskState } from './state.ts';
import type { TickInput } from './surroundings.ts';

/** The end of the run, once nothing is under way and nothing more can start by itself. */
export const runEnd = (run: RunState, input: TickInput): readonly RunEvent[] => {
  if (busy(run) || canStart(run, input)) return [];
  const { end, reason } = howItEnds(run);
  return [{ type: 'run.ended', at: input.now, end, reason }];
};

/**
 * Something is under way. A run that is being stopped waits for its agents and their harvest alone:
 * checks and landings are abandoned, stay pending, and are settled by their probes on resume.
 */
const busy = (run: RunState): boolean => {
  if (liveCount(run) > 0) return true;
  const pending = Object.values(run.pending);
  if (run.phase === 'stopping') return pending.some(({ kind }) => !ABANDONED.includes(kind));
  return pending.length > 0 || Object.values(run.deliveries).some(isUnderWay);
};

/** What is settled after the resume, by carrying it out again or by finding it done. */
const ABANDONED: readonly Effect['kind'][] = [
  'check',
  'test-group',
  'cancel-test',
  'land-group',
  'unland',
];

const canStart = (run: RunState, input: TickInput): boolean =>
  input.start &&
  run.phase === 'running' &&
  limit(run, input.now).may > 0 &&
  nextTask(run, input.now, input.elsewhere) !== null;

const howItEnds = (run: RunState): { readonly end: RunEnd; readonly reason: string } => {
  const leaving = Object.values(run.deliveries).filter(({ phase }) => phase === 'unlanding');
  const phases = run.plan.tasks.map(({ id }) =>
    leaving.some(({ task }) => task === id) ? 'unlanding' : taskState(run, id).phase,
  );
  const landed = phases.filter((phase) => phase === 'landed').length;
  const open = phases.filter((phase) => phase !== 'landed' && phase !== 'dropped').length;
  if (open === 0) return { end: 'landed', reason: `${landed} of ${phases.length} tasks landed` };
  if (run.phase !== 'running')
    return {
      end: 'stopped',
      reason: `stopped; ${open === 1 ? '1 task is' : `${open} tasks are`} open`,
    };
  const backlog = Object.values(run.deliveries).filter(isBacklog).length;
  const parked = phases.filter((phase) => phase === 'parked').length;
  if (backlog > 0)
    return {
      end: 'waiting',
      reason: backlog === 1 ? '1 delivery waits for you' : `${backlog} deliveries wait for you`,
    };
  if (parked > 0) {
    const who = parked === 1 ? '1 returned task waits' : `${parked} returned tasks wait`;
    const how = run.plan.tasks.some(
      (task) => taskState(run, task.id).phase === 'parked' && !hasAgent(task),
    )
      ? 'fanin brief, then fanin collect again; or fanin retry, fanin drop'
      : 'fanin retry, or fanin drop';
    return { end: 'waiting', reason: `${who} for your word (${how})` };
  }
  return { end: 'unfinished', reason: `${open} of ${phases.length} tasks did not land` };
};
