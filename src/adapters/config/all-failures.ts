import type { Problem } from '../../domain/config/problem.ts';
import type { Failure } from '../../domain/failure.ts';
import { independentOf } from '../../protocol/config-file-reading.ts';
import type { YamlSource } from './yaml-source.ts';

/**
 * Everything that is wrong with a file, in its order: as YAML, by its schema, and in its meaning. What only
 * follows from an earlier stage's problem is left out, so that each mistake is told once.
 */
export function allFailures(
  source: YamlSource,
  ofSchema: readonly Problem[],
  ofMeaning: readonly Problem[],
): readonly Failure[] {
  // From there on aliases were not followed, so nothing can be said about the values.
  if (source.problems.some(({ code }) => code === 'too-many-aliases')) return source.failures([]);
  // Where a key is there twice the first value holds, and what is wrong with that is its own mistake.
  const lost = source.problems.filter(({ code }) => LOST_VALUE.has(code));
  const schema = independentOf(ofSchema, lost);
  const meaning = independentOf(ofMeaning, [...lost, ...schema]);
  return source.failures([...schema, ...meaning]);
}

const LOST_VALUE: ReadonlySet<string> = new Set(['tag', 'alias', 'too-deep']);
