import { relative, resolve } from 'node:path';
import type { IsolationLevel } from '../../domain/attempt/attempt.ts';
import type { Config } from '../../domain/config/config.ts';
import type { LayerValues } from '../../domain/config/layers.ts';
import { problemText } from '../../domain/config/problem.ts';
import type { PathStep, Problem } from '../../domain/config/problem.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { planFromPrompts } from '../../domain/plan/plan-from-prompts.ts';
import type { WrittenPlan } from '../../domain/plan/written-plan.ts';
import { resolvePlan } from '../../domain/plan/resolve-plan.ts';
import type { ResolvedPlan } from '../../domain/plan/resolve-plan.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { readPlanFile } from '../../protocol/plan-file.ts';
import { allFailures } from './all-failures.ts';
import { readPromptFiles } from './prompt-files.ts';
import { readText } from './read-text.ts';
import { parseYamlSource } from './yaml-source.ts';

/** What a plan is loaded for. */
export interface PlanRequest {
  /** A plan file, absolute or seen from `cwd`; the prompts of the command line; or a plan that fanin wrote. */
  readonly from:
    | { readonly file: string }
    | { readonly prompts: readonly string[] }
    | { readonly written: WrittenPlan };
  readonly cwd: string;
  /** The main work tree, absolute. */
  readonly root: string;
  readonly config: Config;
  /** Values from the command line. */
  readonly flags: LayerValues;
  /** Paths of the repository, for better witnesses; may be empty. */
  readonly existing: readonly string[];
  /** The strongest isolation that this host proves. */
  readonly strongest: IsolationLevel;
}

/** A plan ready to run, with the way back to the lines of its file. */
export interface LoadedPlan extends ResolvedPlan {
  /** The file as people see it; null for prompts. */
  readonly file: string | null;
  /** `plan.yaml:14` for what is written at `path`; null when nothing is. */
  readonly placeOf: (path: readonly PathStep[]) => string | null;
}

/** Loads and resolves a plan. Errors: everything that is wrong with it; `plan-not-found`. */
export async function loadPlan(
  request: PlanRequest,
): Promise<Result<LoadedPlan, readonly Failure[]>> {
  const { from } = request;
  if ('file' in from) return loadFile(request, resolve(request.cwd, from.file));
  return 'written' in from
    ? loadWritten(request, from.written)
    : loadPrompts(request, from.prompts);
}

const loadFile = async (
  request: PlanRequest,
  path: string,
): Promise<Result<LoadedPlan, readonly Failure[]>> => {
  const { root, config, flags, existing, strongest } = request;
  const file = shownPath(request.cwd, path);
  const text = await readText(path, file);
  if (!text.ok) return err([text.error]);
  if (text.value === null) return err([notFound(file)]);
  const source = parseYamlSource(file, text.value);
  if (!source.ok) return source;
  const { problems, written } = readPlanFile(source.value.value);
  if (written === null) return err(allFailures(source.value, problems, []));
  const promptFiles = await readPromptFiles(written, path, root);
  const plan = resolvePlan(written, config, { flags, promptFiles, existing, strongest });
  const failures = allFailures(source.value, problems, plan.ok ? [] : plan.error);
  if (!plan.ok || failures.length > 0) return err(failures);
  const placeOf = (at: readonly PathStep[]): string | null => {
    const line = source.value.lineOf(at);
    return line === null ? null : `${file}:${line}`;
  };
  return ok({ ...plan.value, file, placeOf });
};

const loadPrompts = (
  request: PlanRequest,
  prompts: readonly string[],
): Result<LoadedPlan, readonly Failure[]> => {
  const empty = prompts.findIndex((prompt) => prompt.trim() === '' || prompt.includes('\0'));
  if (empty !== -1) {
    return err([
      failure('empty-prompt', `-p: prompt ${empty + 1} is empty or holds a NUL character`),
    ]);
  }
  return loadWritten(request, planFromPrompts(prompts));
};

const loadWritten = (
  { config, flags, existing, strongest }: PlanRequest,
  written: WrittenPlan,
): Result<LoadedPlan, readonly Failure[]> => {
  const promptFiles = new Map<string, never>();
  const plan = resolvePlan(written, config, { flags, promptFiles, existing, strongest });
  if (!plan.ok) return err(plan.error.map(withoutPlace));
  return ok({ ...plan.value, file: null, placeOf: () => null });
};

const withoutPlace = (each: Problem): Failure =>
  failure(each.code, problemText(each), each.hint === undefined ? {} : { hint: each.hint });

const notFound = (file: string): Failure =>
  failure('plan-not-found', 'there is no such plan', {
    where: { file },
    hint: 'give its path, or prompts: fanin run -p "…"',
  });

const shownPath = (cwd: string, path: string): string => {
  const way = relative(cwd, path);
  return way.startsWith('..') ? path : way;
};
