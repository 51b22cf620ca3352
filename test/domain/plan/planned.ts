import type { Claimed } from '../../../src/domain/plan/clash.ts';
import { parseScope } from '../../../src/domain/plan/scope.ts';
import type { Planned } from '../../../src/domain/plan/size.ts';

export const MINUTE = 60_000;

/** A task as the planning functions see it: `task('seq', 12, ['core'])`; size in minutes, null when unknown. */
export const task = (
  id: string,
  minutes: number | null = 10,
  needs: readonly string[] = [],
): Planned => ({
  id,
  needs,
  sizeMs: minutes === null ? null : minutes * MINUTE,
});

/** The same with what it claims for itself; `writes` null: undeclared. */
export const claiming = (
  id: string,
  claims: {
    readonly writes?: readonly string[] | null;
    readonly locks?: readonly string[];
    readonly needs?: readonly string[];
  },
): Planned & Claimed => ({
  ...task(id, 10, claims.needs ?? []),
  writes: claims.writes === null || claims.writes === undefined ? null : scope(claims.writes),
  locks: claims.locks ?? [],
});

const scope = (patterns: readonly string[]) => {
  const parsed = parseScope(patterns);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};
