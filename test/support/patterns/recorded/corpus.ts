import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { claudeCodeTraces } from '../../../../src/adapters/traces/claude-code/importer.ts';
import { codexTraces } from '../../../../src/adapters/traces/codex/importer.ts';
import { kimiTraces } from '../../../../src/adapters/traces/kimi/importer.ts';
import { shellParser } from '../../../../src/adapters/shell/unbash.ts';
import type { Trace } from '../../../../src/domain/trace/trace.ts';
import type { TraceImporter } from '../../../../src/ports/traces.ts';
import { flagged } from '../corpus.ts';
import type { Recording } from './keep.ts';
import { recordedFolder, type Player, type RecordedScenario } from './scenario.ts';
import { startIn, stretched } from './stretch.ts';

const IMPORTERS: Readonly<Record<Player, TraceImporter>> = {
  'claude-code': claudeCodeTraces(shellParser.parse),
  codex: codexTraces(shellParser.parse),
  kimi: kimiTraces(shellParser.parse),
};

/** A session that a real program recorded, read back. */
export interface RecordedTrace {
  readonly scenario: RecordedScenario;
  readonly player: Player;
  readonly recording: Recording;
  readonly trace: Trace;
  /** Where the label's evidence stands: one of these lines each, as `file:line`. */
  readonly evidence: readonly (readonly string[])[];
}

/** Whether a session lies in the corpus. */
export const isRecorded = (scenario: RecordedScenario, player: Player): boolean =>
  existsSync(join(recordedFolder(scenario, player), 'recorded.json'));

/** Reads a session with the program's own importer, its times stretched as its label says. `folder`: for what is made of the records. */
export async function recordedTraceOf(
  scenario: RecordedScenario,
  player: Player,
  folder: string,
): Promise<RecordedTrace> {
  const from = recordedFolder(scenario, player);
  const root = join(folder, basename(scenario.home), scenario.code, scenario.id, player);
  const files = unpacked(from, root, scenario.stretch).map((path) => ({
    path,
    bytes: statSync(path).size,
    modifiedAt: 0,
  }));
  const [session, other] = await IMPORTERS[player].sessions(files);
  if (session === undefined || other !== undefined) throw new Error(`not one session in ${from}`);
  const recording = JSON.parse(readFileSync(join(from, 'recorded.json'), 'utf8')) as Recording;
  const read = await IMPORTERS[player].read(session);
  const scopes = Object.fromEntries(
    Object.entries(scenario.scopes).map(([id, globs]) => [recording.agents[id] ?? id, globs]),
  );
  return {
    scenario,
    player,
    recording,
    trace: flagged(read, { ...scenario, scopes }),
    evidence: recording.evidence.map(({ file, from: first, to }) =>
      Array.from({ length: to - first + 1 }, (_, at) => `${join(root, plain(file))}:${first + at}`),
    ),
  };
}

/** The records as text, stretched, in a folder of their own. */
function unpacked(from: string, to: string, stretch: number): readonly string[] {
  const texts = readdirSync(from, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && each.name !== 'recorded.json')
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      const bytes = readFileSync(path);
      const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
      return { path: join(to, plain(relative(from, path))), text };
    });
  const start = startIn(texts.map(({ text }) => text));
  for (const { path, text } of texts) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, stretched(text, start, stretch));
  }
  return texts.map(({ path }) => path);
}

const plain = (path: string): string => path.replace(/\.gz$/, '');
