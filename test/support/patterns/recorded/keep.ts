import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseRecord } from '../../../../src/domain/json-record.ts';
import { agentPin } from '../../agent-cli.ts';
import type { Mark } from './director.ts';
import type { Played } from './play.ts';
import { paceOf, recordedFolder, type RecordedScenario } from './scenario.ts';
import type { Stage } from './stage.ts';
import { stripped } from './strip.ts';

/** What is kept of a session beside its records, as `recorded.json`. */
export interface Recording {
  readonly program: string;
  readonly version: string;
  /** Seconds that a minute of the scenario took. */
  readonly secondsPerMinute: number;
  /** The program's own ids of the scenario's agents. */
  readonly agents: Readonly<Record<string, string>>;
  /** Where the label's evidence is: from one line to another of a file, counted from 1. */
  readonly evidence: readonly Place[];
}

interface Place {
  readonly file: string;
  readonly from: number;
  readonly to: number;
}

/** Records of at least this many bytes are packed. */
const LARGE = 4_000;
const ROOT = join(import.meta.dirname, '..', '..', '..', '..');
const MARKER = /\[\[script:([\w-]+)\]\]/;

/** Puts a session's records into the corpus: as the program wrote them, without this machine's paths and the program's own prompts. What went wrong. */
export function keep(
  scenario: RecordedScenario,
  stage: Stage,
  { folder, marks }: Played,
): string | null {
  const target = recordedFolder(scenario, stage.player);
  rmSync(target, { recursive: true, force: true });
  const [from, to] = stage.records;
  const base = join(folder, 'home', from);
  const agents: Record<string, string> = {};
  const logs = new Map<string, { readonly file: string; readonly lines: readonly string[] }>();
  for (const path of recordsBelow(base, stage)) {
    const text = readFileSync(path, 'utf8');
    const name = join(to, neutral(relative(base, path), folder));
    if (!path.endsWith('.jsonl')) {
      put(join(target, name), neutral(text, folder));
      continue;
    }
    const agent = MARKER.exec(text)?.[1] ?? '?';
    agents[agent] = stage.agentOf(path, text);
    const lines = text.split('\n');
    const kept = lines.map((line) => keptLine(line, folder)).join('\n');
    const file = kept.length >= LARGE ? `${name}.gz` : name;
    put(join(target, file), kept);
    logs.set(agent, { file, lines });
  }
  const lost = marks.filter((mark) => linesOf(mark, logs).length === 0);
  if (lost.length > 0)
    return `no record of ${lost.map(({ agent, needle }) => `${agent} ${needle}`).join(', ')}`;
  const recording: Recording = {
    program: agentPin(stage.cli).package,
    version: agentPin(stage.cli).version,
    secondsPerMinute: paceOf(scenario),
    agents,
    evidence: marks.map((mark) => placeOf(mark, logs)),
  };
  put(join(target, 'recorded.json'), `${JSON.stringify(recording, null, 2)}\n`);
  return null;
}

function recordsBelow(base: string, stage: Stage): readonly string[] {
  return readdirSync(base, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => stage.isRecord(path))
    .toSorted();
}

type Logs = ReadonlyMap<string, { readonly file: string; readonly lines: readonly string[] }>;

function linesOf({ agent, needle }: Mark, logs: Logs): readonly number[] {
  const lines = logs.get(agent)?.lines ?? [];
  return lines.flatMap((line, at) => (line.includes(needle) ? [at + 1] : []));
}

function placeOf(mark: Mark, logs: Logs): Place {
  const lines = linesOf(mark, logs);
  return {
    file: logs.get(mark.agent)?.file ?? '',
    from: lines[0] ?? 0,
    to: lines.at(-1) ?? 0,
  };
}

function keptLine(line: string, folder: string): string {
  const record = parseRecord(line);
  return neutral(record === null ? line : JSON.stringify(stripped(record)), folder);
}

/** Without the paths and names of the machine that it was recorded on, and without what the model is steered by. */
function neutral(text: string, folder: string): string {
  const dashed = (path: string): string => path.replaceAll(/[^\w]/g, '-').replaceAll('_', '-');
  return text
    .replaceAll(/ ?\[\[script:[\w-]+\]\]/g, '')
    .replaceAll(join(folder, 'repo'), '/repo')
    .replaceAll(join(folder, 'home'), '/home/dev')
    .replaceAll(`${dashed(folder)}-repo`, '-repo')
    .replaceAll(`${dashed(folder)}-home`, '-home-dev')
    .replaceAll(ROOT, '/opt/agents')
    .replaceAll(dirname(process.execPath), '/usr/local/bin')
    .replaceAll(`"${hostname()}"`, '"machine"');
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, path.endsWith('.gz') ? gzipSync(text, { level: 9 }) : text);
}
