import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { hasBoundary } from '../../domain/attempt/attempt.ts';
import type { Workspace } from '../../domain/attempt/attempt.ts';
import { writtenText } from '../../domain/setup/asked.ts';
import type { AskedPath } from '../../domain/setup/asked.ts';
import { trustOf } from '../../domain/setup/trust.ts';
import type { PinnedScript, TrustEntry } from '../../domain/setup/trust.ts';
import { workspaceEnv } from '../../domain/setup/workspace-env.ts';
import type { CheckSetup, SetupScript, Setups } from '../../ports/setups.ts';
import type { RepositoryPlace } from '../git/discover.ts';
import { bringFolders, bringScratch } from './bring-folders.ts';
import type { BringWish } from './bring-folders.ts';
import { defaultBranch } from './default-branch.ts';
import { foreignSetup } from './foreign-setup.ts';
import type { ForeignSetup } from './foreign-setup.ts';
import { portClaims } from './port-claims.ts';
import type { PortClaims } from './port-claims.ts';
import { narrowTree } from './narrow-tree.ts';
import { readTrust } from './trust-book.ts';

/** What set-ups are made from. */
export interface SetupsDeps extends BringWish {
  readonly place: RepositoryPlace;
  readonly ports?: PortClaims;
}

/** The port, for one repository. What a commit asks for is read once. */
export const repositorySetups = (deps: SetupsDeps): Setups => {
  const { place, bring, copyLimit } = deps;
  const ports = deps.ports ?? portClaims();
  const known = new Map<string, Promise<ForeignSetup>>();
  const at = (commit: string): Promise<ForeignSetup> => {
    const found = known.get(commit) ?? foreignSetup(place, commit);
    if (known.size < MOST_COMMITS) known.set(commit, found);
    return found;
  };
  return {
    of: async (workspace) => {
      const foreign = await at(workspace.base);
      const trusted = foreign.scripts.length === 0 ? [] : readTrust(place.stateDir);
      const { may, notes } = divided(foreign.scripts, trusted);
      return {
        env: workspaceEnv(factsOf(place, workspace, ports), foreign.families),
        scripts: may.filter(({ when }) => when === 'setup').map(commandOf),
        cleanup: may.filter(({ when }) => when === 'cleanup').map(commandOf),
        reads: [place.root],
        notes: [
          ...notes,
          ...foreign.notes.map(({ at: where, text }) => `${writtenText(where)} ${text}`),
        ],
      };
    },
    forChecks: async (commit) => {
      const foreign = await at(commit);
      if (foreign.scripts.length === 0) return NO_SCRIPTS;
      const { may, notes } = divided(foreign.scripts, readTrust(place.stateDir));
      return {
        scripts: may.filter(({ when }) => when === 'setup').map(commandOf),
        cleanup: may.filter(({ when }) => when === 'cleanup').map(commandOf),
        env: (path) =>
          workspaceEnv(factsOf(place, { attempt: basename(path), path }, ports), foreign.families),
        notes,
      };
    },
    bring: async (workspace) => {
      const { folders, sparse } = await at(workspace.base);
      const { asked, notes } = await askedByOwner(place, folders);
      return [
        ...(hasBoundary(workspace.level)
          ? notNarrowed(sparse)
          : await narrowTree(place, workspace.path, sparse)),
        ...(await bringFolders(place, workspace, asked, { bring, copyLimit })),
        ...notes,
      ];
    },
    release: async (workspace) => {
      ports.release(workspace.path);
      await rm(bringScratch(workspace), { recursive: true, force: true });
    },
  };
};

const NO_SCRIPTS: CheckSetup = { scripts: [], cleanup: [], env: () => ({}), notes: [] };

/** Behind a boundary nobody runs git on the tree from outside, and a set-up may have been in it already. */
const notNarrowed = (sparse: Parameters<typeof narrowTree>[2]): readonly string[] =>
  sparse === null || sparse.length === 0
    ? []
    : ['the tree is whole: behind a boundary sparse paths of foreign files are not taken over'];

/** Each landing makes another base; a run that lands more than this reads some of them twice. */
const MOST_COMMITS = 200;

/**
 * What git ignores may be secret, and a file that an agent has changed must not get the next one at it: only what the
 * commit of the main checkout asks for too is brought.
 */
const askedByOwner = async (
  place: RepositoryPlace,
  folders: readonly AskedPath[],
): Promise<{ readonly asked: readonly AskedPath[]; readonly notes: readonly string[] }> => {
  if (folders.length === 0) return { asked: [], notes: [] };
  const own = (await foreignSetup(place, 'HEAD')).folders.map(({ path }) => path);
  const not = folders.filter(({ path }) => !own.includes(path));
  return {
    asked: folders.filter((each) => !not.includes(each)),
    notes: not.map(
      ({ path, at }) =>
        `${path}: not brought: ${writtenText(at)} wants it, and the commit of the main checkout does not`,
    ),
  };
};

const factsOf = (
  place: RepositoryPlace,
  { attempt, path }: Pick<Workspace, 'attempt' | 'path'>,
  ports: PortClaims,
) => ({
  name: attempt,
  path,
  root: place.root,
  defaultBranch: defaultBranch(place),
  port: ports.claim(path),
});

const divided = (
  scripts: readonly PinnedScript[],
  trusted: readonly TrustEntry[],
): { readonly may: readonly PinnedScript[]; readonly notes: readonly string[] } => {
  const may = scripts.filter((script) => trustOf(script, trusted).state === 'trusted');
  const not = scripts.filter((script) => !may.includes(script));
  return { may, notes: not.map((script) => untrustedText(script, trusted)) };
};

/** Why a script does not run. */
export const untrustedText = (script: PinnedScript, trusted: readonly TrustEntry[]): string => {
  const trust = trustOf(script, trusted);
  const what = `the ${script.when === 'setup' ? 'set-up' : 'clean-up'} script of ${writtenText(script.at)}`;
  return trust.state === 'changed'
    ? `${what} does not run: it has changed since it was trusted (${trust.changes.join(', ')})`
    : `${what} does not run: nobody has trusted it here`;
};

/** Such scripts are written for people's shells. */
const commandOf = ({ at, run, hash }: PinnedScript): SetupScript => ({
  name: writtenText(at),
  argv: [existsSync('/bin/bash') ? '/bin/bash' : 'sh', '-c', run],
  pin: hash,
});
