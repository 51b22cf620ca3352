import { describe, expect, it } from 'vitest';
import {
  commandWithoutOutput,
  glanceHead,
  requestWithoutTotals,
} from '../../../../src/adapters/traces/codex/glance.ts';
import type { RawLine } from '../../../../src/adapters/traces/lines.ts';
import { rawLine } from '../raw-line.ts';

const LONG = `"x", \\ ","exit_code":7 ${'x'.repeat(2_000)}`;
const TIME = '2026-11-29T13:01:19.759Z';
const line = (type: string, payload: object): RawLine =>
  rawLine(JSON.stringify({ timestamp: TIME, ordinal: 4, type, payload }));
const command = (item: object): RawLine =>
  line('event_msg', {
    type: 'item_completed',
    thread_id: 't',
    turn_id: 'u',
    item: {
      type: 'CommandExecution',
      id: 'c',
      command: ['ls'],
      status: 'completed',
      aggregated_output: LONG,
      exit_code: 0,
      ...item,
    },
    started_at_ms: 1,
  });

describe('glanceHead', () => {
  const at = Date.parse(TIME);

  it('takes the head of records of which only the time is wanted, and of outputs', () => {
    expect(glanceHead(line('response_item', { type: 'reasoning', id: 'rs', text: LONG }))).toEqual({
      at,
      id: 'rs',
      inner: 'reasoning',
      output: null,
    });
    expect(
      glanceHead(
        line('response_item', {
          type: 'function_call_output',
          id: 'f',
          call_id: 'c',
          output: LONG,
        }),
      ),
    ).toEqual({ at, id: 'f', inner: 'function_call_output', output: 'c' });
    expect(
      glanceHead(
        line('response_item', { type: 'function_call_output', call_id: 'c', output: LONG }),
      ),
    ).toMatchObject({ id: null, output: 'c' });
  });

  it('leaves all others to the parser', () => {
    expect(glanceHead(line('response_item', { type: 'message', id: 'm', text: LONG }))).toBeNull();
    expect(glanceHead(line('response_item', { type: 'reasoning', id: 'rs' }))).toBeNull();
    expect(
      glanceHead(
        line('response_item', { type: 'function_call_output', output: LONG, call_id: 'c' }),
      ),
    ).toBeNull();
  });
});

describe('commandWithoutOutput', () => {
  it('has all of a command that went well but what it printed', () => {
    expect(commandWithoutOutput(command({}))).toEqual({
      timestamp: TIME,
      ordinal: 4,
      type: 'event_msg',
      payload: {
        type: 'item_completed',
        thread_id: 't',
        turn_id: 'u',
        item: {
          type: 'CommandExecution',
          id: 'c',
          command: ['ls'],
          status: 'completed',
          aggregated_output: '',
          exit_code: 0,
        },
        started_at_ms: 1,
      },
    });
  });

  it.each([
    ['failures', { exit_code: 1 }],
    ['commands that were refused', { status: 'declined' }],
    ['commands without an exit code', { exit_code: undefined }],
    ['other items', { type: 'FileChange' }],
    ['short outputs', { aggregated_output: 'x' }],
  ])('leaves %s to the parser', (_, item) => {
    expect(commandWithoutOutput(command(item))).toBeNull();
  });
});

describe('requestWithoutTotals', () => {
  const usage = { input_tokens: 3, output_tokens: 4 };
  const request = (more: object = {}) =>
    line('token_usage_record', {
      thread_id: 't',
      response_id: 'r',
      usage,
      turn_token_usage: { input_tokens: 30 },
      thread_token_usage: { input_tokens: 300 },
      ...more,
    });

  it('has the tokens of a request without the totals behind them', () => {
    expect(requestWithoutTotals(request())).toMatchObject({
      timestamp: TIME,
      payload: { thread_id: 't', response_id: 'r', usage },
    });
  });

  it('leaves other records, and what is behind the totals and counts, to the parser', () => {
    expect(requestWithoutTotals(line('event_msg', { type: 'token_count' }))).toBeNull();
    expect(requestWithoutTotals(request({ id: 'x' }))).toBeNull();
    expect(requestWithoutTotals(request({ more: [{ a: [1] }] }))).toBeNull();
  });
});
