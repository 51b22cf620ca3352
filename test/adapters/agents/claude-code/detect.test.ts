import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { detect } from '../../../../src/adapters/agents/claude-code/detect.ts';
import { isOlder, parseVersion } from '../../../../src/adapters/agents/claude-code/version.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanin-claude-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An agent whose binary is a shell script with this body. */
async function agent(body: string, env: Record<string, string> = {}): Promise<AgentSpec> {
  const run = join(folder, 'claude');
  await writeFile(run, `#!/bin/sh\n${body}\n`);
  await chmod(run, 0o755);
  return { name: 'claude', use: 'claude-code', run, args: [], env };
}

describe('detect', () => {
  it('tells the version', async () => {
    const spec = await agent('echo "2.1.332 (Claude Code)"');
    expect(await detect(spec)).toEqual({ ok: true, value: '2.1.332' });
  });

  it('asks for nothing but the version, with the agent’s environment and no updates', async () => {
    const spec = await agent('echo "3.$#.7 $1 $WHO $DISABLE_AUTOUPDATER" | tee "$OUT"', {
      WHO: 'me',
      OUT: join(folder, 'out'),
    });
    expect(await detect(spec)).toEqual({ ok: true, value: '3.1.7' });
    expect(await readFile(join(folder, 'out'), 'utf8')).toBe('3.1.7 --version me 1\n');
  });

  it('says how to install it when it is not there', async () => {
    const spec = { ...(await agent('')), run: join(folder, 'nothing') };
    const result = await detect(spec);
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-not-installed' } });
    expect(result).toHaveProperty(
      'error.hint',
      expect.stringContaining('npm install -g @anthropic-ai/claude-code'),
    );
  });

  it('refuses a version it was not seen to work with, and names the one to install', async () => {
    const result = await detect(await agent('echo "2.1.197 (Claude Code)"'));
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'agent-too-old',
        message: 'Claude Code 2.1.197 is older than 2.1.332',
        hint: 'npm install -g @anthropic-ai/claude-code@2.1.332',
      },
    });
  });

  it.each([
    ['fails', 'echo "cannot load" >&2; exit 7', 'ended with 7: cannot load'],
    ['says something else', 'echo hello', 'printed no version: hello'],
    ['says a version and fails', 'echo "2.1.332"; exit 1', 'ended with 1: 2.1.332'],
    ['is killed', 'kill -9 $$', 'ended with SIGKILL'],
  ])('reports a binary that %s', async (_, body, message) => {
    const result = await detect(await agent(body));
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'agent-broken', message: expect.stringContaining(message) as unknown },
    });
  });

  it('reports a binary that may not be executed', async () => {
    const spec = await agent('echo 2.1.332');
    await chmod(spec.run ?? '', 0o644);
    expect(await detect(spec)).toMatchObject({ ok: false, error: { code: 'agent-broken' } });
  });
});

describe('versions', () => {
  it.each([
    ['2.1.332 (Claude Code)\n', '2.1.332'],
    ['\n10.0.1', '10.0.1'],
    ['Claude Code', null],
    ['2.1', null],
  ])('%j is %s', (output, version) => {
    expect(parseVersion(output)).toBe(version);
  });

  it.each([
    ['2.1.331', '2.1.332', true],
    ['2.1.332', '2.1.332', false],
    ['2.1.1000', '2.1.332', false],
    ['2.0.999', '2.1.332', true],
    ['3.0.0', '2.1.332', false],
    ['1.9.9', '2.1.332', true],
  ])('%s against %s: older is %s', (have, need, older) => {
    expect(isOlder(have, need)).toBe(older);
  });
});
