import { formatDuration, formatMinutes } from '../config/duration.ts';
import { ancestors } from './graph.ts';
import { nameList } from './name-list.ts';
import type { Plan } from './plan.ts';
import { totalSize, UNKNOWN_SIZE } from './size.ts';
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
      `${nameList(undeclared)} ${what} alone, one at a time; give each \`writes: […]\` to let it run beside others`,
    );
  }
  notes.push(...overwriteNotes(plan), ...gateNotes(plan));
  if (unchecked.length > 0) {
    notes.push(
      unchecked.length === 1
        ? `${nameList(unchecked)} has no checks: its delivery will be unverified and will not land by itself`
        : `${nameList(unchecked)} have no checks: their deliveries will be unverified and will not land by themselves`,
    );
  }
  if (unsized.length > 0) {
    const what = unsized.length === 1 ? 'has no size and counts' : 'have no size and count';
    notes.push(`${nameList(unsized)} ${what} as ${formatDuration(UNKNOWN_SIZE)} each`);
  }
  const forecast = tasks
    .filter(({ sizeFrom }) => sizeFrom === 'history')
    .map(({ id, sizeMs }) => `${id} (${formatMinutes(sizeMs ?? 0)})`);
  if (forecast.length > 0) {
    const what = forecast.length === 1 ? 'has no size and counts' : 'have no size and count';
    notes.push(`${nameList(forecast)} ${what} as what half of its agent’s attempts took here`);
  }
  return notes;
}

/** From this share of the run's wall time on, waiting for what all others need is told. */
const GATE_SHARE = 0.25;

/** What holds up everything else for long: until it has landed, one task runs and nothing else can. */
const gateNotes = ({ tasks, limits }: Plan): readonly string[] => {
  const before = ancestors(tasks);
  const count = (id: string): number => before.get(id)?.size ?? 0;
  const gates = tasks.filter(({ id }) => {
    const behind = tasks.filter((other) => before.get(other.id)?.has(id) === true);
    // What lies behind is a mere chain when no two of it wait for equally many.
    const chain = new Set(behind.map((other) => count(other.id))).size === behind.length;
    return behind.length + count(id) === tasks.length - 1 && !chain;
  });
  const ms = totalSize(gates);
  if (gates.length === 0 || limits.wallMs === null || ms < limits.wallMs * GATE_SHARE) return [];
  const share = Math.round((ms / limits.wallMs) * 100);
  const what = gates.length === 1 ? 'holds' : 'hold';
  return [
    `${nameList(gates.map(({ id }) => id))} ${what} up all others for ${formatMinutes(ms)}, ${share}% of the run; take out of it what they do not all wait for`,
  ];
};

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
    const what = `${nameList(open.map(({ id }) => id))} could write ${nameList(owner.deliverables)} after ${owner.id}`;
    const needs = writtenLine('needs', [...owner.needs, ...open.map(({ id }) => id)]);
    return [
      `${what}, which is to leave it behind; \`${needs}\` in ${owner.id} gives it the last word`,
    ];
  });
};
