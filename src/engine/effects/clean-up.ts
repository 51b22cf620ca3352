import type { Workspace } from '../../domain/attempt/attempt.ts';
import type { AttemptFiles } from '../../ports/attempt-files.ts';
import type { Commands } from '../../ports/commands.ts';
import type { Setups } from '../../ports/setups.ts';
import type { Workspaces } from '../../ports/workspaces.ts';
import type { Provision } from '../../ports/provisions.ts';
import { cleanUpTag } from './context.ts';
import { enterPlace } from './enter.ts';

/** What running clean-up scripts needs: the engine's ports, or those of whoever cleans up without one. */
export interface CleanUpDeps {
  readonly setups: Setups;
  readonly workspaces: Pick<Workspaces, 'enter'>;
  /** What a script behind a boundary gets. */
  readonly provide: () => Provision;
  readonly files: Pick<AttemptFiles, 'folder' | 'read' | 'write'>;
  readonly run: Commands['run'];
}

/** How the clean-up of a workspace came out, in its attempt's folder. */
export const CLEANED_UP = 'cleaned-up.json';

const SCRIPT_TIMEOUT_MS = 2 * 60_000;

/**
 * Runs the trusted clean-up scripts of a workspace that is about to go, once: a container or a database that its
 * set-up started would outlive it. What fails is written down and keeps nothing from going; whether the workspace may
 * go is looked at afterwards, since a script may have written to it.
 */
export const cleanUpWorkspace = async (
  deps: CleanUpDeps,
  workspace: Workspace,
  env: Readonly<Record<string, string>>,
): Promise<void> => {
  const { attempt, path } = workspace;
  const { cleanup, ...setup } = await deps.setups.of(workspace);
  if (cleanup.length === 0 || (await deps.files.read(attempt, CLEANED_UP)) !== null) return;
  const folder = await deps.files.folder(attempt);
  const failed: string[] = [];
  for (const [k, { name, argv }] of cleanup.entries()) {
    const logFile = `${folder}/cleanup-script-${k + 1}.log`;
    const command = { argv, cwd: path, env: { ...setup.env, ...env } };
    const { provide } = deps;
    const entered = await enterPlace(deps, workspace, command, { provide, files: setup.reads });
    if (!entered.ok) {
      failed.push(`the clean-up script ${name} could not start: ${entered.error.message}`);
      continue;
    }
    const outcome = await deps.run({
      command: entered.value,
      tag: cleanUpTag(attempt),
      timeoutMs: SCRIPT_TIMEOUT_MS,
      logFile,
    });
    if (outcome.exit !== 0) failed.push(`the clean-up script ${name} failed: ${logFile}`);
  }
  await deps.files.write(attempt, CLEANED_UP, `${JSON.stringify({ failed })}\n`);
};
