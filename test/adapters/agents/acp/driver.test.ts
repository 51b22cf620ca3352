import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { driveAcp, type AcpDrive, type DrivenAcp } from '../../../support/acp-drive.ts';

describe('the driver of ACP agents', () => {
  let open: DrivenAcp[] = [];
  const drive = (how: AcpDrive): DrivenAcp => {
    const driven = driveAcp(how);
    open.push(driven);
    return driven;
  };
  afterEach(() => {
    for (const driven of open) driven.close();
    open = [];
  });
  const said = [{ say: 'All ' }, { say: 'done.' }];
  const sentTo = (driven: DrivenAcp, method: string) =>
    driven
      .journal()
      .map((line) => JSON.parse(line) as { method?: string; params?: Record<string, unknown> })
      .filter((message) => message.method === method)
      .map(({ params }) => params);

  it('gives the brief to a session in the workspace, and ends when the turn has ended', async () => {
    const driven = drive({ turns: [said], request: { brief: 'Write it.' } });
    const { code, seen } = await driven.ended;
    expect(code).toBe(0);
    expect(seen).toMatchObject({ finalText: 'All done.', version: '1.2.3', session: 's1' });
    expect(seen.trouble).toBeNull();
    expect(sentTo(driven, 'session/new')[0]).toMatchObject({
      cwd: driven.workspace,
      mcpServers: [],
    });
    expect(sentTo(driven, 'session/prompt')).toEqual([
      { sessionId: 's1', prompt: [{ type: 'text', text: 'Write it.' }] },
    ]);
  });

  it('ends the turn for a message, and goes on with it in the same session', async () => {
    const driven = drive({ turns: [[{ say: 'I am at it.' }, { wait: 'cancel' }], said] });
    await driven.printed('I am at it.');
    driven.say({ kind: 'message', id: 'm1', text: 'Stop that.' });
    driven.say({ kind: 'message', id: 'm1', text: 'Stop that.' });
    const { code, seen } = await driven.ended;
    expect([code, seen.finalText]).toEqual([0, 'All done.']);
    expect(seen.messages).toEqual([{ id: 'm1', way: 'resume' }]);
    expect(sentTo(driven, 'session/prompt')).toHaveLength(2);
    expect(sentTo(driven, 'session/prompt')[1]).toMatchObject({ prompt: [{ text: 'Stop that.' }] });
  });

  it('cancels again where the agent missed it', async () => {
    const driven = drive({ deafOnce: true, turns: [[{ say: 'busy' }, { wait: 'cancel' }], said] });
    await driven.printed('busy');
    driven.say({ kind: 'message', id: 'm1', text: 'Stop that.' });
    const { seen } = await driven.ended;
    expect(seen.messages).toEqual([{ id: 'm1', way: 'resume' }]);
    expect(sentTo(driven, 'session/cancel').length).toBeGreaterThan(1);
  });

  it('cancels the turn when it is stopped, and says what came too late', async () => {
    const driven = drive({ turns: [[{ say: 'busy' }, { wait: 'cancel' }]] });
    await driven.printed('busy');
    driven.stop();
    await driven.heard('session/cancel');
    const { code, seen } = await driven.ended;
    expect([code, seen.trouble, seen.finalText]).toEqual([143, null, 'busy']);
  });

  it.each(['refusal', 'cancelled'])('fails where the turn ends otherwise: %s', async (stop) => {
    const { code, seen } = await drive({ turns: [[...said, { stop }]] }).ended;
    expect(code).toBe(1);
    expect(seen.trouble).toMatchObject({ code: 'agent-failed', fatal: true });
    expect(seen.trouble?.text).toContain(stop);
  });

  it('fails where the agent answers with an error', async () => {
    const fail = { code: -32000, message: 'Authentication required' };
    const { code, seen } = await drive({ turns: [[{ fail }]] }).ended;
    expect(code).toBe(1);
    expect(seen.trouble).toMatchObject({ code: 'agent-not-logged-in', fatal: true });
  });

  it('fails where the agent ends its turn without a word or a deed', async () => {
    const { code, seen } = await drive({ turns: [[]] }).ended;
    expect(code).toBe(1);
    expect(seen.trouble).toMatchObject({ code: 'agent-failed', fatal: true });
  });

  it('fails where the agent dies in mid-turn, with what it had said', async () => {
    const { code, seen } = await drive({ turns: [[{ say: 'I begin' }, { exit: 3 }]] }).ended;
    expect(code).toBe(1);
    expect(seen.finalText).toBe('I begin');
    expect(seen.trouble).toMatchObject({ code: 'agent-failed', fatal: true });
    expect(seen.trouble?.text).toContain('it ended with 3');
  });

  it('gives up on an agent that never answers', async () => {
    const { code, seen } = await drive({ turns: [], initialize: null, answerMs: 300 }).ended;
    expect(code).toBe(1);
    expect(seen.trouble?.text).toContain('did not answer initialize within 0.3 s');
  });

  it('does not speak another version of the protocol', async () => {
    const { seen } = await drive({ turns: [], initialize: { protocolVersion: 2 } }).ended;
    expect(seen.trouble?.text).toContain('it speaks version 2');
  });

  it('passes over what is no message, and tells each once', async () => {
    const odd = [
      'a log line',
      '{"level":"info"}',
      '[1,2]',
      '{"jsonrpc":"2.0","id":99,"result":{}}',
    ];
    const driven = drive({ turns: [[...odd.map((raw) => ({ raw })), ...said]] });
    const { code, seen } = await driven.ended;
    expect([code, seen.finalText, seen.unknownRecords]).toEqual([0, 'All done.', 3]);
    // Nobody is answered who asked nothing.
    expect(driven.journal().some((line) => line.includes('"error"'))).toBe(false);
  });

  it('outlives a record of 50 MB', async () => {
    const driven = drive({ turns: [[{ flood: 50 * 1024 * 1024 }, ...said]] });
    const { code, lines, seen } = await driven.ended;
    expect([code, seen.finalText]).toEqual([0, 'All done.']);
    expect(lines.some((line) => line.length > 50 * 1024 * 1024)).toBe(true);
  });

  it('offers neither files nor terminals, and has none', async () => {
    const path = join('/', 'tmp', 'never');
    const request = { request: 'fs/write_text_file', params: { path, content: 'x' } };
    const driven = drive({ turns: [[request, ...said]] });
    await driven.ended;
    const [offered] = sentTo(driven, 'initialize');
    expect(offered).toMatchObject({
      clientCapabilities: { fs: { readTextFile: false, writeTextFile: false }, terminal: false },
    });
    expect(driven.journal().find((line) => line.includes('"a1"'))).toContain('-32601');
    expect(existsSync(path)).toBe(false);
  });

  it('sets the mode, the model and the effort that it was told to', async () => {
    const session = {
      modes: { availableModes: [{ id: 'default' }, { id: 'yolo' }] },
      configOptions: [
        { id: 'm', category: 'model', options: [{ options: [{ value: 'big' }] }] },
        { id: 'e', category: 'thought_level', options: [{ value: 'high' }] },
      ],
    };
    const settings = { model: 'big', effort: 'high' };
    const how = (boundary: boolean) => ({
      turns: [said],
      session,
      request: { boundary },
      settings,
    });
    const driven = drive(how(true));
    await driven.ended;
    expect(sentTo(driven, 'session/set_mode')).toEqual([{ sessionId: 's1', modeId: 'yolo' }]);
    expect(sentTo(driven, 'session/set_config_option')).toEqual([
      { sessionId: 's1', configId: 'm', value: 'big' },
      { sessionId: 's1', configId: 'e', value: 'high' },
    ]);
    const held = drive(how(false));
    await held.ended;
    expect(sentTo(held, 'session/set_mode')).toEqual([{ sessionId: 's1', modeId: 'default' }]);
  });

  it('fails where the agent has no such model', async () => {
    const { code, seen } = await drive({ turns: [said], settings: { model: 'huge' } }).ended;
    expect(code).toBe(1);
    expect(seen.trouble?.text).toContain('it has no model "huge"');
  });
});
