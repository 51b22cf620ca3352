import type { TaskId } from '../ids.ts';
import type { WrittenPlan, WrittenTask } from './written-plan.ts';

/**
 * A plan from prompts of the command line: one task each, named by its first telling words, or `t1`, `t2`, …
 * where there are none. Nothing says what they may write, so they run one at a time.
 */
export function planFromPrompts(prompts: readonly string[]): WrittenPlan {
  const tasks = new Map<TaskId, WrittenTask>();
  for (const [index, prompt] of prompts.entries()) {
    tasks.set(freeId(nameOf(prompt), index + 1, tasks), { prompt });
  }
  const [only] = prompts;
  const goal = prompts.length === 1 && only !== undefined ? firstLine(only) : undefined;
  return { goal, tasks: Object.fromEntries(tasks) };
}

/** Long enough to tell tasks apart, short enough to type. */
const MAX_NAME = 20;
const MAX_GOAL = 72;

const nameOf = (prompt: string): string => {
  const words = (
    prompt
      .slice(0, 1000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => /^[a-z0-9]+$/u.test(word) && !EMPTY_WORDS.has(word))
    .slice(0, 3);
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word.slice(0, MAX_NAME) : `${name}-${word}`;
    if (longer.length > MAX_NAME) break;
    name = longer;
  }
  // A name of digits alone would be taken for a number, and come before the others in an object.
  return /[a-z]/u.test(name) ? name : '';
};

const freeId = (name: string, n: number, taken: ReadonlyMap<TaskId, unknown>): TaskId => {
  const base = name === '' ? `t${n}` : name;
  let id = base;
  for (let k = 2; taken.has(id); k += 1) id = `${base}-${k}`;
  return id;
};

const firstLine = (prompt: string): string => {
  const line = prompt.trim().split('\n', 1)[0] ?? '';
  return line.length > MAX_GOAL ? `${line.slice(0, MAX_GOAL - 1)}…` : line;
};

const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and as at be by do for from i in into is it its make me my of on or our please so that the then there this to up us we with you your'.split(
    ' ',
  ),
);
