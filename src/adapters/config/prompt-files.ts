import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { PromptFiles } from '../../domain/plan/prompt.ts';
import type { WrittenPlan } from '../../domain/plan/written-plan.ts';
import { err } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { readText } from './read-text.ts';

/**
 * Reads every prompt file that the plan names, seen from the folder of `planFile` (absolute). Each must
 * exist and lie inside the repository at `root`, symbolic links followed: a plan is often someone else's.
 */
export async function readPromptFiles(
  plan: WrittenPlan,
  planFile: string,
  root: string,
): Promise<PromptFiles> {
  const realRoot = await realpath(root);
  const files = new Map<string, Result<string, string>>();
  for (const { prompt_file: written } of Object.values(plan.tasks)) {
    if (written !== undefined && !files.has(written)) {
      files.set(written, await readPrompt(written, dirname(planFile), realRoot));
    }
  }
  return files;
}

const readPrompt = async (
  written: string,
  folder: string,
  realRoot: string,
): Promise<Result<string, string>> => {
  const name = JSON.stringify(written);
  if (written.trim() === '') return err('the path of the prompt file is empty');
  if (written.includes('\0')) return err(`${name} is no path`);
  const path = resolve(folder, written);
  const real = await realpath(path).catch(() => null);
  // A missing file is told apart from one outside by its letters alone.
  const folderReal = await realpath(folder).catch(() => folder);
  if (!isInside(realRoot, real ?? resolve(folderReal, written))) {
    return err(`${name} lies outside the repository`);
  }
  if (real === null) return err(`there is no file ${name}`);
  const text = await readText(real, written);
  if (!text.ok) return err(`${name}: ${text.error.message}`);
  return text.value === null ? err(`there is no file ${name}`) : { ok: true, value: text.value };
};

const isInside = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};
