import { join } from 'node:path';
import type { Config } from '../../domain/config/config.ts';
import type { PathStep } from '../../domain/config/problem.ts';
import { resolveConfig } from '../../domain/config/resolve-config.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { readConfigFile } from '../../protocol/config-file.ts';
import { allFailures } from './all-failures.ts';
import { readText } from './read-text.ts';
import { parseYamlSource } from './yaml-source.ts';

/** A config with the way back to the lines of its file. */
export interface LoadedConfig {
  readonly config: Config;
  readonly sources: ConfigSources;
}

/** Where the config came from. */
export interface ConfigSources {
  /** The file's name, or null when there is none and the defaults hold. */
  readonly file: string | null;
  /** `fanin.config.yaml:3` for what is written at `path`; null when nothing is. */
  readonly placeOf: (path: readonly PathStep[]) => string | null;
}

/** The names a config can have; the first is the one that fanin writes. */
export const CONFIG_FILES = ['fanin.config.yaml', 'fanin.config.yml'] as const;

/**
 * The config of the repository whose main work tree is at `root` (absolute). Without a file the defaults
 * hold. Errors: everything that is wrong with the file; `two-configs` when both names are there.
 */
export async function loadConfig(root: string): Promise<Result<LoadedConfig, readonly Failure[]>> {
  const found = await findConfig(root);
  if (!found.ok) return found;
  if (found.value === null) return withDefaults(root);
  const { file, text } = found.value;
  const source = parseYamlSource(file, text);
  if (!source.ok) return source;
  const { problems, written } = readConfigFile(source.value.value);
  const config = written === null ? err([]) : resolveConfig(written, root);
  const failures = allFailures(source.value, problems, config.ok ? [] : config.error);
  if (!config.ok || failures.length > 0) return err(failures);
  const placeOf = (path: readonly PathStep[]): string | null => {
    const line = source.value.lineOf(path);
    return line === null ? null : `${file}:${line}`;
  };
  return ok({ config: config.value, sources: { file, placeOf } });
}

const findConfig = async (
  root: string,
): Promise<Result<{ readonly file: string; readonly text: string } | null, readonly Failure[]>> => {
  const present: { readonly file: string; readonly text: string }[] = [];
  for (const file of CONFIG_FILES) {
    const text = await readText(join(root, file), file);
    if (!text.ok) return err([text.error]);
    if (text.value !== null) present.push({ file, text: text.value });
  }
  const [first = null, second] = present;
  if (second === undefined) return ok(first);
  const message = `${CONFIG_FILES.join(' and ')} are both there`;
  const where = { file: CONFIG_FILES[1] };
  return err([failure('two-configs', message, { where, hint: 'keep one of them' })]);
};

const withDefaults = (root: string): Result<LoadedConfig, readonly Failure[]> => {
  const config = resolveConfig({}, root);
  if (!config.ok) throw new Error('the defaults are not a valid config');
  return ok({ config: config.value, sources: { file: null, placeOf: () => null } });
};
