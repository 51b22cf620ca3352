import type { Parse } from '../../../domain/guard/shell.ts';
import { makeTraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { Trace } from '../../../domain/trace/trace.ts';
import type { FoundFile, FoundSession, TraceImporter } from '../../../ports/traces.ts';
import { readDocument, startOfFile } from '../lines.ts';
import { sessionOf, sha256 } from '../reading.ts';
import { takeNotedRun } from './noted.ts';
import { idOf, sessionIdOf, takeTrajectory } from './trajectory.ts';

/** Trajectories in the Agent Trajectory Interchange Format, up to version 1.7. No agent keeps them anywhere by itself. */
export const atifTraces = (parse: Parse): TraceImporter => ({
  source: 'atif',
  places: () => [],
  sessions: findSessions,
  read: (session) => readSession(session, parse),
});

async function findSessions(files: readonly FoundFile[]): Promise<readonly FoundSession[]> {
  const found: FoundSession[] = [];
  for (const file of files) {
    if (!/\.json(?:\.gz)?$/.test(file.path)) continue;
    if (!/"schema_version"\s*:\s*"ATIF-v/.test(await startOfFile(file.path))) continue;
    const document = await readDocument(file.path, null);
    if (document !== null)
      found.push(sessionOf('atif', sessionIdOf(document) ?? file.path, [file]));
  }
  return found;
}

async function readSession({ id, files }: FoundSession, parse: Parse): Promise<Trace> {
  const builder = makeTraceBuilder('atif', id, { hash: sha256, parse });
  for (const { path, bytes } of files) {
    const document = await readDocument(path, builder.notes);
    if (document === null) continue;
    const root = idOf(document) ?? id;
    const reading = { builder, file: path, root, hash: sha256 };
    const records = takeTrajectory(reading, document, null);
    takeNotedRun(builder, document, root);
    builder.file({ path, bytes, records });
  }
  return builder.finish();
}
