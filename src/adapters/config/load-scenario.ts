import { basename, relative, resolve } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Result } from '../../domain/result.ts';
import type { Scenario } from '../../domain/simulation/scenario.ts';
import { readScenarioFile } from '../../protocol/scenario-file.ts';
import { allFailures } from './all-failures.ts';
import { readText } from './read-text.ts';
import { parseYamlSource } from './yaml-source.ts';

/** Reads a scenario file. Errors: everything that is wrong with it; `scenario-not-found`. */
export async function loadScenario(
  cwd: string,
  file: string,
): Promise<Result<Scenario, readonly Failure[]>> {
  const path = resolve(cwd, file);
  const way = relative(cwd, path);
  const shown = way.startsWith('..') ? path : way;
  const text = await readText(path, shown);
  if (!text.ok) return err([text.error]);
  if (text.value === null) return err([notFound(shown)]);
  const source = parseYamlSource(shown, text.value);
  if (!source.ok) return source;
  const name = basename(path).replace(/\.ya?ml$/u, '');
  const { problems, written } = readScenarioFile(name, source.value.value);
  const failures = allFailures(source.value, problems, []);
  return written === null || failures.length > 0 ? err(failures) : ok(written);
}

const notFound = (file: string): Failure =>
  failure('scenario-not-found', 'there is no such scenario', {
    where: { file },
    hint: 'docs/simulation.md says what one looks like',
  });
