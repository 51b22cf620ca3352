import { bytes } from './bytes.ts';
import type { Comeback } from '../../domain/attempt/attempt.ts';
import { placeText } from '../../domain/collect/collected-from.ts';
import type { CollectedFrom } from '../../domain/collect/collected-from.ts';
import { filesInConflict } from '../../domain/conflicts/files-text.ts';
import { attemptLabel } from '../../domain/ids.ts';
import type { AttemptId } from '../../domain/ids.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { RunEvent } from '../../domain/run/events.ts';
import { labelOf } from '../model/run-model.ts';
import { queueText } from './queue-line.ts';
import { count, duration, roughly, shortId, shortRef, timeOfDay } from '../text/figures.ts';
import { MESSAGE_WORDS } from './fact-lines.ts';
import { changesText, checksText } from './task-line.ts';

/** What an event line looks up beside the event. */
export interface EventAround {
  /** The agent of a task, by its name in the config. */
  agentOf(task: string): string;
  receiptOf(attempt: AttemptId): Receipt | null;
}

/** What happened, in one line without its time; null for what only the machinery cares about. */
export function eventText(event: RunEvent, around: EventAround): string | null {
  switch (event.type) {
    case 'run.started':
      return `run ${event.run} started · ${count(event.plan.tasks.length, 'task')} · target ${shortRef(event.targetRef)} from ${shortId(event.base)}`;
    case 'run.resumed':
      return 'the run goes on';
    case 'run.task-added':
      return null;
    case 'run.task-split':
      return `${event.part.id} is split off from ${event.task} · ${event.paths.join(' ')} · by ${event.by}`;
    case 'run.task-assigned':
      return `${event.task} is given to ${event.agent.name} · by ${event.by}`;
    case 'run.stop-requested':
      return event.mode === 'now'
        ? `stopping, asked by ${event.by}`
        : `wrapping up, asked by ${event.by}`;
    case 'run.limit-set':
      return `limits set by ${event.by} · ${limitText(event)}`;
    case 'run.review-window-closed':
      return `review limit ${event.limit} · ${event.reason}`;
    case 'run.unattended':
      return `no word of the run for ${roughly(event.at - event.from)} · ${roughly(event.at - event.workedUntil)} of that is no wall time`;
    case 'run.clock-read':
      return event.slept === 0 ? null : sleptText(event.slept);
    case 'run.ended':
      return `the run ended · ${event.reason}`;
    case 'effect.settled':
      return event.note;
    case 'target.moved':
      return `others pushed · the target is at ${shortId(event.to)}`;
    case 'effect.intended':
    case 'target.created':
    case 'task.readied':
      return null;
    case 'task.failed':
      return `${event.task} failed · ${firstLine(event.reason)}`;
    case 'task.parked':
      return `${event.task} waits for your word · ${firstLine(event.reason)}`;
    case 'task.retried':
      return `${event.task} is made again · by ${event.by}`;
    case 'task.dropped':
      return `${event.task} dropped by ${event.by}${said(event.reason)}`;
    case 'conflict.found':
      return `${sidesText(event)} do not merge · ${filesInConflict(event)}`;
    case 'conflict.gone':
      return `${sidesText(event)} merge again`;
    case 'duplicate.found':
      return `written twice · ${event.text}`;
    case 'duplicate.gone':
      return `not written twice any more · ${event.key}`;
    case 'queue.test-began':
    case 'queue.cancel-asked':
    case 'queue.test-ended':
    case 'queue.landing-began':
    case 'queue.landing-failed':
      return queueText(event);
    default:
      return attemptText(event, around) ?? deliveryText(event, around);
  }
}

type Rest = Exclude<
  RunEvent,
  {
    type:
      | `run.${string}`
      | `effect.${string}`
      | `target.${string}`
      | `task.${string}`
      | `conflict.${string}`
      | `duplicate.${string}`
      | `queue.${string}`;
  }
>;

function attemptText(event: Rest, around: EventAround): string | null {
  const label = 'attempt' in event ? labelOf(event.attempt) : '';
  switch (event.type) {
    case 'attempt.collected':
      return `${label} taken in from ${collectedText(event.from)} · ${treeText(event.harvest.tree)}`;
    case 'attempt.split':
      return `${label} holds ${event.split.taken ? 'what was taken out' : 'what is left'} of ${attemptLabel(event.split.task, event.split.n)} · ${treeText(event.harvest.tree)}`;
    case 'attempt.started':
      return `${label} started · ${around.agentOf(taskOf(event.attempt))} · deadline ${timeOfDay(event.deadlineAt)}`;
    case 'attempt.wrap-up-asked':
      return `${label} was asked to wrap up · ${WHY[event.why]}`;
    case 'attempt.disk-passed':
      return `${label} takes ${bytes(event.bytes)} on disk · ${bytes(event.most)} is the limit · it is stopped`;
    case 'attempt.stop-asked':
      return `${label} is being stopped · ${WHY[event.why]}`;
    case 'attempt.spent':
      return null;
    case 'attempt.rate-limited':
      return `${label} has waited ${roughly(event.ms)} for the model service's rate limit`;
    case 'attempt.steered':
      return `${label} is told by ${event.by} · ${firstLine(event.text)}`;
    case 'attempt.message-taken':
      return `${label} · the message ${MESSAGE_WORDS[event.way]}`;
    case 'attempt.asked':
      return `${label} asks · ${firstLine(event.question.text)}`;
    case 'attempt.answered':
      return `${label} was answered · ${firstLine(event.choice)} · ${event.by === null ? 'by default' : `by ${event.by}`}`;
    case 'attempt.ended':
      return event.outcome === 'delivered'
        ? `${label} delivered · ${treeText(event.harvest?.tree)}`
        : `${label} ${event.outcome} · ${firstLine(event.reason)}${heldText(event.harvest?.commit)}`;
    case 'workspace.removed':
      return event.kept === null ? null : `${label} keeps its workspace · ${firstLine(event.kept)}`;
    default:
      return null;
  }
}

function deliveryText(event: Rest, around: EventAround): string | null {
  const label = 'delivery' in event ? labelOf(event.delivery) : '';
  switch (event.type) {
    case 'delivery.checked': {
      const receipt = around.receiptOf(event.delivery);
      const figures = receipt === null ? [] : [checksText(receipt), changesText(receipt)];
      return [`${label} is ${event.verdict}`, ...figures, ...event.blocking.map(firstLine)].join(
        ' · ',
      );
    }
    case 'delivery.parked':
      return `${label} parked for you · ${firstLine(event.reason)}`;
    case 'delivery.approved':
      return `${label} approved by ${event.by}`;
    case 'delivery.landed':
      return `${label} landed · ${shortId(event.landing.from)} → ${shortId(event.landing.to)}`;
    case 'delivery.undo-asked':
      return `${label} is to be undone, asked by ${event.by}${said(event.reason)}`;
    case 'delivery.unlanded':
      return `${label} undone · ${shortId(event.landing.from)} → ${shortId(event.landing.to)}`;
    case 'delivery.undo-refused':
      return `${label} was not undone · ${firstLine(event.reason)}`;
    case 'delivery.returned':
      return `${label} returned by ${event.by} · ${comebackText(event.comeback)}`;
    case 'delivery.superseded':
      return `${label} is superseded by ${labelOf(event.by)}`;
    case 'delivery.rejected':
      return `${label} rejected by ${event.by}${said(event.comment)}`;
    default:
      return null;
  }
}

const WHY = {
  deadline: 'its deadline',
  disk: 'it took too much of the disk',
  person: 'a person asked for it',
  'run-stopped': 'the run stops',
  conflict: 'a task that it does not merge with lands first',
} as const;

const sidesText = ({ a, b }: { readonly a: AttemptId; readonly b: AttemptId | null }): string =>
  `${labelOf(a)} and ${b === null ? 'the target' : labelOf(b)}`;

const sleptText = (slept: number): string =>
  slept > 0
    ? `this host slept for ${duration(slept)} · deadlines are as much later`
    : `the clock was set back by ${duration(-slept)} · deadlines are as much earlier`;

const collectedText = (from: CollectedFrom): string => {
  const { uncommitted } = from;
  const files = uncommitted === 0 ? '' : ` with ${count(uncommitted, 'uncommitted file')}`;
  return `${placeText(from)}${files}`;
};

const taskOf = (attempt: AttemptId): string => labelOf(attempt).replace(/#\d+$/u, '');

const treeText = (tree: string | undefined): string =>
  tree === undefined ? 'nothing' : `tree ${shortId(tree)}`;

const heldText = (commit: string | null | undefined): string =>
  commit === null || commit === undefined ? '' : ` · kept as ${shortId(commit)}`;

const comebackText = ({ kind, text }: Comeback): string => `${kind}: ${firstLine(text)}`;

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';

const said = (text: string): string => (text === '' ? '' : ` · ${firstLine(text)}`);

function limitText({
  live,
  review,
}: {
  readonly live: number | null;
  readonly review: number | null;
}): string {
  return [live === null ? '' : `${live} live`, review === null ? '' : `review ${review}`]
    .filter((part) => part !== '')
    .join(', ');
}
