import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/kimi/launch.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';
import type { Launch, LaunchRequest } from '../../../../src/ports/agent.ts';
import { launchRequest } from '../../../contract/agent.ts';

const SPEC: AgentSpec = { name: 'kimi', use: 'kimi', args: [], env: {} };

function launched(more: Partial<LaunchRequest> = {}): Launch {
  const result = launch(launchRequest(SPEC, more), '/opt/node');
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const fileOf = ({ files }: Launch, name: string): string =>
  files.find((file) => file.name === name)?.content ?? '';
const configOf = (started: Launch): unknown => JSON.parse(fileOf(started, 'driver.json'));

describe('launch', () => {
  it('starts the driver with its config in the attempt’s folder', () => {
    const started = launched({ brief: 'SECRET words', folder: '/state' });
    const [node, driver, config, ...more] = started.argv;
    expect([node, config, more]).toEqual(['/opt/node', '/state/driver.json', []]);
    expect(driver).toMatch(/\/kimi\/driver-main\.ts$/);
    expect(started.argv.join(' ')).not.toContain('SECRET');
    expect(configOf(started)).toMatchObject({
      program: 'kimi',
      prompt: 'SECRET words',
      profile: '/state/kimi-agent.md',
      common: [],
      effort: null,
    });
  });

  it('takes binary, model, effort, arguments and variables from the agent', () => {
    const args = ['--add-dir', '/more'];
    const spec = { ...SPEC, run: '/opt/k', model: 'k2', effort: 'high', args, env: { TOKEN: 't' } };
    const started = launched({ spec });
    expect(configOf(started)).toMatchObject({
      program: '/opt/k',
      common: ['--model', 'k2', '--add-dir', '/more'],
      effort: 'high',
    });
    expect(started.env).toMatchObject({ KIMI_MODEL_THINKING_EFFORT: 'high', TOKEN: 't' });
    expect(fileOf(started, 'driver.json')).not.toContain('TOKEN');
  });

  it.each([
    ['off', /^disallowedTools: \[Agent, AgentSwarm, /m],
    ['native', /^disallowedTools: \[CronCreate, /m],
  ] as const)('says by its own profile what may be delegated: %s', (mode, tools) => {
    const profile = fileOf(launched({ delegation: { mode } }), 'kimi-agent.md');
    expect(profile).toMatch(tools);
    // The CLI's own prompt, and its own name, by which it finds the types of sub-agents.
    expect(profile).toContain('${base_prompt}');
    expect(profile).toContain('name: agent\n');
  });

  it('refuses a cap, which the CLI does not keep', () => {
    const result = launch(launchRequest(SPEC, { delegation: { mode: 'capped', n: 2 } }), 'node');
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-delegation-unsupported' } });
  });

  it('holds everything else equal', () => {
    expect(launched({ delegation: { mode: 'native' } }).fixed).toEqual(
      launched({ delegation: { mode: 'off' } }).fixed,
    );
  });

  it.each(['a'.repeat(200_000), '€'.repeat(50_000), '/goal do it', ' '])(
    'names the file of a brief that cannot be an argument: %.10s',
    (brief) => {
      const { prompt } = configOf(launched({ brief, briefFile: '/state/brief.md' })) as {
        readonly prompt: string;
      };
      expect(prompt).toContain('/state/brief.md');
      expect(prompt.length).toBeLessThan(200);
    },
  );

  it('keeps its version, and plans no prompts for later', () => {
    expect(launched().env).toMatchObject({ KIMI_CODE_NO_AUTO_UPDATE: '1', KIMI_DISABLE_CRON: '1' });
  });

  it.each([
    '-p',
    '--prompt=x',
    '-pwords',
    '--session',
    '-S',
    '-c',
    '--output-format=text',
    '--agent-file',
    '--agent',
    '--yolo',
    '--model',
  ])('refuses %s among the arguments', (argument) => {
    const spec = { ...SPEC, args: ['--add-dir', '/x', argument] };
    const result = launch(launchRequest(spec), 'node');
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-argument-reserved' } });
  });

  it('refuses an effort that means nothing', () => {
    const result = launch(launchRequest({ ...SPEC, effort: 'heroic' }), 'node');
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-effort-unknown' } });
  });
});
