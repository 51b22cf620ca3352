import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandAgent } from '../../../../src/adapters/agents/command/agent.ts';
import { run } from '../../../../src/adapters/process/run.ts';
import type { LaunchRequest } from '../../../../src/ports/agent.ts';
import { agentContract, launchRequest } from '../../../contract/agent.ts';

const spec = { name: 'mine', use: 'command', run: 'echo hello', args: [], env: {} };

agentContract('command', () => ({ agent: commandAgent(), spec }));

describe('the command agent', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cmd-agent-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const started = async (text: string, more: Partial<LaunchRequest> = {}, args: string[] = []) => {
    const places = { workspace: folder, handoffFile: join(folder, 'handoff.json') };
    const launch = commandAgent().launch(
      launchRequest({ ...spec, run: text, args }, { ...places, ...more }),
    );
    if (!launch.ok) throw new Error(launch.error.message);
    const { argv, env } = launch.value;
    return run({ argv, cwd: folder, env: { ...process.env, ...env } });
  };

  it('runs a shell command with its arguments', async () => {
    const { stdout } = await started('printf "<%s>" "$@"', {}, ['a b', '$HOME']);
    expect(stdout.toString()).toBe('<a b><$HOME>');
  });

  it('gives the brief as a file and as a variable, and a way to hand in', async () => {
    const text = `printf '%s|' "$FANIN_PROMPT" "$FANIN_TASK"; echo '{"claims":["x"]}' > "$FANIN_HANDOFF"`;
    const { stdout } = await started(text, { brief: 'Do "it".' });
    expect(stdout.toString()).toBe('Do "it".|core|');
    expect(readFileSync(join(folder, 'handoff.json'), 'utf8')).toContain('claims');
  });

  it('leaves a brief that is too long for a variable to its file', async () => {
    const longest = 'x'.repeat(100_000);
    expect(
      (await started('printf %s "${#FANIN_PROMPT}"', { brief: longest })).stdout.toString(),
    ).toBe('100000');
    const { stdout } = await started('echo "${FANIN_PROMPT-unset}"', { brief: `${longest}x` });
    expect(stdout.toString()).toBe('unset\n');
  });

  it('needs a command', async () => {
    for (const empty of [{}, { run: ' \n' }]) {
      const without = { name: 'mine', use: 'command', args: [], env: {}, ...empty };
      const missing = { ok: false, error: { code: 'agent-command-missing' } };
      expect(await commandAgent().detect(without)).toMatchObject(missing);
      expect(commandAgent().launch(launchRequest(without))).toMatchObject(missing);
    }
    expect(await commandAgent().detect(spec)).toMatchObject({
      ok: true,
      value: { version: 'unknown' },
    });
  });

  it('takes each line of output as said', () => {
    const decoder = commandAgent().decoder();
    expect(decoder.feed('  working on it \r')).toEqual([{ kind: 'said', text: 'working on it' }]);
    expect(decoder.feed('')).toEqual([]);
    expect(decoder.feed('x'.repeat(9_000))).toEqual([{ kind: 'said', text: 'x'.repeat(2_000) }]);
  });
});
