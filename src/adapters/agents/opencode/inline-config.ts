import { isRecord, type JsonRecord } from '../../../domain/json-record.ts';
import type { Permissions } from './permissions.ts';

/** The variable that holds a config which the CLI lays over all the files of the person. */
export const INLINE_CONFIG = 'OPENCODE_CONFIG_CONTENT';

/**
 * What fanin lays over the person's config for one attempt: providers and log-ins stay theirs.
 * `witness` is the URL of fanin's plugin.
 */
export const ownConfig = (permission: Permissions, witness: string): JsonRecord => ({
  // A version stays what it was found to be for the whole of a run.
  autoupdate: false,
  share: 'disabled',
  plugin: [witness],
  // Otherwise the first refusal ends the run, with exit code 0.
  experimental: { continue_loop_on_deny: true },
  permission,
});

/**
 * The variable's new value: fanin's config over the one that somebody has set already; null where
 * that is no JSON object.
 */
export function layOver(given: string | undefined, own: JsonRecord): string | null {
  if (given === undefined || given.trim() === '') return JSON.stringify(own);
  try {
    const theirs: unknown = JSON.parse(given);
    return isRecord(theirs) ? JSON.stringify(merged(theirs, own)) : null;
  } catch {
    return null;
  }
}

function merged(below: JsonRecord, above: JsonRecord): JsonRecord {
  const all: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const old = all[key];
    // Of rules that match the last one counts, so what is laid over goes to the end.
    delete all[key];
    all[key] = both(old, value);
  }
  return all;
}

function both(old: unknown, value: unknown): unknown {
  if (isList(old) && isList(value)) return [...old, ...value];
  if (!isRecord(value)) return value;
  if (isRecord(old)) return merged(old, value);
  // One word in place of rules is the rule for everything.
  return typeof old === 'string' ? merged({ '*': old }, value) : value;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
