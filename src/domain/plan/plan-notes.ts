import { formatDuration } from '../config/duration.ts';
import { ancestors } from './graph.ts';
import type { Plan } from './plan.ts';
import { UNKNOWN_SIZE } from './size.ts';
import { writtenLine } from './written-line.ts';

/** What a person should know of a plan before it starts, though nothing of it is wrong. The gravest first. */
export function planNotes(plan: Plan): readonly string[] {
  const { tasks } = plan;
  const undeclared = tasks.filter(({ writes }) => writes === null).map(({ id }) => id);
  const unchecked = tasks.filter(({ checks }) => checks.length === 0).map(({ id }) => id);
  const unsized = tasks.filter(({ sizeMs }) => sizeMs === null).map(({ id }) => id);
  const notes: string[] = [];
  if (undeclared.length > 0 && tasks.length > 1) {
    const what =
      undeclared.length === 1 ? 'declares no writes and runs' : 'declare no writes and run';
    notes.push(
      `${list(undeclared)} ${what} alone, one at a time; give each \`writes: […]\` to let it run beside others`,
    );
  }
  notes.push(...overwriteNotes(plan));
  if (unchecked.length > 0) {
    notes.push(
      unchecked.length === 1
        ? `${list(unchecked)} has no checks: its delivery will be unverified and will not land by itself`
        : `${list(unchecked)} have no checks: their deliveries will be unverified and will not land by themselves`,
    );
  }
  if (unsized.length > 0) {
    const what = unsized.length === 1 ? 'has no size and counts' : 'have no size and count';
    notes.push(`${list(unsized)} ${what} as ${formatDuration(UNKNOWN_SIZE)} each`);
  }
  return notes;
}

/** Who declares no writes may write what another task is to leave behind, before it or after it. */
const overwriteNotes = ({ tasks }: Plan): readonly string[] => {
  const before = ancestors(tasks);
  return tasks.flatMap((owner) => {
    const open = tasks.filter(
      ({ id, writes }) =>
        writes === null &&
        id !== owner.id &&
        before.get(id)?.has(owner.id) !== true &&
        before.get(owner.id)?.has(id) !== true,
    );
    if (owner.deliverables.length === 0 || open.length === 0) return [];
    const what = `${list(open.map(({ id }) => id))} could write ${list(owner.deliverables)} after ${owner.id}`;
    const needs = writtenLine('needs', [...owner.needs, ...open.map(({ id }) => id)]);
    return [
      `${what}, which is to leave it behind; \`${needs}\` in ${owner.id} gives it the last word`,
    ];
  });
};

const MOST_NAMES = 5;

const list = (ids: readonly string[]): string => {
  const shown = ids.slice(0, MOST_NAMES);
  const more = ids.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
};
