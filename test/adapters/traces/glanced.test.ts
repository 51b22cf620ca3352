import fc from 'fast-check';
import { expect, it } from 'vitest';
import { glanceAnswer } from '../../../src/adapters/traces/claude-code/glance-answer.ts';
import {
  glanceResult,
  writeWithoutOriginal,
} from '../../../src/adapters/traces/claude-code/glance.ts';
import {
  commandWithoutOutput,
  glanceHead,
  requestWithoutTotals,
} from '../../../src/adapters/traces/codex/glance.ts';
import { saysOf, type RawLine } from '../../../src/adapters/traces/lines.ts';
import { timeOf } from '../../../src/adapters/traces/reading.ts';
import { parseRecord, recordAt, recordsAt, textAt } from '../../../src/domain/json-record.ts';
import { ANSWER, COMMAND, HEADS, record, REQUEST, RESULT, WRITE } from './glanced-records.ts';
import { rawLine } from './raw-line.ts';

const NOTHING = { delegations: new Map(), outputs: new Set<string>(), answered: '', version: null };
const BASH = { toolOf: new Map([['toolu_1', 'Bash']]), ...NOTHING };

/** What the parser makes of a line; never null, for what was glanced at must be a record. */
function parsed(line: RawLine) {
  const made = parseRecord(saysOf(line));
  if (made === null) throw new Error(`it is no record: ${saysOf(line)}`);
  return made;
}

/** Holds that whatever a look takes, the parser would have taken; and that the look takes something at all. */
function agrees(shape: object, check: (line: RawLine, bytes: Buffer) => boolean): void {
  let taken = 0;
  fc.assert(
    fc.property(record(shape), (bytes) => {
      if (check(rawLine(bytes), bytes)) taken += 1;
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(100);
}

it.each(['measures', 'patterns'] as const)('an answer, for %s', (depth) => {
  agrees(ANSWER, (line) => {
    const glanced = glanceAnswer(line, { ...NOTHING, depth }, null);
    if (glanced === null) return false;
    const whole = parsed(line);
    const message = recordAt(whole, 'message');
    expect(glanced.at).toBe(timeOf(whole['timestamp']));
    expect(glanced.cwd).toBe(whole['cwd']);
    expect(whole['agentId']).toBeUndefined();
    expect(glanced.record).toMatchObject({ type: whole['type'], version: whole['version'] });
    const told = recordAt(glanced.record, 'message');
    for (const key of ['id', 'model', 'stop_reason']) expect(told[key]).toEqual(message[key]);
    expect(usageOf(told)).toEqual(usageOf(message));
    const blocks = recordsAt(message, 'content');
    const isText = blocks.length === 1 && textAt(blocks[0] ?? {}, 'type') === 'text';
    expect(told['content']).toEqual(depth === 'measures' && isText ? [] : blocks);
    return true;
  });
});

/** The counts of a usage: texts in it are not taken. */
const usageOf = (message: ReturnType<typeof parsed>) =>
  Object.entries(recordAt(message, 'usage')).filter(([, value]) => typeof value === 'number');

it.each(['measures', 'patterns'] as const)('a result, for %s', (depth) => {
  agrees(RESULT, (line) => {
    const glanced = glanceResult(line, { ...BASH, depth }, null);
    if (glanced === null) return false;
    const whole = parsed(line);
    const [block, other] = recordsAt(recordAt(whole, 'message'), 'content');
    expect(other).toBeUndefined();
    expect(whole).toMatchObject({ type: 'user', version: glanced.version });
    expect(glanced.at).toBe(timeOf(whole['timestamp']));
    expect(block).toMatchObject({ type: 'tool_result', tool_use_id: glanced.call });
    expect(block?.['is_error'] ?? false).toBe(false);
    expect(recordAt(whole, 'toolUseResult')['backgroundTaskId']).toBeUndefined();
    expect(whole['agentId']).toBeUndefined();
    return true;
  });
});

it('a write without what was there before', () => {
  agrees(WRITE, (line) => {
    const glanced = writeWithoutOriginal(line, null);
    if (glanced === null) return false;
    expect(withoutOriginals(glanced)).toBe(withoutOriginals(parsed(line)));
    return true;
  });
});

const withoutOriginals = (value: object): string =>
  JSON.stringify(value, (key, each: unknown) => (key === 'originalFile' ? '' : each));

it('a command without what it printed', () => {
  agrees(COMMAND, (line) => {
    const glanced = commandWithoutOutput(line);
    if (glanced === null) return false;
    const plain = (value: object): string =>
      JSON.stringify(value, (key, each: unknown) => (key === 'aggregated_output' ? '' : each));
    expect(plain(glanced)).toBe(plain(parsed(line)));
    return true;
  });
});

it('a request without the running totals', () => {
  agrees(REQUEST, (line) => {
    const glanced = requestWithoutTotals(line);
    if (glanced === null) return false;
    const whole = parsed(line);
    const payload = recordAt(whole, 'payload');
    expect(glanced).toMatchObject({ timestamp: whole['timestamp'], type: whole['type'] });
    const told = recordAt(glanced, 'payload');
    for (const key of ['thread_id', 'turn_id', 'response_id', 'usage', 'id', 'type'])
      expect(told[key]).toEqual(payload[key]);
    return true;
  });
});

it('the head of a record of which nothing else is taken', () => {
  agrees(HEADS, (line, bytes) => {
    const glanced = glanceHead(line);
    // Nothing behind the head is looked at: that there is more of it is known of whole records alone.
    if (glanced === null || parseRecord(bytes.toString('utf8')) === null) return false;
    const whole = parsed(line);
    if (textAt(recordAt(whole, 'payload'), 'type') !== glanced.inner) return false;
    expect(glanced.at).not.toBeNull();
    return true;
  });
});
