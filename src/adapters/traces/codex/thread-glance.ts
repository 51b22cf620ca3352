import { parseRecord, recordAt, textAt, type JsonRecord } from '../../../domain/json-record.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import {
  commandWithoutOutput,
  glanceHead,
  glanceTotals,
  requestWithoutTotals,
  type GlancedHead,
} from './glance.ts';
import { copied } from '../compact.ts';
import { saysOf, type RawLine } from '../lines.ts';
import { ranIn } from './calls.ts';
import { standingOf, takeRecord } from './records.ts';
import type { Standing, ThreadState } from './thread-state.ts';
import { takeTokenCount } from './usage.ts';

/** What a reading for measures alone wants to know of copies. */
interface Copies {
  /** Whether there can be any: then ids are wanted. */
  readonly possible: () => boolean;
  readonly is: (record: JsonRecord, at: number | null) => boolean;
}

/** Looks at a thread's records by their bytes. */
export interface ThreadGlance {
  /** False: the record must be parsed. */
  readonly take: (line: RawLine, number: number) => boolean;
  /** A record was parsed. */
  readonly parsed: (record: JsonRecord) => void;
  readonly finish: () => void;
}

/** The looks at one thread, before its records are parsed. */
export function makeThreadGlance(thread: ThreadState, file: string, copies: Copies): ThreadGlance {
  /** Of running totals the last ones count, where requests are told one by one. */
  let totals: { readonly says: string; readonly evidence: Evidence } | null = null;
  return {
    take(line, number) {
      const evidence: Evidence = { file, line: number, record: null };
      if (thread.counted && !copies.possible() && glanceTotals(line) !== undefined) {
        totals = { says: saysOf(line), evidence };
        return true;
      }
      const head = glanceHead(line);
      if (head !== null) {
        if (head.id === null && copies.possible()) return false;
        const standing: Standing = { at: head.at, evidence };
        return takeHead(thread, standing, head, () => {
          if (!copies.possible()) return false;
          // An id is kept, and is a part of a larger text.
          const id = head.id === null ? null : copied(head.id);
          return copies.is({ payload: { type: copied(head.inner), id } }, head.at);
        });
      }
      const command = commandWithoutOutput(line);
      if (command !== null && wantsOutput(thread, command)) return false;
      const record = command ?? requestWithoutTotals(line);
      if (record === null) return false;
      const standing = standingOf(record, evidence);
      takeRecord(thread, standing, record, copies.is(record, standing.at));
      return true;
    },
    parsed(record) {
      if (totals !== null && textAt(recordAt(record, 'payload'), 'type') === 'token_count')
        totals = null;
    },
    finish() {
      if (totals === null) return;
      const record = parseRecord(totals.says);
      if (record === null) thread.session.builder.notes.count('unreadableLines');
      else
        takeTokenCount(
          thread,
          standingOf(record, totals.evidence),
          recordAt(record, 'payload'),
          false,
        );
    },
  };
}

/** Whether what a command printed tells more than that it went well. */
function wantsOutput(thread: ThreadState, record: JsonRecord): boolean {
  const item = recordAt(recordAt(record, 'payload'), 'item');
  const { command, cwd } = ranIn(thread, item);
  return thread.session.builder.wantsOutput(command, cwd);
}

/** A record of which nothing but its time is taken, or an output that an item told of before. */
function takeHead(
  { session, agent, settled }: ThreadState,
  { at, evidence }: Standing,
  { output }: GlancedHead,
  isCopied: () => boolean,
): boolean {
  if (output !== null && (!settled.has(output) || session.spawns.has(output))) return false;
  const { builder } = session;
  if (isCopied()) {
    builder.notes.count('repeatedRecords');
    return true;
  }
  if (output !== null) settled.delete(output);
  builder.seen(agent, at, evidence);
  builder.notes.clock(evidence.file, at);
  return true;
}
