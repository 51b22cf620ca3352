import { lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** A folder of the attempt's own that stands for a person's folder. */
export interface OwnHome {
  /** The person's; it need not be there. */
  readonly from: string;
  /** The attempt's. */
  readonly to: string;
  /** Names that are not taken over: the attempt has its own, or none. */
  readonly apart: readonly string[];
}

/**
 * Lays an attempt's own folder over a person's: whatever lies in theirs is a link in ours, so that a
 * log-in stays one and the same, and what is set apart can be the attempt's own without a change to
 * any file of theirs.
 */
export function layHome({ from, to, apart }: OwnHome): void {
  mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const name of namesIn(from)) if (!apart.includes(name)) layEntry({ from, to, name });
}

/** The link of one name, where the person has it and the attempt does not. */
export function layEntry(entry: Pick<OwnHome, 'from' | 'to'> & { readonly name: string }): void {
  const theirs = join(entry.from, entry.name);
  const ours = join(entry.to, entry.name);
  if (isThere(theirs) && !isThere(ours)) symlinkSync(theirs, ours);
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
