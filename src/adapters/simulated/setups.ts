import type { Setups, WorkspaceSetup } from '../../ports/setups.ts';

/** A workspace that gets nothing beyond its work copy. */
export const NO_SETUP: WorkspaceSetup = { env: {}, scripts: [], cleanup: [], reads: [], notes: [] };

/** The same set-up for every workspace. `released` names those that gave theirs back. */
export const memorySetups = (
  setup: WorkspaceSetup = NO_SETUP,
  brought: readonly string[] = [],
): { readonly setups: Setups; readonly released: readonly string[] } => {
  const released: string[] = [];
  return {
    released,
    setups: {
      of: async () => setup,
      bring: async () => brought,
      release: async ({ attempt }) => void released.push(attempt),
    },
  };
};
