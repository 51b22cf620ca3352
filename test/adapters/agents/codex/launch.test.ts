import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { DriverConfig } from '../../../../src/adapters/agents/codex/driver-config.ts';
import { launch } from '../../../../src/adapters/agents/codex/launch.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';
import type { LaunchRequest } from '../../../../src/ports/agent.ts';
import { launchRequest } from '../../../contract/agent.ts';

const spec = (more: Partial<AgentSpec> = {}): AgentSpec => ({
  name: 'codex',
  use: 'codex',
  args: [],
  env: {},
  ...more,
});

function launched(more: Partial<LaunchRequest> = {}, own: Partial<AgentSpec> = {}) {
  const result = launch(launchRequest(spec(own), more), '/node');
  if (!result.ok) throw new Error(result.error.message);
  const config = JSON.parse(result.value.files[0]?.content ?? '') as DriverConfig;
  return { launch: result.value, config };
}

const problemOf = (own: Partial<AgentSpec>, boundary = false): string | null => {
  const result = launch(launchRequest(spec(own), { boundary }), '/node');
  return result.ok ? null : result.error.code;
};

describe('launch of Codex', () => {
  it('starts the driver, which is there, with its config', () => {
    const { argv } = launched().launch;
    expect(argv[0]).toBe('/node');
    expect(existsSync(argv[1] ?? '')).toBe(true);
    expect(argv[2]).toBe('/repo/.git/fanin/attempts/r1-core-2/driver.json');
  });

  it('keeps the brief and the environment out of the command line', () => {
    const { launch: it, config } = launched({ brief: 'SECRET BRIEF' }, { env: { KEY: 'hidden' } });
    expect(JSON.stringify([it.argv, config.argv])).not.toContain('SECRET');
    expect(JSON.stringify(it.files)).not.toContain('hidden');
    expect(config.brief).toBe('SECRET BRIEF');
  });

  it.each([
    [
      { mode: 'off' } as const,
      ['agents.enabled=false', 'features.multi_agent=false', 'features.multi_agent_v2=false'],
    ],
    [
      { mode: 'capped', n: 2 } as const,
      [
        'agents.enabled=true',
        'agents.max_threads=2',
        'features.multi_agent_v2.max_concurrent_threads_per_session=3',
      ],
    ],
    [{ mode: 'native' } as const, ['agents.enabled=true']],
  ])('says %j by settings alone', (delegation, settings) => {
    const { config } = launched({ delegation });
    expect(config.argv.filter((each) => /^(?:agents|features)\./.test(each))).toEqual(settings);
  });

  it('sets delegation after the arguments of the config, where the last word counts', () => {
    const { config } = launched({}, { args: ['-c', 'analytics.enabled=false'] });
    const at = (text: string): number => config.argv.indexOf(text);
    expect(at('analytics.enabled=false')).toBeGreaterThan(0);
    expect(at('agents.enabled=false')).toBeGreaterThan(at('analytics.enabled=false'));
  });

  it("holds an agent without a boundary in the CLI's sandbox, and opens the hand-off alone", () => {
    const { config } = launched({ boundary: false });
    expect(config.sandbox).toBe('workspace-write');
    expect(config.argv.filter((each) => each.startsWith('sandbox_'))).toEqual([
      'sandbox_workspace_write.exclude_slash_tmp=true',
      'sandbox_workspace_write.exclude_tmpdir_env_var=true',
      'sandbox_workspace_write.writable_roots=["/repo/.git/fanin/attempts/r1-core-2/handoff"]',
    ]);
    expect(config.handoff?.file).toBe('/repo/.git/fanin/attempts/r1-core-2/handoff.json');
  });

  it('leaves it to the boundary where there is one', () => {
    const { config } = launched({ boundary: true });
    expect(config).toMatchObject({ sandbox: 'danger-full-access', handoff: null });
    expect(config.argv.some((each) => each.startsWith('sandbox_'))).toBe(false);
  });

  it('gives model and effort, and refuses an effort that there is not', () => {
    const { config } = launched({}, { model: 'gpt-6.2-sol', effort: 'high' });
    expect(config).toMatchObject({ model: 'gpt-6.2-sol', effort: 'high' });
    expect(problemOf({ effort: 'huge' })).toBe('agent-effort-unknown');
  });

  it.each([
    [['--dangerously-bypass-approvals-and-sandbox'], 'bypass-needs-boundary'],
    [['-s', 'danger-full-access'], 'bypass-needs-boundary'],
    [['-c', 'sandbox_mode="danger-full-access"'], 'bypass-needs-boundary'],
    [['--config=approval_policy="on-request"'], 'bypass-needs-boundary'],
    [['-c', ' default_permissions = "all"'], 'bypass-needs-boundary'],
    [['-c', 'sandbox_workspace_write.writable_roots=["/"]'], 'bypass-needs-boundary'],
    [['-c', 'agents.enabled=true'], 'agent-argument-reserved'],
    [['-c', 'features={multi_agent=true}'], 'agent-argument-reserved'],
    [['--enable', 'multi_agent_v2'], 'agent-argument-reserved'],
    [['-c', 'model="other"'], 'agent-argument-reserved'],
    [['--json'], 'agent-argument-reserved'],
    [['--listen', 'ws://127.0.0.1:1'], 'agent-argument-reserved'],
    [['-c', 'agents_md.max=3'], null],
    [['-c', 'sandbox_workspace_write.network_access=true'], null],
    [['--enable', 'web_search', '--strict-config'], null],
  ])('of the arguments %j says %s', (args, code) => {
    expect(problemOf({ args })).toBe(code);
    if (code === 'bypass-needs-boundary')
      expect(problemOf({ args }, true)).toBe('agent-argument-reserved');
  });
});
