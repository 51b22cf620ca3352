import { attemptLabel } from '../../domain/ids.ts';
import { placeText } from '../../domain/collect/collected-from.ts';
import { currentAttempt } from '../model/run-model.ts';
import { asArgument, openQuestions } from './questions.ts';
import type { RunModel, TaskModel } from '../model/run-model.ts';

/** A command that moves the run on, and what it does. */
export interface NextStep {
  readonly command: string;
  readonly why: string;
}

/** What to type next, the most useful first; nothing while the run goes on by itself. */
export function nextSteps(model: RunModel): readonly NextStep[] {
  const steps: NextStep[] = [
    ...questionSteps(model),
    ...reviewSteps(model),
    ...retrySteps(model),
    ...holderSteps(model),
  ];
  const { run } = model;
  if (run.phase === 'ended' && goesOn(model, steps.length > 0)) {
    steps.push({ command: `fanin run --resume ${model.id}`, why: 'goes on with what is open' });
  }
  if (run.phase === 'ended' && run.target !== run.base && steps.length === 0) {
    steps.push({ command: 'fanin promote', why: 'takes what has landed into your branch' });
  }
  return steps;
}

function questionSteps(model: RunModel): readonly NextStep[] {
  const [first, ...more] = openQuestions(model);
  if (first === undefined) return [];
  const label = attemptLabel(first.attempt.task, first.attempt.n);
  return more.length === 0
    ? [
        {
          command: `fanin answer ${label} --question ${asArgument(first.question.id)} …`,
          why: `it asks: ${first.question.text}`,
        },
      ]
    : [{ command: 'fanin review', why: `${more.length + 1} questions of agents wait for you` }];
}

/** Whether going on would start something by itself: a task that is ready, or one that waits for none of a person's. */
function goesOn({ tasks }: RunModel, waitsForPerson: boolean): boolean {
  if (tasks.some(({ phase, reason }) => phase === 'ready' && reason === 'next')) return true;
  const open = tasks.some(
    ({ phase }) => phase === 'ready' || phase === 'waiting' || phase === 'running',
  );
  return open && !waitsForPerson;
}

function reviewSteps(model: RunModel): readonly NextStep[] {
  const waiting = model.tasks.filter((task) => {
    const phase = currentAttempt(task)?.delivery?.phase;
    return task.phase === 'delivered' && (phase === 'awaiting-review' || phase === 'parked');
  });
  const [only] = waiting;
  if (only === undefined) return [];
  return waiting.length === 1
    ? [{ command: `fanin review ${only.id}`, why: 'shows it; approve, return or reject it there' }]
    : [{ command: 'fanin review', why: `${waiting.length} deliveries wait for you` }];
}

const MOST_TASKS = 3;

function retrySteps(model: RunModel): readonly NextStep[] {
  const stuck = model.tasks.filter(({ phase }) => phase === 'failed' || phase === 'parked');
  const steps = stuck.slice(0, MOST_TASKS).flatMap((task) => retryStep(task, stuck.length === 1));
  const more = stuck.length - Math.min(stuck.length, MOST_TASKS);
  return more > 0
    ? [...steps, { command: 'fanin status --why', why: `shows ${more} more that did not make it` }]
    : steps;
}

function retryStep(task: TaskModel, alone: boolean): readonly NextStep[] {
  if (isCollected(task)) return collectedSteps(task);
  const retry = { command: `fanin retry ${task.id}`, why: 'makes it again in a new attempt' };
  const attempt = currentAttempt(task);
  if (!alone || attempt === null || attempt.commit === null) return [retry];
  const label = attemptLabel(task.id, attempt.n);
  return [retry, { command: `fanin diff ${task.id}`, why: `shows what ${label} did` }];
}

/** The newest attempt was no agent's of fanin: whoever made it is to make it again. */
const isCollected = (task: TaskModel): boolean => currentAttempt(task)?.collected !== undefined;

function collectedSteps(task: TaskModel): readonly NextStep[] {
  const from = currentAttempt(task)?.collected;
  if (from === undefined) return [];
  if (task.phase === 'failed')
    return [{ command: `fanin drop ${task.id}`, why: 'it was rejected; gives it up' }];
  const brief = {
    command: `fanin brief ${task.id}`,
    why: 'what came back, and what is to be done',
  };
  if (currentAttempt(task)?.split?.taken === true)
    return [
      brief,
      { command: `fanin retry ${task.id} --agent <name>`, why: 'gives it to an agent of fanin' },
    ];
  return [
    brief,
    { command: `fanin collect ${asArgument(placeText(from))}`, why: 'takes it in again, mended' },
  ];
}

/** What another run's task holds is free once that task has landed or is given up. */
function holderSteps({ tasks, run }: RunModel): readonly NextStep[] {
  if (run.phase !== 'ended') return [];
  const holders = new Set(tasks.flatMap(({ holder }) => (holder === null ? [] : [holder])));
  return [...holders].slice(0, MOST_TASKS).map((holder) => {
    const [ofRun = '', task = ''] = holder.split('/');
    return { command: `fanin drop ${task} --run ${ofRun}`, why: 'gives up what holds the scope' };
  });
}
