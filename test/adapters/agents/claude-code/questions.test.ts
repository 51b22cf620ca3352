import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDesk } from '../../../../src/adapters/agents/claude-code/questions.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000 }));
afterEach(() => vi.useRealTimers());

function desk() {
  const told: AgentFact[] = [];
  const replies: unknown[] = [];
  const made = makeDesk({
    ms: 60_000,
    now: () => Date.now(),
    tell: (fact) => told.push(fact),
    reply: (line) => {
      expect(line.indexOf('\n')).toBe(line.length - 1);
      replies.push(JSON.parse(line));
    },
  });
  return { desk: made, told, replies };
}

const may = (request_id: string, command: string) => ({
  request_id,
  request: {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command },
    decision_reason: 'This command requires approval',
  },
});
const success = (request_id: string, response: object) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id, response },
});
const answered = (id: string, choice: string, by: 'person' | 'default') => ({
  kind: 'answered',
  id,
  choice,
  by,
});

describe('a permission', () => {
  it('is asked with the whole command, and refused when nobody answers', () => {
    const { desk: at, told, replies } = desk();
    at.take(may('r1', 'make one\nmake two'));
    expect(told).toEqual([
      {
        kind: 'question',
        question: {
          id: 'q1',
          kind: 'permission',
          text: 'Bash make one\nmake two\nThis command requires approval',
          options: ['allow', 'refuse'],
          default: 'refuse',
          until: 61_000,
        },
      },
    ]);
    vi.advanceTimersByTime(59_999);
    expect(replies).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(told.at(-1)).toEqual(answered('q1', 'refuse', 'default'));
    expect(replies).toMatchObject([success('r1', { behavior: 'deny' })]);
  });

  it('is given with the input as it was asked for', () => {
    const { desk: at, told, replies } = desk();
    at.take(may('r1', 'make'));
    at.answer('q1', 'allow');
    expect(told.at(-1)).toEqual(answered('q1', 'allow', 'person'));
    const updatedInput = { command: 'make' };
    expect(replies).toEqual([success('r1', { behavior: 'allow', updatedInput })]);
  });

  it('is answered once', () => {
    const { desk: at, told, replies } = desk();
    at.take(may('r1', 'make'));
    at.answer('q1', 'refuse');
    at.answer('q1', 'allow');
    vi.advanceTimersByTime(100_000);
    expect(told).toHaveLength(2);
    expect(replies).toMatchObject([success('r1', { behavior: 'deny' })]);
  });

  it('is not given by any other word', () => {
    const { desk: at, replies } = desk();
    at.take(may('r1', 'make'));
    at.answer('q1', 'maybe');
    expect(replies).toMatchObject([success('r1', { behavior: 'deny' })]);
  });

  it('is asked beside others, each with its own answer', () => {
    const { desk: at, replies } = desk();
    at.take(may('r1', 'one'));
    at.take(may('r2', 'two'));
    at.answer('q2', 'allow');
    expect(replies).toMatchObject([success('r2', { behavior: 'allow' })]);
  });

  it('that the CLI takes back gets no reply', () => {
    const { desk: at, told, replies } = desk();
    at.take(may('r1', 'one'));
    at.cancel('r1');
    expect(told.at(-1)).toEqual(answered('q1', 'refuse', 'default'));
    expect(replies).toEqual([]);
  });

  it('that waits at the end has its default', () => {
    const { desk: at, told, replies } = desk();
    at.take(may('r1', 'one'));
    at.close();
    expect(told.at(-1)).toEqual(answered('q1', 'refuse', 'default'));
    expect(replies).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that cannot be read is refused at once', () => {
    const { desk: at, told, replies } = desk();
    at.refuse('r9');
    expect(told).toEqual([]);
    expect(replies).toMatchObject([success('r9', { behavior: 'deny' })]);
  });
});

describe('questions of the agent’s own', () => {
  const asks = (...questions: readonly string[]) => ({
    request_id: 'r1',
    request: {
      subtype: 'can_use_tool',
      tool_name: 'AskUserQuestion',
      input: {
        questions: questions.map((question) => ({
          question,
          options: [{ label: 'Red' }, { label: 'Blue' }],
        })),
      },
    },
  });

  it('are answered together, each by itself', async () => {
    const { desk: at, told, replies } = desk();
    const request = asks('Which?', 'And then?');
    at.take(request);
    expect(told).toMatchObject([
      { question: { id: 'q1', kind: 'clarification', text: 'Which?', options: ['Red', 'Blue'] } },
      { question: { id: 'q2', text: 'And then?' } },
    ]);
    at.answer('q2', 'Something else');
    await vi.advanceTimersByTimeAsync(0);
    expect(replies).toEqual([]);
    at.answer('q1', 'Blue');
    await vi.advanceTimersByTimeAsync(0);
    const updatedInput = {
      ...request.request.input,
      answers: { 'Which?': 'Blue', 'And then?': 'Something else' },
    };
    expect(replies).toEqual([success('r1', { behavior: 'allow', updatedInput })]);
  });

  it('leave it to the agent when nobody answers', async () => {
    const { desk: at, told, replies } = desk();
    at.take(asks('Which?'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told.at(-1)).toMatchObject({ kind: 'answered', by: 'default' });
    expect(JSON.stringify(replies)).toContain('Decide yourself');
  });
});

it('what else the CLI asks its host gets an error, not silence', () => {
  const { desk: at, told, replies } = desk();
  at.take({ request_id: 'r1', request: { subtype: 'request_user_dialog' } });
  expect(told).toEqual([]);
  expect(replies).toMatchObject([{ response: { subtype: 'error', request_id: 'r1' } }]);
});
