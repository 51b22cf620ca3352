import type { CheckSetup, Setups, WorkspaceSetup } from '../../ports/setups.ts';

/** A workspace that gets nothing beyond its work copy. */
export const NO_SETUP: WorkspaceSetup = { env: {}, scripts: [], cleanup: [], reads: [], notes: [] };

/** Check copies that get nothing beyond theirs. */
const NO_CHECK_SETUP: CheckSetup = { scripts: [], cleanup: [], env: () => ({}), notes: [] };

/** The same set-up for every workspace. `released` names those that gave theirs back. */
export const memorySetups = (
  setup: WorkspaceSetup = NO_SETUP,
  brought: readonly string[] = [],
  checks: Partial<CheckSetup> = {},
): { readonly setups: Setups; readonly released: readonly string[] } => {
  const released: string[] = [];
  return {
    released,
    setups: {
      of: async () => setup,
      forChecks: async () => ({ ...NO_CHECK_SETUP, ...checks }),
      bring: async () => brought,
      release: async ({ attempt }) => void released.push(attempt),
    },
  };
};
