import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textAt } from '../../../domain/json-record.ts';
import type { Parse } from '../../../domain/guard/shell.ts';
import { makeTraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import type { Trace } from '../../../domain/trace/trace.ts';
import type { FoundFile, FoundSession, TraceImporter } from '../../../ports/traces.ts';
import type { RunEnds } from '../../../ports/run-ends.ts';
import { readDocument } from '../lines.ts';
import { sessionOf, sha256 } from '../reading.ts';
import { takeEnd } from './exit.ts';
import { takeReceipt } from './receipt.ts';
import { attemptOf, exitBeside, STARTED_FILE, takeUnreceipted } from './unreceipted.ts';

/** fanin's own runs: the run as the root, its attempts as sub-agents, by their receipts; those without one by what
 * their supervisor left. */
export const faninTraces = (parse: Parse, ends: RunEnds): TraceImporter => ({
  source: 'fanin',
  places: ({ state }) => (state === null ? [] : [join(state, 'attempts')]),
  sessions: findSessions,
  read: (session) => readRun(session, parse, ends),
});

const RECEIPT = /\/attempts\/[^/]+\/receipt\.json$/;

async function findSessions(files: readonly FoundFile[]): Promise<readonly FoundSession[]> {
  const runs = new Map<string, FoundFile[]>();
  const paths = new Set(files.map(({ path }) => path));
  for (const file of files) {
    const run = await runOf(file, paths);
    if (run !== null) runs.set(run, [...(runs.get(run) ?? []), file]);
  }
  return [...runs].map(([run, all]) => sessionOf('fanin', run, all));
}

/** The run that a file tells of: a receipt, or in its place what every attempt leaves. */
async function runOf({ path }: FoundFile, paths: ReadonlySet<string>): Promise<string | null> {
  if (RECEIPT.test(path)) {
    const receipt = await readDocument(path, null);
    return receipt === null ? null : textAt(receipt, 'run');
  }
  const alone = STARTED_FILE.test(path) && !paths.has(join(dirname(path), 'receipt.json'));
  return alone ? (attemptOf(path)?.run ?? null) : null;
}

async function readRun({ id, files }: FoundSession, parse: Parse, ends: RunEnds): Promise<Trace> {
  const builder = makeTraceBuilder('fanin', id, { hash: sha256, parse });
  const deliverables = new Set<string>();
  for (const file of files) {
    const { path, bytes } = file;
    if (STARTED_FILE.test(path)) {
      const exit = exitBeside(path);
      await takeUnreceipted(builder, file, existsSync(exit) ? exit : null);
      builder.file({ path, bytes, records: 1 });
      continue;
    }
    const receipt = await readDocument(path, builder.notes);
    if (receipt === null) continue;
    const evidence: Evidence = { file: path, line: 1, record: null };
    builder.agent(id, { kind: 'root', launch: 'person', name: id }, evidence);
    for (const each of takeReceipt({ builder, run: id, evidence }, receipt)) deliverables.add(each);
    builder.session({ title: `run ${id}` });
    builder.file({ path, bytes, records: 1 });
  }
  const [first] = files;
  const ended = first === undefined ? null : ends.of(stateOf(first.path), id);
  if (first !== undefined && ended !== null)
    takeEnd(builder, id, ended, { file: first.path, line: 1, record: null });
  builder.session({ deliverables: deliverables.size === 0 ? null : [...deliverables] });
  return builder.finish();
}

/** Where the files of attempts lie: `<state>/attempts/<attempt>/<file>`. */
const stateOf = (path: string): string => dirname(dirname(dirname(path)));
