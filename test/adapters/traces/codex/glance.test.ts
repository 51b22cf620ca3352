import { describe, expect, it } from 'vitest';
import { commandWithoutOutput, glanceHead } from '../../../../src/adapters/traces/codex/glance.ts';

const LONG = `"x", \\ ","exit_code":7 ${'x'.repeat(2_000)}`;
const TIME = '2026-11-29T13:01:19.759Z';
const line = (type: string, payload: object): Buffer =>
  Buffer.from(JSON.stringify({ timestamp: TIME, ordinal: 4, type, payload }));
const command = (item: object): Buffer =>
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
