import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { AttemptId } from '../domain/ids.ts';
import { currentReceipt } from './old-receipts.ts';
import type { Receipt } from '../domain/receipt/receipt.ts';

/** The attempt's folder: brief.md, output.log, errors.log, setup.log, checks/, landing/, handoff.json, receipt.json. */
export const attemptFolder = (place: RepositoryPlace, attempt: AttemptId): string =>
  join(place.stateDir, 'attempts', attempt);

/** The attempt's receipt; null while it has none. fanin alone writes the file, so its shape is trusted. */
export const readReceipt = (place: RepositoryPlace, attempt: AttemptId): Receipt | null => {
  try {
    const text = readFileSync(join(attemptFolder(place, attempt), 'receipt.json'), 'utf8');
    return currentReceipt(JSON.parse(text) as Parameters<typeof currentReceipt>[0]);
  } catch {
    return null;
  }
};
