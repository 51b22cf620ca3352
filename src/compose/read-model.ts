import type { RepositoryPlace } from '../adapters/git/discover.ts';
import { discoverRepository } from '../adapters/git/discover.ts';
import { engineRuns } from '../adapters/store/engine-lock.ts';
import { databaseFile } from '../adapters/store/layout.ts';
import { olderStore, openReader } from '../adapters/store/reader.ts';
import type { Reader } from '../adapters/store/reader.ts';
import type { Failure } from '../domain/failure.ts';
import type { Result } from '../domain/result.ts';
import { err, ok } from '../domain/result.ts';

export type { EventRow, Reader } from '../adapters/store/reader.ts';

/** What read-only commands see. It loads neither Kysely nor zod, so that they start at once. */
export interface ReadModel {
  readonly place: RepositoryPlace;
  /** Null: nothing has run here yet. */
  readonly reader: Reader | null;
  engineRuns(): boolean;
  close(): void;
}

/** Opens the projections of the repository that `cwd` lies in. */
export const openReadModel = (cwd: string): Result<ReadModel, Failure> => {
  const place = discoverRepository(cwd);
  if (!place.ok) return place;
  const reader = openReader(place.value.stateDir);
  if (!reader.ok) return reader;
  if (reader.value?.viewsAreMissing() === true) {
    reader.value.close();
    return err(olderStore(databaseFile(place.value.stateDir)));
  }
  return ok({
    place: place.value,
    reader: reader.value,
    engineRuns: () => engineRuns(place.value.stateDir),
    close: () => reader.value?.close(),
  });
};
