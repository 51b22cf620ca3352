import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryPlace } from '../adapters/git/discover.ts';
import type { AttemptId } from '../domain/ids.ts';
import { currentReceipt } from './old-receipts.ts';
import { RESOLUTIONS_FILE } from '../domain/resolve/kept.ts';
import type { KeptResolution } from '../domain/resolve/kept.ts';
import type { Receipt } from '../domain/receipt/receipt.ts';

/** The attempt's folder: brief.md, output.log, errors.log, setup.log, checks/, landing/, handoff.json, receipt.json. */
export const attemptFolder = (place: RepositoryPlace, attempt: AttemptId): string =>
  join(place.stateDir, 'attempts', attempt);

/**
 * The attempt's receipt, with what lies beside it; null while it has none. fanin alone writes the files, so their shape
 * is trusted.
 */
export const readReceipt = (place: RepositoryPlace, attempt: AttemptId): Receipt | null => {
  const folder = attemptFolder(place, attempt);
  const receipt = readJson(join(folder, 'receipt.json')) as
    | Parameters<typeof currentReceipt>[0]
    | null;
  if (receipt === null) return null;
  const kept = readJson(join(folder, RESOLUTIONS_FILE)) as readonly KeptResolution[] | null;
  const resolutions = kept ?? [];
  return { ...currentReceipt(receipt), ...(resolutions.length === 0 ? {} : { resolutions }) };
};

const readJson = (file: string): unknown => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
};
