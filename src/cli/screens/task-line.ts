import { currentAttempt } from '../model/run-model.ts';
import type { AttemptModel, RunModel, TaskModel } from '../model/run-model.ts';
import { count, duration, lineCounts, roughly, shortId, tokens } from '../text/figures.ts';
import { bytes } from './bytes.ts';
import { cell, figure } from '../text/table.ts';
import type { Cell } from '../text/table.ts';
import type { Ink } from '../text/style.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { DeliveryView } from '../../domain/run/views.ts';

/** Where a task stands, as people say it. */
export interface Standing {
  readonly word: string;
  readonly ink: Ink;
}

/** One line of the task table: name, standing, time, and what there is to say. */
export function taskCells(task: TaskModel, model: RunModel, now: number): readonly Cell[] {
  const attempt = currentAttempt(task);
  const { word, ink } = standingOf(task);
  return [
    cell(nameOf(task), 'bold'),
    cell(word, ink),
    figure(timeText(attempt, now), 'dim'),
    cell(detailOf(task, model, now)),
  ];
}

/** Where the task stands. */
export function standingOf(task: TaskModel): Standing {
  const attempt = currentAttempt(task);
  switch (task.phase) {
    case 'landed':
      return { word: 'landed', ink: 'green' };
    case 'running':
      return { word: RUNNING[attempt?.phase ?? ''] ?? 'running', ink: 'cyan' };
    case 'delivered':
      return deliveredOf(attempt?.delivery ?? null);
    case 'failed':
      return {
        word:
          attempt?.delivery?.phase === 'rejected'
            ? 'rejected'
            : (FAILED[attempt?.outcome ?? ''] ?? 'failed'),
        ink: 'red',
      };
    case 'parked':
      return { word: 'returned', ink: 'yellow' };
    case 'dropped':
      return { word: 'dropped', ink: 'dim' };
    default:
      return { word: 'waiting', ink: 'plain' };
  }
}

/** Each check of a receipt with its outcome: `✓ unit ✗ lint`. */
export function checksText(receipt: Receipt): string {
  const own = receipt.checks.filter(({ by }) => by === 'fanin');
  if (own.length === 0) return 'no checks';
  return own.map(({ name, status }) => `${CHECK[status]} ${name}`).join(' ');
}

/** How much a receipt's tree changes: `4 files +212 −8`. */
export function changesText({ files }: Receipt): string {
  const total = (pick: 'added' | 'removed'): number =>
    files.reduce((sum, file) => sum + (file[pick] ?? 0), 0);
  return `${count(files.length, 'file')} ${lineCounts(total('added'), total('removed'))}`;
}

const CHECK = { passed: '✓', failed: '✗', skipped: '–', stale: '?' } as const;

const RUNNING: Readonly<Record<string, string>> = {
  preparing: 'preparing',
  starting: 'starting',
  'wrapping-up': 'wrapping up',
  stopping: 'stopping',
  harvesting: 'harvesting',
};

const DELIVERED: Readonly<Record<string, Standing>> = {
  checking: { word: 'checking', ink: 'cyan' },
  'awaiting-review': { word: 'ready for review', ink: 'yellow' },
  parked: { word: 'parked for you', ink: 'yellow' },
  queued: { word: 'approved', ink: 'cyan' },
  landing: { word: 'landing', ink: 'cyan' },
};

/** What is being tested on the target is on its way there. */
const deliveredOf = (delivery: DeliveryView | null): Standing => {
  const phase = delivery?.phase ?? '';
  const tested = phase === 'queued' && delivery?.reason !== '';
  return DELIVERED[tested ? 'landing' : phase] ?? { word: 'delivered', ink: 'cyan' };
};

const FAILED: Readonly<Record<string, string>> = {
  salvaged: 'stopped',
  cancelled: 'stopped',
  empty: 'empty',
};

/** The attempt's number is told from the second on. */
const nameOf = (task: TaskModel): string =>
  task.attempts > 1 ? `${task.id}#${task.attempts}` : task.id;

function timeText(attempt: AttemptModel | null, now: number): string {
  if (attempt === null || attempt.startedAt === null) return '';
  return duration((attempt.endedAt ?? now) - attempt.startedAt);
}

function detailOf(task: TaskModel, model: RunModel, now: number): string {
  const attempt = currentAttempt(task);
  switch (task.phase) {
    case 'running':
      return attempt === null ? '' : runningText(attempt, model, now);
    case 'delivered':
    case 'landed':
      return attempt === null ? '' : deliveredText(attempt, task);
    case 'waiting':
    case 'ready':
      return model.run.phase === 'ended' && task.reason === 'next' ? 'would be next' : task.reason;
    default:
      // The word before it says so already.
      return task.reason.replace(/^returned \((\w+)\)/u, '$1');
  }
}

function runningText(attempt: AttemptModel, model: RunModel, now: number): string {
  const parts: string[] = [];
  if (attempt.deadlineAt !== null && attempt.endedAt === null) {
    const left = attempt.deadlineAt - now;
    parts.push(left > 0 ? `deadline in ${roughly(left)}` : 'past its deadline');
  }
  if (attempt.live !== null && attempt.live.tokens !== null)
    parts.push(`${tokens(attempt.live.tokens)} tokens`);
  const [asked] = attempt.asks;
  if (asked !== undefined) parts.unshift(`asks: ${asked.text}`);
  const limited = attempt.live?.rateLimitedSince ?? null;
  if (limited !== null) parts.unshift(`rate-limited for ${roughly(Math.max(0, now - limited))}`);
  const subAgents = attempt.live?.subAgents ?? 0;
  if (subAgents > 0) parts.push(count(subAgents, 'sub-agent'));
  const taken = attempt.live?.diskBytes ?? null;
  if (taken !== null && attempt.endedAt === null) parts.push(`${bytes(taken)} on disk`);
  if (attempt.live !== null && attempt.live.lastTool !== null) parts.push(attempt.live.lastTool);
  if (parts.length === 0 && !model.engine) return 'nobody watches it';
  return parts.join(' · ');
}

function deliveredText(attempt: AttemptModel, task: TaskModel): string {
  const { receipt, delivery } = attempt;
  const parts = receipt === null ? [] : [checksText(receipt), changesText(receipt)];
  if (delivery?.phase === 'parked') parts.unshift(delivery.reason);
  if (task.landed !== null) parts.push(shortId(task.landed));
  return parts.join(' · ');
}
