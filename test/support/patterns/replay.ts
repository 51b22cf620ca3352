import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Trace } from '../../../src/domain/trace/trace.ts';
import {
  observe,
  readingOf,
  type WatchedSession,
  type WatchEvent,
} from '../../../src/domain/trace/watch/watched-session.ts';
import { filesBelow, readMade, writeSession } from './corpus.ts';
import type { Form, Scenario } from './scenario.ts';

/** One session as it was told while its records came in, one at a time. */
export interface Replayed {
  readonly records: number;
  /** What was told before the end, and at it. */
  readonly live: readonly WatchEvent[];
  readonly atEnd: readonly WatchEvent[];
  /** The whole session. */
  readonly trace: Trace;
  readonly watched: WatchedSession;
}

/** Reads the session below a folder; null: there is none yet. */
type Reader = (folder: string) => Promise<Trace | null>;

/** Writes a scenario's records one by one, in the order of their times, and looks after each. */
export async function replayScenario(
  scenario: Scenario,
  form: Form,
  folder: string,
): Promise<Replayed> {
  const { code, id } = scenario;
  writeSession(scenario, form, join(folder, 'whole'));
  return replayFolder(
    join(folder, 'whole', code, id, form),
    join(folder, 'growing', code, id, form),
    (growing) => readMade(scenario, form, growing),
  );
}

/** Copies the records of a session one by one, in the order of their times, and looks after each. */
export async function replayFolder(
  whole: string,
  growing: string,
  read: Reader,
): Promise<Replayed> {
  const parts = partsOf(whole);
  const live: WatchEvent[] = [];
  let watched: WatchedSession | null = null;
  let trace: Trace | null = null;
  for (const [at, { file, text }] of parts.entries()) {
    const path = join(growing, file);
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, text);
    trace = await read(growing);
    if (trace === null) continue;
    const seen = observe(watched, readingOf(trace), { at, isOver: false });
    live.push(...seen.events);
    ({ watched } = seen);
  }
  if (trace === null) throw new Error(`no session in ${whole}`);
  const end = observe(watched, readingOf(trace), { at: parts.length, isOver: true });
  return {
    records: parts.length,
    live,
    atEnd: end.events,
    trace,
    watched: end.watched,
  };
}

/** One record, or one document. */
export interface Part {
  readonly file: string;
  readonly at: number;
  readonly text: string;
}

/** All records of a session in the order of time; a document comes with the records of the agent that it is of. */
export function partsOf(folder: string): readonly Part[] {
  const files = filesBelow(folder).map((path) => ({
    file: relative(folder, path),
    text: readFileSync(path, 'utf8'),
  }));
  const records = files.filter(({ file }) => file.endsWith('.jsonl')).flatMap(recordsIn);
  const documents = files
    .filter(({ file }) => !file.endsWith('.jsonl'))
    .map(({ file, text }) => {
      const stem = file.replace(/\.meta\.json$/, '.jsonl');
      return { file, text, at: records.find((each) => each.file === stem)?.at ?? Infinity };
    });
  return [...documents, ...records].toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at));
}

/** A record without a time comes with the one in front of it. */
function recordsIn({ file, text }: { file: string; text: string }): readonly Part[] {
  let last = 0;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { timestamp, time } = JSON.parse(line) as { timestamp?: string; time?: number };
      last = time ?? (timestamp === undefined ? last : Date.parse(timestamp));
      return { file, at: last, text: `${line}\n` };
    });
}
