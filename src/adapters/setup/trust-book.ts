import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failure } from '../../domain/failure.ts';
import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { err, ok } from '../../domain/result.ts';
import type { TrustEntry } from '../../domain/setup/trust.ts';
import { readSmall } from '../git/small-file.ts';

/** Where it is written which scripts a person has said yes to: in the state folder, which is in no commit. */
export const trustFile = (stateDir: string): string => join(stateDir, 'trust.json');

/** What is trusted here. A file that cannot be read trusts nothing. */
export function readTrust(stateDir: string): readonly TrustEntry[] {
  const text = readSmall(trustFile(stateDir));
  if (text === null) return [];
  try {
    const value: unknown = JSON.parse(text);
    const entries = isObject(value) && value['schema'] === 1 ? value['entries'] : null;
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

/** Writes it, all of it or nothing. Code `git-readonly`. */
export function writeTrust(
  stateDir: string,
  entries: readonly TrustEntry[],
): Result<null, Failure> {
  const file = trustFile(stateDir);
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(stateDir, { recursive: true });
    writeFileSync(temporary, `${JSON.stringify({ schema: 1, entries }, null, 2)}\n`, {
      mode: 0o600,
    });
    renameSync(temporary, file);
    return ok(null);
  } catch (error) {
    return err(failure('git-readonly', `fanin cannot write ${file} (${String(error)}).`));
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEntry = (value: unknown): value is TrustEntry =>
  isObject(value) &&
  ['key', 'hash', 'run', 'by'].every((name) => typeof value[name] === 'string') &&
  typeof value['at'] === 'number' &&
  isObject(value['files']) &&
  Object.values(value['files']).every((id) => typeof id === 'string');
