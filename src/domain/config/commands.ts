import type { CheckDefinition } from '../plan/plan.ts';
import { longerThanZero } from './check-values.ts';
import { problem } from './problem.ts';
import type { PathStep, Problem } from './problem.ts';
import type { WrittenCommand } from './written-config.ts';

/** How long set-up and checks may take when nothing is written, in ms. */
const COMMAND_TIMEOUT = 10 * 60_000;

/** A written command with what is left out filled in. */
export const commandOf = (name: string, written: WrittenCommand): CheckDefinition =>
  typeof written === 'string'
    ? { name, run: written, timeoutMs: COMMAND_TIMEOUT }
    : { name, run: written.run, timeoutMs: written.timeout ?? COMMAND_TIMEOUT };

/** What is wrong with checks that are written by name under `checks`. */
export const checkListProblems = (
  checks: Readonly<Record<string, WrittenCommand>>,
): readonly Problem[] =>
  Object.entries(checks).flatMap(([name, check]) => [
    ...nameProblems(name),
    ...oneCommandProblems(['checks', name], check),
  ]);

const nameProblems = (name: string): readonly Problem[] => {
  if (/^[\w.:-]{1,60}$/u.test(name)) return [];
  const message = `${JSON.stringify(name)} cannot name a check`;
  return [problem('bad-check-name', ['checks', name], message, { part: 'key', hint: NAME_HINT })];
};

const NAME_HINT = 'use letters, digits, `-`, `_`, `.` and `:`, at most 60';

/** What is wrong with the command at `path`. */
export const oneCommandProblems = (
  path: readonly PathStep[],
  check: WrittenCommand,
): readonly Problem[] => {
  const { run, timeout } = typeof check === 'string' ? { run: check } : check;
  const inner = typeof check === 'string' ? path : [...path, 'run'];
  const late = longerThanZero(timeout);
  return [
    ...(run.trim() === '' ? [problem('empty-command', inner, 'the command is empty')] : []),
    ...(late === null ? [] : [problem('bad-limit', [...path, 'timeout'], late)]),
  ];
};
