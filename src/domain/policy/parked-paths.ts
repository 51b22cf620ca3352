import type { Finding } from '../attempt/attempt.ts';
import type { FileChange } from '../receipt/receipt.ts';
import { scopeCovers } from '../plan/scope.ts';
import type { Scope } from '../plan/scope.ts';
import { POLICY_FILE } from './policy.ts';

/** So many paths are named; the rest is counted. */
const NAMED = 5;

/**
 * What keeps a delivery for a person by the paths that it changes: those that a policy parks, and the
 * policy itself, which nobody may loosen by a delivery that lands by itself.
 */
export const parkedPathFindings = (
  changes: readonly FileChange[],
  parked: Scope,
): readonly Finding[] => {
  const paths = changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from]));
  const held = paths.filter((path) => path !== POLICY_FILE && scopeCovers(parked, path));
  return [
    ...(paths.includes(POLICY_FILE)
      ? [
          finding(
            POLICY_FILE,
            `it changes ${POLICY_FILE}, which says what every landing must clear`,
          ),
        ]
      : []),
    ...(held.length === 0 ? [] : [finding(held[0] ?? '', `${named(held)} parked by policy`)]),
  ];
};

const finding = (path: string, text: string): Finding => ({
  kind: 'parked-path',
  text,
  path,
  blocks: true,
});

const named = (paths: readonly string[]): string => {
  const more = paths.length - NAMED;
  const list = paths.slice(0, NAMED).join(', ');
  if (more > 0) return `${list} and ${more} more are`;
  return paths.length === 1 ? `${list} is` : `${list} are`;
};
