import { isAlive } from '../model/run-model.ts';
import type { RunModel } from '../model/run-model.ts';
import { count, dateTime, duration, roughly, shortId, shortRef } from '../text/figures.ts';

/** The one line that answers how the run stands, in parts. */
export function headlineParts(model: RunModel, now: number): readonly string[] {
  const { run } = model;
  if (run.phase === 'ended')
    return [`${model.id} ${ENDED[run.end ?? ''] ?? 'ended'}`, ...endedParts(model)];
  const word =
    run.phase === 'running'
      ? ''
      : ` ${run.phase === 'stopping' ? 'is stopping' : 'is wrapping up'}`;
  return [`${model.id}${word}`, timeText(model, now), ...runningParts(model)];
}

/** The same for a list of runs. */
export function runCells(model: RunModel, now: number): readonly string[] {
  const { run } = model;
  const state =
    run.phase === 'ended'
      ? (ENDED[run.end ?? ''] ?? 'ended')
      : model.engine
        ? run.phase
        : 'engine gone';
  return [
    model.id,
    state,
    landedText(model),
    run.phase === 'ended' ? duration(run.wallUsedMs) : timeText(model, now),
    dateTime(run.startedAt),
    run.goal,
  ];
}

const ENDED: Readonly<Record<string, string>> = {
  landed: 'has landed',
  waiting: 'waits for you',
  stopped: 'was stopped',
  unfinished: 'did not finish',
};

/** How many deliveries wait for a person. */
export function backlogOf(model: RunModel): number {
  const phases = model.tasks.flatMap((task) => task.made.map(({ delivery }) => delivery?.phase));
  return phases.filter((phase) => phase === 'awaiting-review' || phase === 'parked').length;
}

/** How many agents are at work. */
export const aliveOf = (model: RunModel): number =>
  model.tasks.flatMap(({ made }) => made).filter(isAlive).length;

/** Tasks that have landed, of those that were not dropped. */
function landedText(model: RunModel): string {
  const counted = model.tasks.filter(({ phase }) => phase !== 'dropped');
  return `${counted.filter(({ phase }) => phase === 'landed').length} of ${count(counted.length, 'task')} landed`;
}

function endedParts(model: RunModel): readonly string[] {
  const { run } = model;
  const backlog = backlogOf(model);
  const target =
    run.target === run.base ? '' : `target ${shortRef(run.targetRef)} at ${shortId(run.target)}`;
  return [
    landedText(model),
    backlog > 0 ? `${count(backlog, 'delivery', 'deliveries')} to review` : '',
    `${duration(run.wallUsedMs)} of work`,
    target,
  ].filter((part) => part !== '');
}

/** Wall time does not count the time in which only people could move the run on. */
function timeText({ run }: RunModel, now: number): string {
  const used = run.wallUsedMs + (run.busySince === null ? 0 : Math.max(0, now - run.busySince));
  return run.wallMs === null ? roughly(used) : `${roughly(used)} of ${roughly(run.wallMs)}`;
}

function runningParts(model: RunModel): readonly string[] {
  const { run } = model;
  const slots = run.limit.terms.find(({ name }) => name === 'slots');
  const alive = aliveOf(model);
  const of = slots === undefined || slots.may === null ? '' : ` of ${run.limit.live + slots.may}`;
  const { arrivals, reviews } = run.window;
  return [
    `${alive} live${of}`,
    landedText(model),
    `backlog ${backlogOf(model)} of ${run.reviewLimit}, +${arrivals} −${reviews} this window`,
  ];
}
