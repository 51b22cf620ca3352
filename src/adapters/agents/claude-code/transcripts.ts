import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ModelUsage } from '../../../domain/receipt/agent-fact.ts';
import { totalTokens } from '../../../domain/receipt/token-usage.ts';
import { readLines } from '../file-tail.ts';
import { parseRecord, recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
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
export function readSession(
  session: string,
  env: Readonly<Record<string, string | undefined>>,
): SessionRecord {
  const projects = join(env['CLAUDE_CONFIG_DIR'] ?? join(homedir(), '.claude'), 'projects');
  const folders = namesIn(projects).map((name) => join(projects, name));
  const main = folders.map((folder) => join(folder, `${session}.jsonl`)).filter(existsSync);
  const subs = folders.flatMap((folder) => subFiles(join(folder, session, 'subagents')));
  const found: Found = { answers: new Map(), totals: null };
  for (const file of main) readInto(found, file, false);
  for (const file of subs) readInto(found, file, true);
  return {
    files: [...main, ...subs],
    answers: [...found.answers.values()].filter(({ usage }) => totalTokens(usage) > 0),
    totals: found.totals,
  };
}

interface Found {
  readonly answers: Map<string, Answer>;
  totals: readonly ModelUsage[] | null;
}

/** A fork's file may begin with a copy of its parent's lines: the first file that has a message owns it. */
function readInto(found: Found, file: string, sub: boolean): void {
  try {
    readLines(file, (line) => {
      // Most lines are long and of other kinds; these two words stand in all that count.
      if (!line.includes('"usage"') && !line.includes('"cost-state"')) return;
      const record = parseRecord(line);
      if (record !== null) takeRecord(found, record, sub);
    });
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
function subFiles(folder: string): string[] {
  const names = namesIn(folder, true);
  const files = names.filter((name) => /(?:^|\/)agent-[^/]+\.jsonl$/.test(name));
  return files.toSorted().map((name) => join(folder, name));
}

function namesIn(folder: string, recursive = false): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' });
  } catch {
    return [];
  }
}
