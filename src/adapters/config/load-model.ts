import { basename, relative, resolve } from 'node:path';
import type { Problem } from '../../domain/config/problem.ts';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import { allFailures } from './all-failures.ts';
import { readText } from './read-text.ts';
import { parseYamlSource } from './yaml-source.ts';

/** A kind of file that has a model of something in it. */
export interface ModelKind<T> {
  /** Reads the value of a file that is called so, without its ending. */
  readonly read: (
    name: string,
    value: unknown,
  ) => { readonly problems: readonly Problem[]; readonly written: T | null };
  /** Where there is no such file: the failure's code, what is not there, and the page that says what one looks like. */
  readonly missing: { readonly code: string; readonly what: string; readonly page: string };
}

/** Reads a model from a YAML or JSON file. Errors: everything that is wrong with it, or that it is missing. */
export async function loadModel<T>(
  cwd: string,
  file: string,
  { read, missing }: ModelKind<T>,
): Promise<Result<T, readonly Failure[]>> {
  const path = resolve(cwd, file);
  const way = relative(cwd, path);
  const shown = way.startsWith('..') ? path : way;
  const text = await readText(path, shown);
  if (!text.ok) return err([text.error]);
  if (text.value === null) {
    const hint = `${missing.page} says what one looks like`;
    const where = { file: shown };
    return err([failure(missing.code, `there is no such ${missing.what}`, { where, hint })]);
  }
  const source = parseYamlSource(shown, text.value);
  if (!source.ok) return source;
  const name = basename(path).replace(/\.(?:ya?ml|json)$/u, '');
  const { problems, written } = read(name, source.value.value);
  const failures = allFailures(source.value, problems, []);
  return written === null || failures.length > 0 ? err(failures) : ok(written);
}
