import {
  countAt,
  recordAt,
  recordsAt,
  textAt,
  type JsonRecord,
} from '../../../domain/json-record.ts';
import type { TraceBuilder } from '../../../domain/trace/build/trace-builder.ts';
import type { FileWrite } from '../../../domain/trace/event.ts';
import type { Evidence } from '../../../domain/trace/evidence.ts';
import { UNREAD_WRITE } from '../../../domain/trace/build/unread-write.ts';
import { timeOf } from '../reading.ts';
import { endOf } from './exit.ts';

/** A receipt that is read. */
export interface Reading {
  readonly builder: TraceBuilder;
  readonly run: string;
  readonly evidence: Evidence;
}

/** An attempt as an agent of its run; the deliverables it was to leave. */
export function takeReceipt(reading: Reading, receipt: JsonRecord): readonly string[] {
  const { builder, run, evidence } = reading;
  const attempt = textAt(receipt, 'attempt') ?? '';
  const agent = recordAt(receipt, 'agent');
  const times = new Map(
    recordsAt(receipt, 'timeline').map((each) => [textAt(each, 'what') ?? '', timeOf(each['at'])]),
  );
  const from = times.get('started') ?? times.get('queued') ?? null;
  const to = times.get('harvested') ?? null;
  const root = workCopyOf(attempt);
  builder.agent(
    attempt,
    {
      parent: run,
      name: textAt(receipt, 'task'),
      type: textAt(agent, 'adapter'),
      launch: 'background',
      inheritsContext: false,
      place: { path: root, own: true, branch: null },
      end: { ...endOf(recordAt(receipt, 'exit')), at: to, evidence },
    },
    evidence,
  );
  builder.seen(run, times.get('queued') ?? from, evidence);
  builder.seen(attempt, from, evidence);
  builder.agents.turn(attempt, from);
  builder.agents.turnEnd(attempt, to);
  builder.seen(attempt, to, evidence);
  builder.seen(run, times.get('checked') ?? to, evidence);
  takeUsage(reading, attempt, receipt, to);
  for (const file of recordsAt(receipt, 'files')) takeFile(reading, attempt, file, to);
  for (const check of recordsAt(receipt, 'checks'))
    takeCheck(reading, attempt, check, times.get('checked') ?? to);
  return recordsAt(receipt, 'deliverables').flatMap((each) => textAt(each, 'path') ?? []);
}

/** The work copy of an attempt may be gone; this stands for it, so that each attempt has one of its own. */
const workCopyOf = (attempt: string): string => `/fanin/${attempt}`;

const value = (record: JsonRecord, key: string): JsonRecord => {
  const measured = recordAt(record, key);
  return measured['measured'] === true ? recordAt(measured, 'value') : {};
};

const textValue = (record: JsonRecord, key: string): string | null => {
  const measured = recordAt(record, key);
  return measured['measured'] === true ? textAt(measured, 'value') : null;
};

function takeUsage(
  { builder, evidence }: Reading,
  attempt: string,
  receipt: JsonRecord,
  at: number | null,
): void {
  const usage = value(receipt, 'usage');
  if (Object.keys(usage).length === 0) return;
  builder.request(attempt, {
    agent: attempt,
    at,
    evidence,
    model: textValue(recordAt(receipt, 'agent'), 'model'),
    usage: {
      input: countAt(usage, 'input'),
      cacheRead: countAt(usage, 'cacheRead'),
      cacheWrite: countAt(usage, 'cacheWrite'),
      output: countAt(usage, 'output'),
    },
    of: 'total',
    stop: 'unknown',
  });
}

const OPS: Readonly<Record<string, FileWrite['op']>> = {
  added: 'create',
  modified: 'edit',
  deleted: 'delete',
  renamed: 'move',
};

function takeFile(
  { builder, evidence }: Reading,
  attempt: string,
  file: JsonRecord,
  at: number | null,
): void {
  const path = textAt(file, 'path');
  if (path === null) return;
  const change = textAt(file, 'change') ?? '';
  builder.event({
    kind: 'write',
    agent: attempt,
    at,
    evidence,
    call: attempt,
    path: { workspace: null, path: `${workCopyOf(attempt)}/${path}`, kind: 'outside' },
    how: 'tool',
    ...UNREAD_WRITE,
    op: Object.hasOwn(OPS, change) ? (OPS[change] ?? 'unknown') : 'unknown',
  });
}

function takeCheck(
  { builder, run, evidence }: Reading,
  attempt: string,
  check: JsonRecord,
  at: number | null,
): void {
  const status = textAt(check, 'status');
  if (status !== 'passed' && status !== 'failed') return;
  builder.event({
    kind: 'test',
    // What fanin ran itself is the run's, not the agent's.
    agent: textAt(check, 'by') === 'fanin' ? run : attempt,
    at,
    evidence,
    call: attempt,
    what: 'test',
    runner: textAt(check, 'name') ?? 'check',
    scope: [],
    until: at,
    verdict: status,
    passed: null,
    failed: null,
    failures: '',
    workspace: workCopyOf(attempt),
  });
}
