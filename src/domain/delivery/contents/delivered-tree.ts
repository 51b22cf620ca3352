/** One path of a delivered commit. */
export interface DeliveredEntry {
  readonly path: string;
  /** As git writes it: `100644`, `100755`, `120000` a link, `160000` another repository's commit. */
  readonly mode: string;
  /** In bytes; null for what is no file. */
  readonly size: number | null;
  /** The base does not have it so. */
  readonly isNew: boolean;
  /** Where a link points to; null for others, and where nobody knows. */
  readonly target: string | null;
}

/** What a delivered commit holds, read from its objects: nothing of it was checked out anywhere. */
export interface DeliveredTree {
  readonly entries: readonly DeliveredEntry[];
  /** `.gitmodules` of the base and of the commit, which may have none: key (`submodule.<name>.<part>`) and value. */
  readonly submodulesBefore: readonly (readonly [key: string, value: string])[];
  readonly submodules: readonly (readonly [key: string, value: string])[];
}

/** What a delivery may add. Sizes are in bytes, before packing. */
export interface DeliveryLimits {
  readonly paths: number;
  readonly totalBytes: number;
  readonly fileBytes: number;
  /** Folders above a file. */
  readonly depth: number;
  readonly pathBytes: number;
}

export const DELIVERY_LIMITS: DeliveryLimits = {
  paths: 100_000,
  totalBytes: 2 * 1024 ** 3,
  fileBytes: 100 * 1024 ** 2,
  depth: 100,
  pathBytes: 3_000,
};
