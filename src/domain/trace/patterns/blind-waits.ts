import type { AgentId } from '../agent.ts';
import type { Evidence } from '../evidence.ts';
import { once } from './once.ts';
import { commandTexts, eventsOf } from './session-index.ts';
import type { SessionView, Timed } from './session-view.ts';
import { THRESHOLDS } from './thresholds.ts';
import { isAnyBetween } from './timed-list.ts';

/** A long wait that ran out, without a look in it. */
export interface BlindWait {
  readonly agent: AgentId;
  readonly call: string;
  readonly at: number;
  readonly until: number;
  readonly targets: readonly AgentId[];
  readonly evidence: Evidence;
}

/** By a tool for it, or by a command that does nothing but sleep. */
export const blindWaits = once((view): readonly BlindWait[] => [
  ...view.events('wait').flatMap((wait) => ofWait(view, wait)),
  ...view.events('tool').flatMap((call) => ofSleep(view, call)),
]);

const least = ({ spanMs }: SessionView): number =>
  Math.max(THRESHOLDS.blindWait.value, spanMs * THRESHOLDS.blindWaitOfBudget.value);

function ofWait(view: SessionView, wait: Timed<'wait'>): readonly BlindWait[] {
  const { at, outcome, agent, call, evidence } = wait;
  const until = wait.until ?? view.end;
  const targets = wait.targets ?? atWork(view, agent, at);
  // One without an end was cut off by the session's; where it was for many, they are a fan-out that ran out.
  const ranOut =
    outcome === 'timeout' ||
    outcome === 'interrupted' ||
    (outcome === 'unknown' && wait.until === null && isOver(view) && targets.length === 1);
  if (!ranOut || until - at < least(view)) return [];
  return [{ agent, call, at, until, targets, evidence }];
}

/** Whether the time that was allowed is used up: what has no end by then has none. */
const isOver = ({ budgetMs, start, end }: SessionView): boolean =>
  budgetMs !== null && end - start >= budgetMs * THRESHOLDS.budgetHit.value;

/** A sleep always ends well: it was blind where whoever it was for had not handed in when it was over, or long before. */
function ofSleep(view: SessionView, call: Timed<'tool'>): readonly BlindWait[] {
  const { at, agent, tool, id, evidence } = call;
  const until = call.until ?? view.end;
  if (call.until === null && !isOver(view)) return [];
  if (tool !== 'shell' || until - at < least(view)) return [];
  if (!SLEEP.test(commandTexts(view).get(id) ?? '')) return [];
  const targets = notHeardOf(view, agent, at);
  const half = (at + until) / 2;
  const isBlind = targets.some((target) => {
    const { end } = view.agents.get(target) ?? {};
    const over = end === undefined || end.state === 'running' ? view.end : (end.at ?? view.end);
    return over > until || over < half;
  });
  const writes = eventsOf(view, 'write', agent);
  if (!isBlind || isAnyBetween(writes, at, until, () => true)) return [];
  return [{ agent, call: id, at, until, targets, evidence }];
}

/** A wait for a time, or for a file or process: no look at what a sub-agent does. */
const SLEEP =
  /^\s*(?:sleep\s+[\d.]+[smh]?\s*(?:$|[;&])|(?:timeout\s+\S+\s+)?(?:tail\s+(?:-\w+\s+)*-[fF]\b|inotifywait\b|watch\b)|(?:while|until)\b[^\n]*\bsleep\b)/;

/** A wait that names no one is for whichever of its own sub-agents ends first. */
const atWork = ({ subs }: SessionView, parent: string, at: number): readonly string[] =>
  subs
    .filter((each) => each.parent === parent && each.from <= at && each.to > at)
    .map(({ id }) => id);

/** Its own sub-agents whose results had not reached it. */
const notHeardOf = (
  { subs, results }: SessionView,
  parent: string,
  at: number,
): readonly string[] =>
  subs
    .filter(
      (each) =>
        each.parent === parent &&
        each.from <= at &&
        !results.some(({ from, to, at: came }) => from === each.id && to === parent && came <= at),
    )
    .map(({ id }) => id);

/** Whether a sub-agent's time ran out while its parent waited for it in this way. */
export const isWaitedOut = (view: SessionView, id: AgentId, end: number): boolean =>
  // Of one that was cut off its last record is all that is known of its end.
  blindWaits(view).some(({ targets, until }) => targets.includes(id) && end <= until + SLACK);

/** What a program needs to note that all of it is over. */
const SLACK = 60_000;
