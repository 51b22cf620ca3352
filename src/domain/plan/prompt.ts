import { problem } from '../config/problem.ts';
import type { Problem } from '../config/problem.ts';
import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import type { WrittenTask } from './written-plan.ts';

/** Prompt files by the path as written: the text, or why it cannot be had, for a person. */
export type PromptFiles = ReadonlyMap<string, Result<string, string>>;

/** The prompt of a task, from the plan or from its file. Errors: codes `no-prompt`, `two-prompts`, `empty-prompt`, `bad-prompt-file`. */
export function promptOf(
  id: string,
  task: WrittenTask,
  files: PromptFiles,
): Result<string, readonly Problem[]> {
  const { prompt, prompt_file: file } = task;
  const path = ['tasks', id];
  if (prompt !== undefined && file !== undefined) {
    const hint = 'keep one of them';
    const message = '`prompt` and `prompt_file` are both there';
    return err([problem('two-prompts', [...path, 'prompt_file'], message, { part: 'key', hint })]);
  }
  if (prompt !== undefined) {
    if (prompt.trim() !== '') return ok(prompt);
    return err([problem('empty-prompt', [...path, 'prompt'], 'the prompt is empty')]);
  }
  if (file === undefined) {
    const hint = 'write `prompt: …`, or `prompt_file: <path>`';
    return err([problem('no-prompt', path, 'the task has no prompt', { part: 'key', hint })]);
  }
  const read = files.get(file);
  const where = [...path, 'prompt_file'];
  if (read === undefined) {
    return err([problem('bad-prompt-file', where, `${JSON.stringify(file)} was not read`)]);
  }
  if (!read.ok) return err([problem('bad-prompt-file', where, read.error)]);
  if (read.value.trim() !== '') return read;
  return err([problem('empty-prompt', where, `${JSON.stringify(file)} is empty`)]);
}
