import { createReadStream } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ModelUsage } from '../../../domain/receipt/agent-fact.ts';
import { totalTokens } from '../../../domain/receipt/token-usage.ts';
import { parseRecord, recordAt, textAt, type JsonRecord } from '../json-record.ts';
import { answerUsage, modelTotals } from './usage-meter.ts';

/** One answered request of the model; `sub`: a sub-agent's. */
export interface Answer extends ModelUsage {
  readonly sub: boolean;
}

/** What a session's own records tell. */
export interface SessionRecord {
  /** The files: the main agent's, then those of sub-agents. */
  readonly files: readonly string[];
  /** Each answer once, in order of its first line. */
  readonly answers: readonly Answer[];
  /** The totals that the CLI writes as it ends, also on SIGTERM; null where it was killed. */
  readonly totals: readonly ModelUsage[] | null;
}

/**
 * Reads what the CLI recorded of a session. Its folder is named after the workspace in a way of the
 * CLI's own, and can change within a session, so the session's id is looked for in all of them.
 */
export async function readSession(
  session: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SessionRecord> {
  const projects = join(env['CLAUDE_CONFIG_DIR'] ?? join(homedir(), '.claude'), 'projects');
  const folders = (await namesIn(projects)).map((name) => join(projects, name));
  const main = await existing(folders.map((folder) => join(folder, `${session}.jsonl`)));
  const subs = await Promise.all(
    folders.map((folder) => subFiles(join(folder, session, 'subagents'))),
  );
  const found: Found = { answers: new Map(), totals: null };
  for (const file of main) await readInto(found, file, false);
  for (const file of subs.flat()) await readInto(found, file, true);
  return {
    files: [...main, ...subs.flat()],
    answers: [...found.answers.values()].filter(({ usage }) => totalTokens(usage) > 0),
    totals: found.totals,
  };
}

interface Found {
  readonly answers: Map<string, Answer>;
  totals: readonly ModelUsage[] | null;
}

/** A fork's file may begin with a copy of its parent's lines: the first file that has a message owns it. */
async function readInto(found: Found, file: string, sub: boolean): Promise<void> {
  const lines = createInterface({ input: createReadStream(file), crlfDelay: Infinity });
  try {
    for await (const line of lines) {
      // Most lines are long and of other kinds; these two words stand in all that count.
      if (!line.includes('"usage"') && !line.includes('"cost-state"')) continue;
      const record = parseRecord(line);
      if (record !== null) takeRecord(found, record, sub);
    }
  } catch {
    // Gone or unreadable: then its answers are missing in the sum, and no requests are told.
  }
}

function takeRecord(found: Found, record: JsonRecord, sub: boolean): void {
  const type = textAt(record, 'type');
  if (type === 'cost-state') found.totals = modelTotals(record['modelUsage']);
  const message = recordAt(record, 'message');
  const id = textAt(message, 'id');
  const model = textAt(message, 'model');
  if (type !== 'assistant' || id === null || model === '<synthetic>') return;
  const usage = answerUsage(recordAt(message, 'usage'));
  const before = found.answers.get(id);
  // One line a content block; the later ones know more of the output, if anything.
  if (before !== undefined && before.usage.output >= usage.output) return;
  const isSub = before?.sub ?? (sub || record['isSidechain'] === true);
  found.answers.set(id, { model, usage, sub: isSub });
}

/** Transcripts of sub-agents, those of workflows below it too. */
async function subFiles(folder: string): Promise<string[]> {
  const names = await namesIn(folder, true);
  const files = names.filter((name) => /(?:^|\/)agent-[^/]+\.jsonl$/.test(name));
  return files.toSorted().map((name) => join(folder, name));
}

const namesIn = (folder: string, recursive = false): Promise<string[]> =>
  readdir(folder, { recursive }).catch(() => []);

async function existing(paths: readonly string[]): Promise<string[]> {
  const there = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => [path],
        () => [],
      ),
    ),
  );
  return there.flat();
}
