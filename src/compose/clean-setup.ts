import { attemptFiles } from '../adapters/files/attempt-files.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { createCommands } from '../adapters/process/commands.ts';
import { attemptTag } from '../adapters/process/tag.ts';
import { repositorySetups } from '../adapters/setup/setups.ts';
import type { Workspace } from '../domain/attempt/attempt.ts';
import { cleanUpWorkspace } from '../engine/effects/clean-up.ts';
import { NO_GRANTS } from '../domain/plan/grants.ts';
import type { Workspaces } from '../ports/workspaces.ts';
import { provisionsHere } from './provisions-here.ts';

/** Between the polite signal and the hard one for a script that takes too long, in ms. */
const KILL_AFTER_MS = 2_000;

/** What a workspace has beyond its folder, for somebody who removes it without an engine. */
export interface SetupCleaning {
  /** Runs its clean-up scripts. */
  before(workspace: Workspace, workspaces: Pick<Workspaces, 'enter'>): Promise<void>;
  /** Gives back what it had: it is gone. */
  after(workspace: Workspace): Promise<void>;
}

/** One for all workspaces of a repository. */
export const setupCleaning = (place: RepositoryPlace): SetupCleaning => {
  const setups = repositorySetups({ place, bring: [], copyLimit: 0 });
  const commands = createCommands({ env: process.env, killAfterMs: KILL_AFTER_MS });
  const files = attemptFiles(place.stateDir);
  return {
    before: (workspace, workspaces) =>
      cleanUpWorkspace(
        {
          setups,
          workspaces,
          files,
          provide: () => provisionsHere().forCommands(NO_GRANTS),
          run: (command) =>
            commands.run({ ...command, tag: attemptTag(place.stateDir, command.tag) }),
        },
        workspace,
        {},
      ),
    after: (workspace) => setups.release(workspace),
  };
};
