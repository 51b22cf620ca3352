import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askLogin, detectProgram } from '../../../src/adapters/agents/detect-program.ts';
import type { AgentSpec } from '../../../src/domain/plan/plan.ts';
import type { AgentManifest } from '../../../src/ports/agent.ts';

const MANIFEST: AgentManifest = {
  title: 'Some Agent',
  binary: 'some-agent',
  aliases: [],
  package: '@some/agent',
  minimalVersion: '2.1.332',
  testedVersion: '2.2.0',
  installHint: 'npm install -g @some/agent',
  loginHint: 'Log in.',
  endpoints: [],
  inside: { files: [], variables: [], baseUrls: [], sessions: [] },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanin-detect-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An agent whose binary is a shell script with this body. */
async function agent(body: string, env: Record<string, string> = {}): Promise<AgentSpec> {
  const run = join(folder, 'agent');
  await writeFile(run, `#!/bin/sh\n${body}\n`);
  await chmod(run, 0o755);
  return { name: 'some', use: 'some-agent', run, args: [], env };
}

const detect = (spec: AgentSpec) => detectProgram(spec, MANIFEST, { NO_UPDATES: '1' });

describe('detectProgram', () => {
  it('tells the version', async () => {
    const spec = await agent('echo "2.2.0 (Some Agent)"');
    expect(await detect(spec)).toEqual({ ok: true, value: { version: '2.2.0', limits: [] } });
  });

  it('says so when it is older than what was tested', async () => {
    const spec = await agent('echo 2.1.332');
    expect(await detect(spec)).toMatchObject({
      ok: true,
      value: { version: '2.1.332', limits: [expect.stringContaining('2.2.0')] },
    });
  });

  it('asks for nothing but the version, with the agent’s environment and no updates', async () => {
    const spec = await agent('echo "3.$#.7 $1 $WHO $NO_UPDATES" | tee "$OUT"', {
      WHO: 'me',
      OUT: join(folder, 'out'),
    });
    expect(await detect(spec)).toMatchObject({ ok: true, value: { version: '3.1.7' } });
    expect(await readFile(join(folder, 'out'), 'utf8')).toBe('3.1.7 --version me 1\n');
  });

  it('says how to install it when it is not there', async () => {
    const spec = { ...(await agent('')), run: join(folder, 'nothing') };
    const result = await detect(spec);
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-not-installed' } });
    expect(result).toHaveProperty(
      'error.hint',
      expect.stringContaining('npm install -g @some/agent'),
    );
  });

  it('refuses a version it was not seen to work with, and names the one to install', async () => {
    const result = await detect(await agent('echo "2.1.197 (Some Agent)"'));
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'agent-too-old',
        message: 'Some Agent 2.1.197 is older than 2.1.332',
        hint: 'npm install -g @some/agent@2.1.332',
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

describe('askLogin', () => {
  const judge = (exit: number | null) => (exit === 0 ? ('in' as const) : ('out' as const));
  const login = (spec: AgentSpec) => askLogin(spec, [spec.run ?? '', 'status'], judge);

  it.each([
    ['echo "logged in"', { state: 'in', text: 'logged in' }],
    ['echo "log in first" >&2; exit 1', { state: 'out', text: 'log in first' }],
  ])('lets the agent’s own words and exit code tell: %s', async (body, state) => {
    expect(await login(await agent(body))).toEqual(state);
  });

  it('does not know it of a program that cannot be run', async () => {
    const spec = { ...(await agent('')), run: join(folder, 'nothing') };
    expect(await login(spec)).toMatchObject({ state: 'unknown' });
  });
});
