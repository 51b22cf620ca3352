import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { witness } from '../../../../src/adapters/agents/opencode/witness.ts';

interface Hooks {
  event(told: { readonly event: object }): Promise<void>;
  'tool.execute.before'(call: { readonly tool: string }): Promise<void>;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanin-witness-'));
  vi.stubEnv('FANIN_OPENCODE_EVENTS', join(folder, 'events'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const hooks = async (): Promise<Hooks> => (await witness()) as Hooks;
const part = (one: object) => ({ type: 'message.part.updated', properties: { part: one } });

describe('witness', () => {
  it('writes down what is done, not every character of it', async () => {
    const own = await hooks();
    const done = [
      { type: 'session.status', properties: {} },
      part({ type: 'text', time: { end: 1 } }),
      part({ type: 'tool', state: { status: 'running' } }),
      part({ type: 'step-finish' }),
    ];
    const passing = [
      { type: 'message.part.delta', properties: {} },
      part({ type: 'text', time: {} }),
      part({ type: 'tool', state: { status: 'running', metadata: { output: 'so far' } } }),
    ];
    for (const one of [...passing, ...done, ...passing]) await own.event({ event: one });
    const lines = readFileSync(join(folder, 'events'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(done);
  });

  it('keeps an agent alone that is to be alone', async () => {
    await (await hooks())['tool.execute.before']({ tool: 'task' });
    vi.stubEnv('FANIN_OPENCODE_ALONE', '1');
    const alone = await hooks();
    await expect(alone['tool.execute.before']({ tool: 'task' })).rejects.toThrow('works alone');
    await alone['tool.execute.before']({ tool: 'bash' });
  });

  it('does nothing in a session that fanin did not start', async () => {
    vi.stubEnv('FANIN_OPENCODE_EVENTS', undefined);
    expect(await witness()).toEqual({});
  });
});
