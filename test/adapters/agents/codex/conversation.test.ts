import { describe, expect, it } from 'vitest';
import { makeConversation } from '../../../../src/adapters/agents/codex/conversation.ts';
import type { DriverConfig } from '../../../../src/adapters/agents/codex/driver-config.ts';
import { makeMailbox } from '../../../../src/adapters/agents/codex/mailbox.ts';
import { openRpc } from '../../../../src/adapters/agents/codex/rpc.ts';
import type { AgentFact } from '../../../../src/ports/agent.ts';

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const CONFIG: DriverConfig = {
  argv: [],
  brief: 'Do it.',
  model: null,
  effort: null,
  workspace: '/w',
  sandbox: 'workspace-write',
  hooked: false,
  handoff: { file: '/h.json', folder: '/h' },
};
const SANDBOX = { type: 'workspaceWrite', writableRoots: ['/h'] };

/** A conversation with a server that the test plays. */
function scene(sandbox: object = SANDBOX) {
  const asked: Asked[] = [];
  const facts: AgentFact[] = [];
  const mailbox = makeMailbox();
  let waiting: { method: string; resolve: (asked: Asked) => void } | null = null;
  const rpc = openRpc(
    (text) => {
      const record = JSON.parse(text) as Asked;
      asked.push(record);
      if (waiting !== null && waiting.method === record.method) waiting.resolve(record);
      return true;
    },
    (method, params) => conversation.notified(method, params),
  );
  const conversation = makeConversation({
    rpc,
    config: CONFIG,
    mailbox,
    tell: (fact) => facts.push(fact),
  });
  const say = (record: object): void => rpc.take(JSON.stringify(record));
  /** The next request of that kind, answered. */
  const answer = async (method: string, result: object): Promise<Asked> => {
    const known = asked.find((each) => each.method === method);
    const request =
      known ?? (await new Promise<Asked>((resolve) => (waiting = { method, resolve })));
    asked.splice(asked.indexOf(request), 1);
    say({ id: request.id, ...result });
    return request;
  };
  const begin = async (): Promise<void> => {
    await answer('initialize', { result: {} });
    await answer('thread/start', {
      result: { thread: { id: 'root', path: '/r' }, sandbox },
    });
  };
  const turn = (id: string): Promise<Asked> => answer('turn/start', { result: { turn: { id } } });
  const ends = (status: string): void =>
    say({ method: 'turn/completed', params: { threadId: 'root', turn: { id: 't', status } } });
  const message = (id: string): void => {
    mailbox.add({ kind: 'message', id, text: `text of ${id}` });
    conversation.steer();
  };
  return { conversation, mailbox, facts, asked, say, answer, begin, turn, ends, message, rpc };
}

const heard = (id: string) => ({
  method: 'item/completed',
  params: { threadId: 'root', item: { type: 'userMessage', id: 'i', clientId: id } },
});

describe('a conversation with the app server', () => {
  it('puts a message into the turn, and tells it once the turn has it', async () => {
    const { conversation, facts, say, answer, begin, turn, ends, message } = scene();
    const end = conversation.hold();
    await begin();
    await turn('t1');
    message('m1');
    const steered = await answer('turn/steer', { result: { turnId: 't1' } });
    expect(steered.params).toMatchObject({ expectedTurnId: 't1', clientUserMessageId: 'm1' });
    expect(facts).toEqual([]);
    say(heard('m1'));
    expect(facts).toEqual([{ kind: 'message', id: 'm1', way: 'mid-turn' }]);
    ends('completed');
    expect(await end).toEqual({ kind: 'done' });
  });

  it('keeps a message that comes before the first turn', async () => {
    const { conversation, answer, begin, turn, ends, message, say } = scene();
    const end = conversation.hold();
    message('early');
    await begin();
    await turn('t1');
    await answer('turn/steer', { result: {} });
    say(heard('early'));
    ends('completed');
    expect(await end).toEqual({ kind: 'done' });
  });

  it('goes on with another turn when one took no message, or never looked at it', async () => {
    const { conversation, facts, answer, begin, turn, ends, message } = scene();
    const end = conversation.hold();
    await begin();
    await turn('t1');
    message('refused');
    await answer('turn/steer', { error: { message: 'not steerable' } });
    message('unseen');
    await answer('turn/steer', { result: {} });
    await answer('turn/steer', { result: {} });
    ends('completed');
    const next = await turn('t2');
    expect(JSON.stringify(next.params)).toContain('text of refused\\n\\ntext of unseen');
    ends('completed');
    expect(await end).toEqual({ kind: 'done' });
    expect(facts.map((fact) => (fact.kind === 'message' ? [fact.id, fact.way] : []))).toEqual([
      ['refused', 'resume'],
      ['unseen', 'resume'],
    ]);
  });

  it('ends with a turn that failed; what waits then is too late', async () => {
    const { conversation, mailbox, begin, turn, ends, message } = scene();
    const end = conversation.hold();
    await begin();
    await turn('t1');
    message('m1');
    ends('failed');
    expect(await end).toEqual({ kind: 'failed' });
    expect(mailbox.rest()).toEqual([{ kind: 'message', id: 'm1', way: 'too-late' }]);
  });

  it('is broken when the server goes, or opens another sandbox', async () => {
    const one = scene();
    const end = one.conversation.hold();
    await one.begin();
    await one.turn('t1');
    one.rpc.close();
    one.conversation.gone();
    expect(await end).toMatchObject({ kind: 'broken' });

    for (const sandbox of [
      { type: 'dangerFullAccess' },
      { type: 'workspaceWrite', writableRoots: ['/'] },
    ]) {
      const other = scene(sandbox);
      const refused = other.conversation.hold();
      await other.begin();
      expect(await refused).toEqual({
        kind: 'broken',
        message: 'the session has another sandbox than it was asked for',
      });
    }
  });

  it('says that an answer may be lost unless a tool was at work', async () => {
    const { conversation, answer, begin, turn, message, say } = scene();
    void conversation.hold();
    await begin();
    await turn('t1');
    const item = { type: 'commandExecution', id: 'c1' };
    say({ method: 'item/started', params: { threadId: 'root', item } });
    message('m1');
    await answer('turn/steer', { result: {} });
    expect(conversation.droppedAnswer()).toBe(false);
    say({ method: 'item/completed', params: { threadId: 'root', item } });
    message('m2');
    expect(conversation.droppedAnswer()).toBe(true);
  });

  it('declines whatever the server asks', () => {
    const { asked, say } = scene();
    say({ id: 9, method: 'item/fileChange/requestApproval', params: {} });
    say({ id: 10, method: 'item/tool/requestUserInput', params: {} });
    expect(asked).toMatchObject([
      { id: 9, result: { decision: 'decline' } },
      { id: 10, error: { code: -32601 } },
    ]);
  });
});
