import { existsSync } from 'node:fs';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { detectProject } from '../adapters/config/detect-project.ts';
import { CONFIG_FILES } from '../adapters/config/load-config.ts';
import type { ProjectGuess } from '../adapters/config/project-guess.ts';
import { readText } from '../adapters/config/read-text.ts';
import { renderConfig } from '../adapters/config/render-config.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { ignoredPaths } from '../adapters/git/ignored-paths.ts';
import { failure } from '../domain/failure.ts';
import type { Failure } from '../domain/failure.ts';
import { err, ok } from '../domain/result.ts';
import type { Result } from '../domain/result.ts';

export type { ProjectGuess } from '../adapters/config/project-guess.ts';

/** What a repository needs, before anything is written. */
export interface ProjectSurvey {
  readonly guess: ProjectGuess;
  /** The config's file name, there or not. */
  readonly file: string;
  /** The text that would be written. */
  readonly text: string;
  /** Files with environments that git ignores and no `.worktreeinclude` brings into workspaces. */
  readonly leftBehind: readonly string[];
}

/**
 * Looks at the main checkout and proposes a config; writes nothing.
 * Codes: `config-exists` unless `force`, `two-configs`.
 */
export async function surveyProject(
  place: RepositoryPlace,
  { force }: { readonly force: boolean },
): Promise<Result<ProjectSurvey, Failure>> {
  const there = CONFIG_FILES.filter((name) => existsSync(join(place.root, name)));
  const [first = CONFIG_FILES[0], second] = there;
  if (second !== undefined) return err(twoConfigs(first, second));
  if (there.length > 0 && !force) return err(configExists(first));
  const guess = await detectProject((name) => rootFile(place, name));
  const leftBehind = await ignoredEnvironments(place);
  return ok({ guess, file: first, text: renderConfig(guess), leftBehind });
}

/**
 * Writes the config, all of it or nothing of it; the value is its path. Codes: `config-exists` when there is
 * one (by now) and not `force`, `config-readonly`, `disk-full`.
 */
export async function writeConfig(
  place: RepositoryPlace,
  { file, text }: Pick<ProjectSurvey, 'file' | 'text'>,
  { force }: { readonly force: boolean },
): Promise<Result<string, Failure>> {
  const path = join(place.root, file);
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    await writeFile(temporary, text, { flag: 'wx' });
    // A link refuses what a rename would overwrite: somebody may have written one meanwhile.
    await (force ? rename(temporary, path) : link(temporary, path));
    return ok(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === '') throw error;
    return err(notWritten(file, code));
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

const rootFile = async (place: RepositoryPlace, name: string): Promise<string | null> => {
  const read = await readText(join(place.root, name), name);
  return read.ok ? read.value : null;
};

/** Whoever has a list of what workspaces get has thought about it. */
async function ignoredEnvironments(place: RepositoryPlace): Promise<readonly string[]> {
  if (existsSync(join(place.root, '.worktreeinclude'))) return [];
  const ignored = await ignoredPaths(place.commonDir, place.root);
  return ignored.filter((path) => ENVIRONMENT.test(path));
}

const ENVIRONMENT = /(?:^|\/)(?:\.env(?:\.[^/]+)?|\.envrc|\.dev\.vars)$/u;

const configExists = (file: string): Failure =>
  failure('config-exists', `${file} is there already, and it is yours`, {
    where: { file },
    hint: 'fanin init --force replaces it; fanin config shows what it comes to',
  });

const twoConfigs = (first: string, second: string): Failure =>
  failure('two-configs', `there are both ${first} and ${second}`, { hint: 'keep one of them' });

function notWritten(file: string, code: string): Failure {
  if (code === 'EEXIST') return configExists(file);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return failure('disk-full', `there is no space left for ${file}`, { hint: 'free some space' });
  }
  return failure('config-readonly', `${file} cannot be written (${code})`, {
    hint: 'fanin writes it to the root of the main checkout: make that writable for you',
  });
}
