import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import { err, ok } from '../../domain/result.ts';
import type { Boundary, Network, Profile, Refusal } from '../../ports/boundary.ts';

/** A boundary in memory: it keeps nothing in, and remembers who came in. */
export interface MemoryBoundary {
  readonly boundary: Boundary;
  /** The profile of each folder that a way in was made for. */
  readonly profiles: ReadonlyMap<string, Profile>;
  /** From now on the self-test fails with this; null: it succeeds. */
  breakWith(failed: Failure | null): void;
  /** Something that came in through `folder` was refused. */
  refuse(folder: string, refusal: Refusal): void;
}

const NETWORKS: readonly Network['mode'][] = ['none', 'all', 'allow'];

/** Makes one that holds. Commands are given back as they came, with the private HOME. */
export const memoryBoundary = (): MemoryBoundary => {
  const profiles = new Map<string, Profile>();
  const refusals = new Map<string, readonly Refusal[]>();
  let broken: Failure | null = null;
  return {
    profiles,
    breakWith: (failed) => {
      broken = failed;
    },
    refuse: (folder, refusal) => {
      refusals.set(folder, [...(refusals.get(folder) ?? []), refusal]);
    },
    boundary: {
      kind: 'simulated',
      capabilities: {
        ownProcesses: true,
        ownMemory: true,
        ownPorts: true,
        ownUser: true,
        ownTmp: true,
        triedOut: true,
      },
      prove: async () =>
        broken === null
          ? ok({ version: '1', tried: ['everything'], networks: NETWORKS })
          : err(broken),
      enclose: async (folder, profile) => {
        const paths = [
          folder,
          profile.home,
          ...profile.shares.flatMap(({ from, to }) => [from, to]),
        ];
        const relative = paths.find((path) => !path.startsWith('/'));
        if (relative !== undefined) {
          return err(failure('boundary-unusable', `${relative} is not an absolute path`));
        }
        profiles.set(folder, profile);
        return ok({
          wrap: (command) => ({ ...command, env: { ...command.env, HOME: profile.home } }),
        });
      },
      refusals: async (folder) => refusals.get(folder) ?? [],
    },
  };
};
