import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { AttemptId } from '../domain/ids.ts';
import { attemptFolder } from './attempt-reader.ts';

/** Where the brief of an attempt lies, or will. */
export const briefFile = (place: RepositoryPlace, attempt: AttemptId): string =>
  join(attemptFolder(place, attempt), 'brief.md');

/** Its text; null: there is none. */
export const readBrief = (place: RepositoryPlace, attempt: AttemptId): string | null => {
  try {
    return readFileSync(briefFile(place, attempt), 'utf8');
  } catch {
    return null;
  }
};
