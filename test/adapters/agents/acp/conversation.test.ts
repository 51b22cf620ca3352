import { describe, expect, it } from 'vitest';
import { makeConversation } from '../../../../src/adapters/agents/acp/conversation.ts';
import type { DriverConfig } from '../../../../src/adapters/agents/acp/driver-config.ts';
import type { Answer, Rpc } from '../../../../src/adapters/agents/acp/rpc.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

const CONFIG: DriverConfig = {
  argv: [],
  brief: 'The brief.',
  workspace: '/w',
  handoffFile: '/h',
  boundary: true,
  mayDelegate: true,
  model: null,
  effort: null,
  checks: [],
  questionMs: 0,
  answerMs: 1_000,
  guard: null,
  againMs: 1_000,
};
const RESULTS: Readonly<Record<string, Record<string, unknown>>> = {
  initialize: { protocolVersion: 1 },
  'session/new': { sessionId: 's' },
  'session/prompt': { stopReason: 'end_turn' },
};

/** A conversation whose agent greets when it is told to, and then does everything at once. */
function prepare() {
  const prompts: string[] = [];
  const facts: AgentFact[] = [];
  let greet: () => void = () => undefined;
  const greeted = new Promise<void>((resolve) => (greet = resolve));
  const rpc: Rpc = {
    request: async (method, params): Promise<Answer> => {
      if (method === 'initialize') await greeted;
      if (method === 'session/prompt') prompts.push(JSON.stringify(params['prompt']));
      return { ok: true, result: RESULTS[method] ?? {} };
    },
    notify: () => undefined,
    take: () => undefined,
    close: () => undefined,
  };
  const desk = {
    take: () => Promise.resolve({}),
    answer: () => undefined,
    cancel: () => undefined,
  };
  const tell = (fact: AgentFact): void => void facts.push(fact);
  const conversation = makeConversation({ rpc, config: CONFIG, desk, tell });
  return { conversation, prompts, facts, greet };
}

describe('a conversation that has no session yet', () => {
  it('puts a message behind the brief', async () => {
    const { conversation, prompts, facts, greet } = prepare();
    const held = conversation.hold();
    conversation.say({ kind: 'message', id: 'm', text: 'And this.' });
    conversation.stirred();
    greet();
    await held;
    expect(prompts).toEqual([JSON.stringify([{ type: 'text', text: 'The brief.\n\nAnd this.' }])]);
    expect(facts).toEqual([{ kind: 'message', id: 'm', way: 'resume' }]);
  });

  it('begins no turn once it is stopped', async () => {
    const { conversation, prompts, greet } = prepare();
    const held = conversation.hold();
    conversation.say({ kind: 'message', id: 'm', text: 'And this.' });
    conversation.stop();
    greet();
    await held;
    expect(prompts).toEqual([]);
    expect(conversation.rest().map(({ id }) => id)).toEqual(['m']);
  });
});
