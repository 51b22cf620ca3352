import { basename, dirname } from 'node:path';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { FoundFile } from '../../../ports/traces.ts';
import { readDocument } from '../lines.ts';
import { timeOf } from '../reading.ts';
import { endOf } from './exit.ts';

/** The two files that an attempt leaves whatever becomes of it: that it was started, and how it ended. */
export const STARTED_FILE = /\/attempts\/[^/]+\/process\.json$/;
const EXIT_NAME = 'exit.json';

/** What the folder of an attempt says: `<run>-<task>-<number>`. Null: it has another name. */
export function attemptOf(path: string): { readonly run: string; readonly task: string } | null {
  const [, run, task] = /^(r[\da-z]+)-(.+)-\d+$/.exec(basename(dirname(path))) ?? [];
  return run === undefined || task === undefined ? null : { run, task };
}

/** An attempt that has no receipt: it is at work, or was stopped before it handed in. */
export async function takeUnreceipted(
  builder: TraceBuilder,
  { path }: FoundFile,
  exitPath: string | null,
): Promise<void> {
  const named = attemptOf(path);
  const started = await readDocument(path, builder.notes);
  if (named === null || started === null) return;
  const { run, task } = named;
  const attempt = basename(dirname(path));
  const exit = exitPath === null ? null : await readDocument(exitPath, builder.notes);
  const evidence: Evidence = { file: path, line: 1, record: null };
  const ended: Evidence = { file: exitPath ?? path, line: 1, record: null };
  const from = timeOf(started['startedAt']);
  const to = exit === null ? null : timeOf(exit['at']);
  builder.agent(run, { kind: 'root', launch: 'person', name: run }, evidence);
  builder.agent(
    attempt,
    {
      parent: run,
      name: task,
      launch: 'background',
      inheritsContext: false,
      ...(exit === null ? {} : { end: { ...endOf(exit), at: to, evidence: ended } }),
    },
    evidence,
  );
  builder.seen(run, from, evidence);
  builder.seen(attempt, from, evidence);
  builder.agents.turn(attempt, from);
  builder.agents.turnEnd(attempt, to);
  builder.seen(attempt, to, ended);
  builder.seen(run, to, ended);
}

/** The file with the end of an attempt, beside the one that says that it was started. */
export const exitBeside = (path: string): string => path.replace(/process\.json$/, EXIT_NAME);
