import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kimiAgent } from '../../../../src/adapters/agents/kimi/agent.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';

const agent = kimiAgent({ node: process.execPath });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanin-kimi-'));
  await mkdir(join(folder, 'bin'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function script(name: string, content: string): Promise<string> {
  const file = join(folder, 'bin', name);
  await writeFile(file, content);
  await chmod(file, 0o755);
  return file;
}

/** An agent whose CLI is a script for `node`, where that is `version`; null: there is no node. */
async function onNode(version: string | null, kimi = 'unused'): Promise<AgentSpec> {
  await script('kimi', `#!/usr/bin/env node\n${kimi}\n`);
  if (version !== null) {
    const answer = `[ "$1" = --version ] && echo ${version} || echo 2.1.0`;
    await script('node', `#!/bin/sh\n${answer}\n`);
  }
  const env = {
    PATH: version === null ? join(folder, 'bin') : `${join(folder, 'bin')}:/usr/bin:/bin`,
  };
  return { name: 'kimi', use: 'kimi', args: [], env };
}

const shell = async (body: string): Promise<AgentSpec> => {
  const run = await script('kimi', `#!/bin/sh\n${body}\n`);
  return { name: 'kimi', use: 'kimi', run, args: [], env: { PATH: '/usr/bin:/bin' } };
};

describe('detect', () => {
  it.each([
    ['v20.20.2', 'Kimi Code needs Node 22.19.0 or newer; the one on PATH is 20.20.2'],
    ['v22.18.9', 'Kimi Code needs Node 22.19.0 or newer; the one on PATH is 22.18.9'],
    [null, 'Kimi Code needs Node 22.19.0 or newer; there is none on PATH'],
  ])('says which Node it needs where that is %s', async (version, message) => {
    const result = await agent.detect(await onNode(version));
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-broken', message } });
  });

  it('takes a Node that is new enough', async () => {
    const found = { ok: true, value: { version: '2.1.0', limits: [] } };
    expect(await agent.detect(await onNode('v22.19.0'))).toEqual(found);
  });

  it('asks no Node for a program that is none of its scripts', async () => {
    const found = { ok: true, value: { version: '2.1.0', limits: [] } };
    expect(await agent.detect(await shell('echo 2.1.0'))).toEqual(found);
  });

  it('refuses older versions, whose records are others', async () => {
    const result = await agent.detect(await shell('echo 0.29.0'));
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-too-old' } });
  });

  it('says how to install it where it is not there', async () => {
    const spec = { ...(await shell('')), run: join(folder, 'nothing') };
    expect(await agent.detect(spec)).toMatchObject({
      ok: false,
      error: { code: 'agent-not-installed' },
    });
  });
});

describe('log-in', () => {
  it('is out where there is no provider', async () => {
    const { state, text } = await agent.login(await shell('echo No providers configured.'));
    expect([state, text]).toEqual(['out', expect.stringContaining('kimi login')]);
  });

  it('is not known from a provider alone', async () => {
    const spec = await shell('[ "$*" = "provider list" ] && echo "kimi  type=kimi  models=3"');
    const { state, text } = await agent.login(spec);
    expect([state, text]).toEqual(['unknown', expect.stringContaining('kimi  type=kimi')]);
  });
});
