import type { Provision, Provisions } from '../../ports/provisions.ts';
import { NOTHING_MORE } from '../../ports/workspaces.ts';

const nothing: Provision = {
  needs: NOTHING_MORE,
  env: {},
  given: { files: [], variables: [], network: [] },
};

/** Gives nobody anything. */
export const noProvisions: Provisions = {
  forAgent: () => nothing,
  forCommands: () => nothing,
};
