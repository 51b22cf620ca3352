import type { DiskMeter } from '../../ports/disk.ts';

/** A disk in memory, on which workspaces take what they are told to. */
export interface MemoryDisk {
  readonly disk: DiskMeter;
  /** From now on the workspace at `path` takes so many bytes. */
  take(path: string, bytes: number): void;
}

/** Makes one on which nothing takes anything yet. `most`: bytes for one attempt. */
export const memoryDisk = (most: number = Infinity): MemoryDisk => {
  const taken = new Map<string, number>();
  return {
    disk: { most, use: async ({ path }) => taken.get(path) ?? 0 },
    take: (path, bytes) => void taken.set(path, bytes),
  };
};
