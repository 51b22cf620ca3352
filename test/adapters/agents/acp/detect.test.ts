import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detect } from '../../../../src/adapters/agents/acp/detect.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';
import { acpCommand } from '../../../support/acp-drive.ts';

describe('what is installed', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fanin-acp-detect-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const specOf = (run: string): AgentSpec => ({ name: 'a', use: 'acp', run, args: [], env: {} });
  const agent = (more: object): AgentSpec => {
    const file = join(folder, 'script.json');
    writeFileSync(file, JSON.stringify({ journal: join(folder, 'journal'), turns: [], ...more }));
    return specOf(acpCommand(file));
  };

  it('is told by the agent itself', async () => {
    expect(await detect(agent({}))).toEqual({ ok: true, value: { version: '1.2.3', limits: [] } });
  });

  it('need not have a version', async () => {
    const spec = agent({ initialize: { protocolVersion: 1 } });
    expect(await detect(spec)).toMatchObject({ ok: true, value: { version: 'unknown' } });
  });

  it.each([
    ['nowhere-to-be-found --acp', 'agent-not-installed'],
    ['echo hello', 'agent-broken'],
    ['exit 3', 'agent-broken'],
  ])('`%s` is %s', async (run, code) => {
    expect(await detect(specOf(run))).toMatchObject({ ok: false, error: { code } });
  });

  it('is none that speaks another version, or never answers', async () => {
    const other = await detect(agent({ initialize: { protocolVersion: 2 } }));
    expect(other).toMatchObject({ ok: false, error: { code: 'agent-broken' } });
    const mute = await detect(agent({ initialize: null }), 200);
    expect(mute).toMatchObject({ ok: false, error: { code: 'agent-broken' } });
    expect(mute).toMatchObject({
      error: { message: expect.stringContaining('within 0.2 s') as string },
    });
  });
});
