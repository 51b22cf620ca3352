import { attemptLabel } from '../../domain/ids.ts';
import { nameList } from '../../domain/plan/name-list.ts';
import type { Receipt } from '../../domain/receipt/receipt.ts';
import type { ReviewItem } from '../review/order.ts';
import { fit, printable } from '../text/columns.ts';
import { ago, count, shortId } from '../text/figures.ts';
import type { Look } from '../text/look.ts';
import { cell, table } from '../text/table.ts';
import type { Cell } from '../text/table.ts';
import { wrap } from '../text/wrap.ts';
import { fileLines, receiptLines } from './receipt.ts';
import { changesText, checksText } from './task-line.ts';

/** What waits for a person, the one that blocks most first. `selected`: the index that the cursor is on. */
export function reviewListLines(
  items: readonly ReviewItem[],
  look: Look,
  selected: number | null = null,
): readonly string[] {
  if (items.length === 0) return ['Nothing waits for you.'];
  const title =
    items.length === 1 ? '1 delivery waits for you' : `${items.length} deliveries wait for you`;
  const marks = items.map((_item, index) =>
    selected === null ? '' : index === selected ? '› ' : '  ',
  );
  const rows = items.map((item, index) => itemCells(item, look, marks[index] ?? ''));
  return [
    look.paint('bold', title),
    '',
    ...table(rows, look, { indent: selected === null ? 2 : 0 }),
  ];
}

/** One delivery in full: what it is, its evidence, its files, and what can be done with it. */
export function reviewShowLines(item: ReviewItem, look: Look): readonly string[] {
  const { attempt, delivery } = item;
  const state = STATES[delivery.phase] ?? delivery.phase;
  const evidence =
    attempt.receipt === null
      ? ['There is no receipt: its checks could not be run.']
      : [...receiptLines(attempt.receipt, look), ...fileLines(attempt.receipt, look)];
  return [
    ...wrap(
      `${labelOf(item)} ${state} · tree ${shortId(delivery.tree)} · ${waitText(item)} · offered ${ago(delivery.offeredAt, look.now)}`,
      look.width,
      '',
      '  ',
    ),
    ...reasonLines(delivery.reason, look.width),
    ...landedSinceLines(item, look),
    '',
    ...evidence,
    ...blockingLines(delivery.blocking, attempt.receipt, look),
    ...actionLines(item, look),
  ];
}

/** What it does not know of yet; what changes the same files comes first. */
function landedSinceLines({ landedSince }: ReviewItem, look: Look): readonly string[] {
  if (landedSince.length === 0) return [];
  const told = landedSince
    .toSorted((a, b) => b.shared.length - a.shared.length)
    .map(({ attempt, shared }) =>
      shared.length === 0
        ? attemptLabel(attempt.task, attempt.n)
        : `${attemptLabel(attempt.task, attempt.n)} (also changes ${nameList(shared)})`,
    );
  return wrap(`Landed since it started: ${told.join(' · ')}`, look.width, '', '  ');
}

/** A log in it keeps its lines; what else is long is wrapped. */
function reasonLines(reason: string, width: number): readonly string[] {
  if (reason === '') return [];
  return reason
    .trim()
    .split('\n')
    .map((line) => line.trimEnd())
    .flatMap((line) =>
      line.startsWith(' ') ? [fit(`  ${printable(line)}`, width)] : wrap(line, width, '  '),
    );
}

/** What people call a delivery. */
export const labelOf = ({ attempt }: ReviewItem): string => attemptLabel(attempt.task, attempt.n);

const STATES: Readonly<Record<string, string>> = {
  'awaiting-review': 'is ready for review',
  parked: 'is parked for you',
};

function itemCells(item: ReviewItem, look: Look, mark: string): readonly Cell[] {
  const { attempt, delivery } = item;
  const { receipt } = attempt;
  const figures =
    receipt === null ? 'no receipt' : `${checksText(receipt)} · ${changesText(receipt)}`;
  const doubts = delivery.blocking.length === 0 ? '' : ` · ! ${delivery.blocking.join('; ')}`;
  return [
    cell(`${mark}${labelOf(item)}`, mark.startsWith('›') ? 'bold' : 'plain'),
    cell(
      delivery.phase === 'parked' ? 'parked' : (delivery.verdict ?? ''),
      delivery.verdict === 'green' && delivery.phase !== 'parked' ? 'green' : 'yellow',
    ),
    cell(waitText(item)),
    cell(ago(delivery.offeredAt, look.now), 'dim'),
    cell(`${figures}${doubts}`),
  ];
}

const waitText = ({ blocks }: ReviewItem): string =>
  blocks === 0 ? 'nothing waits for it' : `${count(blocks, 'task waits', 'tasks wait')} for it`;

function blockingLines(
  blocking: readonly string[],
  receipt: Receipt | null,
  look: Look,
): readonly string[] {
  const told = receipt?.findings.map(({ text }) => text) ?? [];
  const rest = blocking.filter((text) => !told.some((each) => text.includes(each)));
  return rest.flatMap((text) =>
    wrap(text, look.width, ' ! ', '   ').map((line) => look.paint('yellow', line)),
  );
}

function actionLines(item: ReviewItem, look: Look): readonly string[] {
  if (STATES[item.delivery.phase] === undefined) return [];
  const label = labelOf(item);
  const rows = [
    [`fanin diff ${label}`, 'what it changes'],
    [`fanin review approve ${label}`, 'lets this tree land'],
    [`fanin review return ${label} "…"`, 'sends it back with your words'],
  ];
  return [
    '',
    ...table(
      rows.map(([command = '', what = '']) => [cell(command, 'cyan'), cell(what, 'dim')]),
      look,
    ),
  ];
}
