import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { storeCheckpoints } from '../adapters/checkpoints/checkpoints.ts';
import { attemptFiles } from '../adapters/files/attempt-files.ts';
import { systemClock } from '../adapters/clock/system-clock.ts';
import { timeText } from '../adapters/clock/time-text.ts';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { GitFence } from '../adapters/git/fence.ts';
import { gitLandingNotes } from '../adapters/git/landing-notes.ts';
import { gitLandedChanges } from '../adapters/git/lost-updates/landed-changes.ts';
import { gitMergeFiles } from '../adapters/git/merge-files.ts';
import { gitMergeMatrix } from '../adapters/git/matrix/matrix.ts';
import { privateStore } from '../adapters/git/private-store.ts';
import { gitRepository } from '../adapters/git/repository.ts';
import { gitSharedTarget } from '../adapters/git/shared-target.ts';
import { createCommands } from '../adapters/process/commands.ts';
import { createSupervision } from '../adapters/process/supervision.ts';
import { attemptTag } from '../adapters/process/tag.ts';
import { jscpdDetector } from '../adapters/copies/jscpd.ts';
import { codeComparison } from '../adapters/source/code-comparison.ts';
import { syntaxFault } from '../adapters/source/syntax-fault.ts';
import { textParser } from '../adapters/resolve/text-parser.ts';
import type { BringWish } from '../adapters/setup/bring-folders.ts';
import { repositorySetups } from '../adapters/setup/setups.ts';
import { heldScopes } from '../adapters/store/held-scopes.ts';
import type { SqliteStore } from '../adapters/store/sqlite-store.ts';
import { diskMeter } from '../adapters/workspaces/disk-use.ts';
import { broughtInRecord } from '../adapters/workspaces/scene.ts';
import type { EngineDeps } from '../engine/deps.ts';
import type { Commands } from '../ports/commands.ts';
import { agentByName } from './agents.ts';
import { provisionsHere } from './provisions-here.ts';
import { workspacesByLevel } from './workspaces-by-level.ts';
import { workspacesHere } from './workspaces-here.ts';
import type { Landings } from './workspaces-root.ts';

/** Between the polite signal and the hard one for set-up and checks, in ms. */
const KILL_AFTER_MS = 2_000;

/** What the engine's ports are made of. */
export interface EngineParts {
  readonly place: RepositoryPlace;
  readonly store: SqliteStore;
  readonly fence: GitFence;
  /** Folder for workspaces, absolute; null: beside the repository. */
  readonly workspacesRoot: string | null;
  /** Folders that workspaces get. */
  readonly bringing: BringWish;
  /** The number of the first check copy that is this engine's. */
  readonly firstCopy: number;
  /** What an attempt may take on the disk, in bytes. */
  readonly diskLimit: number;
  readonly landing: Landings;
  readonly report: EngineDeps['report'];
}

/** The ports, and what belongs to them beyond a single effect. */
export interface ComposedEngine {
  readonly deps: EngineDeps;
  /** Deletes the work copies that checks were run in, also those that an engine left which was killed. */
  removeCheckCopies(): Promise<void>;
  close(): void;
}

/** The real adapters behind the engine's ports, and how to let them go. */
export const engineDeps = ({
  place,
  store,
  fence,
  workspacesRoot,
  bringing,
  firstCopy,
  diskLimit,
  landing,
  report,
}: EngineParts): ComposedEngine => {
  const held = heldScopes(place.stateDir);
  const yard = { place, firstCopy, ...(workspacesRoot === null ? {} : { root: workspacesRoot }) };
  const here = workspacesHere(yard, diskLimit);
  const alsoFrom = [join(privateStore(place).commonDir, 'objects')];
  const deps: EngineDeps = {
    clock: systemClock,
    store: store.store,
    held,
    verdicts: store.verdicts,
    telemetry: store.telemetry,
    repository: gitRepository(place, fence, landing),
    landedChanges: gitLandedChanges(place),
    landingNotes: gitLandingNotes(place),
    resolving: { files: gitMergeFiles(place), parser: textParser(syntaxFault) },
    sharedTarget: landing.shared === null ? null : gitSharedTarget(landing.shared, landing.hooks),
    matrix: gitMergeMatrix(place, { alsoFrom }),
    code: codeComparison({ place, alsoFrom }, jscpdDetector()),
    workspaces: workspacesByLevel(here),
    provisions: provisionsHere(),
    setups: repositorySetups({ place, ...bringing }),
    checkpoints: storeCheckpoints({
      place,
      broughtIn: (folder) => broughtInRecord({ folder }).files,
      ...(here.lookInside === null ? {} : { lookInside: here.lookInside }),
    }),
    disk: diskMeter(diskLimit),
    supervision: createSupervision({
      stateFolder: place.stateDir,
      env: process.env,
    }),
    commands: taggedCommands(place.stateDir),
    files: attemptFiles(place.stateDir),
    checkout: { main: place.root, gitDir: place.commonDir },
    agent: agentByName,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    timeText,
    report,
  };
  return {
    deps,
    removeCheckCopies: async () => {
      await here.worktree.removeCheckCopies();
      await here.sandbox?.removeCheckCopies();
    },
    close: () => held.close(),
  };
};

/** The engine's tags, told apart from those of other repositories. */
const taggedCommands = (stateDir: string): Commands => {
  const commands = createCommands({ env: process.env, killAfterMs: KILL_AFTER_MS });
  return {
    run: (command) => commands.run({ ...command, tag: attemptTag(stateDir, command.tag) }),
    sweep: (tag) => commands.sweep(attemptTag(stateDir, tag)),
    abandon: () => commands.abandon(),
  };
};
