import { expect, test } from 'vitest';
import { stripped } from './strip.ts';

const long = 'x'.repeat(500);
const cut = `${'x'.repeat(80)}…[420 characters cut]`;

test('what a program tells its model at the start is cut, and its record stays', () => {
  expect(
    stripped({ type: 'session_meta', payload: { id: 't', base_instructions: { text: long } } }),
  ).toEqual({ type: 'session_meta', payload: { id: 't', base_instructions: { text: cut } } });
  expect(
    stripped({ type: 'llm.tools_snapshot', tools: [{ a: 1 }, { b: 2 }, { c: 3 }], time: 5 }),
  ).toEqual({ type: 'llm.tools_snapshot', tools: [], time: 5 });
  expect(
    stripped({ type: 'attachment', attachment: { type: 'skill_listing', content: long } }),
  ).toEqual({ type: 'attachment', attachment: { type: 'skill_listing', content: cut } });
});

test('what agents say, do and are told by each other is kept whole', () => {
  const records = [
    { type: 'assistant', message: { content: [{ type: 'text', text: long }] } },
    { type: 'attachment', attachment: { type: 'queued_command', prompt: long } },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: [long] } },
    { type: 'context.append_loop_event', event: { type: 'tool.result', result: { output: long } } },
  ];
  for (const record of records) expect(stripped(record)).toEqual(record);
});
