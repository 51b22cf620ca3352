import { measured, unmeasured } from './receipt.ts';
import type { Measured } from './receipt.ts';

/** In an attempt's folder: the copies of its agent's records of its session, and which there are. */
export const SESSION_COPIES = 'sessions';
export const SESSION_RECORDS = 'sessions.json';

/** What was taken of an agent's records of its session, whose HOME goes with its workspace. */
export interface SessionRecords {
  /** `from`: the path that the agent knows; `file`: where the copy lies in the attempt's folder. */
  readonly kept: readonly { readonly from: string; readonly file: string }[];
  readonly left: readonly NotKept[];
}

/** A record that was not taken. */
export interface NotKept {
  readonly from: string;
  readonly why: string;
}

/** Reads what `JSON.stringify` made of them; null for anything else. */
export const readSessionRecords = (text: string | null): SessionRecords | null => {
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(text);
    return isRecords(read) ? read : null;
  } catch {
    return null;
  }
};

const isRecords = (read: unknown): read is SessionRecords =>
  typeof read === 'object' &&
  read !== null &&
  'kept' in read &&
  areAll(read.kept, ['from', 'file']) &&
  'left' in read &&
  areAll(read.left, ['from', 'why']);

const areAll = (list: unknown, fields: readonly string[]): boolean =>
  Array.isArray(list) &&
  list.every(
    (each: unknown) =>
      typeof each === 'object' &&
      each !== null &&
      fields.every((field) => typeof new Map(Object.entries(each)).get(field) === 'string'),
  );

/** The records of an attempt whose HOME is private, and the folder (absolute) that `file`s lie in. */
export interface KeptSession {
  readonly folder: string;
  readonly records: SessionRecords | null;
}

/**
 * The files that hold an agent's own records of its session: those that it names first. `told`: as the
 * agent knows them; `kept` null: they lie in the person's own HOME.
 */
export const transcriptsOf = (
  told: readonly string[],
  kept: KeptSession | null,
): Measured<readonly string[]> => {
  if (kept === null) return told.length > 0 ? measured(told) : unmeasured(NONE_KNOWN);
  const records = kept.records ?? { kept: [], left: [] };
  const copies = new Map(records.kept.map(({ from, file }) => [from, `${kept.folder}/${file}`]));
  const named = told.flatMap((path) => copies.get(path) ?? []);
  const all = [...new Set([...named, ...copies.values()])];
  if (all.length > 0) return measured(all);
  const [first] = records.left;
  if (first !== undefined) return unmeasured(`not kept: ${first.from}: ${first.why}`);
  return unmeasured(told.length === 0 ? NONE_KNOWN : NOT_THERE);
};

const NONE_KNOWN = 'the agent left no record of its session that is known';
const NOT_THERE =
  'not kept: what the agent names did not lie where such records are looked for, and went with its HOME';
