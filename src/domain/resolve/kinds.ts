import { parseScope, scopeCovers } from '../plan/scope.ts';
import type { ListKind } from './additive.ts';
import { lockToolFor } from './lock-tools.ts';
import { isLineManifest } from './manifest-lines.ts';
import type { GeneratedRule, ResolveRules, ResolverName } from './rules.ts';

/** Whose lines are an own list each, so that two that were added do not contradict. */
const ADDITIVE: readonly RegExp[] = [
  /^(?:changelog|changes|history|news|release[-_]?notes)(?:\.(?:md|rst|txt))?$/iu,
  /^(?:index|mod)\.[cm]?[jt]s$/u,
  /^__init__\.py$/u,
  /^mod\.rs$/u,
  /(?:^|[-_.])(?:registry|routes|register)(?:[-_.].*)?\.[a-z]+$/iu,
];

/** Source files in which imports are looked for. */
const SOURCE = /\.(?:[cm]?[jt]sx?|py|rs|rb|c|cc|cpp|h|hpp)$/u;

/** What resolver a file in conflict is for by its path alone; null: none. */
export const resolverFor = (path: string, rules: ResolveRules): ResolverName | null => {
  const kind = kindOf(path, rules.generated);
  return kind !== null && rules.resolvers.includes(kind) ? kind : null;
};

const kindOf = (path: string, generated: readonly GeneratedRule[]): ResolverName | null => {
  if (generatedBy(path, generated) !== null) return 'generated';
  if (lockToolFor(path) !== null) return 'lock';
  if (nameOf(path) === 'package.json' || isLineManifest(path)) return 'manifest';
  return isAdditive(path) ? 'additive' : null;
};

/** Whether the file is a list that is added to: a changelog, a barrel, a registry. */
const isAdditive = (path: string): boolean => {
  const name = nameOf(path);
  return ADDITIVE.some((pattern) => pattern.test(name));
};

/** As what lines are joined that both sides have added to it. */
export const listKindOf = (path: string): ListKind => {
  if (!isAdditive(path)) return 'imports';
  return PROSE.test(nameOf(path)) ? 'prose' : 'code';
};

const PROSE = /^[^.]+(?:\.(?:md|rst|txt))?$/iu;

/** Whether the file may have imports. */
export const isSource = (path: string): boolean => SOURCE.test(path);

/** The rule that makes a file anew; null: none. */
export const generatedBy = (
  path: string,
  generated: readonly GeneratedRule[],
): GeneratedRule | null =>
  generated.find(({ paths }) => {
    const scope = parseScope(paths);
    return scope.ok && scopeCovers(scope.value, path);
  }) ?? null;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
