import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/opencode/launch.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';
import type { Launch, LaunchRequest } from '../../../../src/ports/agent.ts';
import { launchRequest } from '../../../contract/agent.ts';

const SPEC: AgentSpec = { name: 'opencode', use: 'opencode', args: [], env: {} };

function launched(more: Partial<LaunchRequest> = {}): Launch {
  const result = launch(launchRequest(SPEC, more), '/opt/node');
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const configOf = ({ files }: Launch): unknown =>
  JSON.parse(files.find(({ name }) => name === 'driver.json')?.content ?? '');

describe('launch', () => {
  it('starts the driver with its config in the attempt’s folder', () => {
    const started = launched({ brief: 'SECRET words', folder: '/state' });
    const [node, driver, config, ...more] = started.argv;
    expect([node, config, more]).toEqual(['/opt/node', '/state/driver.json', []]);
    expect(driver).toMatch(/\/opencode\/driver-main\.ts$/);
    expect(started.argv.join(' ')).not.toContain('SECRET');
    expect(configOf(started)).toMatchObject({
      program: 'opencode',
      brief: 'SECRET words',
      common: [],
      alone: true,
      events: '/state/opencode-events.jsonl',
    });
  });

  it('takes binary, model, effort, arguments and variables from the agent', () => {
    const args = ['--agent', 'mine'];
    const spec = { ...SPEC, run: '/opt/o', model: 'p/m', effort: 'high', args, env: { KEY: 'k1' } };
    const started = launched({ spec, boundary: true });
    expect(configOf(started)).toMatchObject({
      program: '/opt/o',
      common: ['--model', 'p/m', '--variant', 'high', '--auto', '--agent', 'mine'],
    });
    expect(started.env).toMatchObject({ KEY: 'k1', OPENCODE_DISABLE_AUTOUPDATE: '1' });
    expect(JSON.stringify(started.files)).not.toContain('k1');
  });

  it('may do everything behind a boundary but delegate', () => {
    const permissions = { boundary: true, delegation: { mode: 'off' } } as const;
    expect(configOf(launched(permissions))).toMatchObject({ permissions: { task: 'deny' } });
    const native = launched({ boundary: true, delegation: { mode: 'native' } });
    expect(configOf(native)).toMatchObject({ permissions: {}, alone: false });
  });

  it('has a list of commands without one, and the folder of its hand-off', () => {
    const { permissions } = configOf(
      launched({ checks: ['npm test && npm run lint', 'ls *'], handoffFile: '/w/a.handoff.json' }),
    ) as { readonly permissions: Record<string, Record<string, string>> };
    expect(permissions['external_directory']).toEqual({
      '*': 'deny',
      '/w/*': 'allow',
      '/w/*/*': 'deny',
    });
    const shell = Object.entries(permissions['bash'] ?? {});
    expect(shell[0]).toEqual(['*', 'deny']);
    expect(shell).toEqual(
      expect.arrayContaining([
        ['npm test && npm run lint', 'allow'],
        ['npm test', 'allow'],
        ['git status *', 'allow'],
      ]),
    );
    // The last rule that matches counts: what writes somewhere comes after what reads.
    const names = shell.map(([rule]) => rule);
    expect(names.indexOf('*>*')).toBeGreaterThan(names.indexOf('cat *'));
  });

  it('refuses a cap, which the CLI does not know', () => {
    const result = launch(launchRequest(SPEC, { delegation: { mode: 'capped', n: 2 } }), 'node');
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-delegation-unsupported' } });
  });

  it('holds everything else equal', () => {
    expect(launched({ delegation: { mode: 'native' } }).fixed).toEqual(
      launched({ delegation: { mode: 'off' } }).fixed,
    );
  });

  it.each(['--format=text', '-s', '--session', '--auto', '-mx', '--pure', '--variant', '--attach'])(
    'refuses %s among the arguments',
    (argument) => {
      const spec = { ...SPEC, args: ['--agent', 'x', argument] };
      const result = launch(launchRequest(spec), 'node');
      expect(result).toMatchObject({ ok: false, error: { code: 'agent-argument-reserved' } });
    },
  );

  it('refuses an effort that means nothing', () => {
    const result = launch(launchRequest({ ...SPEC, effort: 'heroic' }), 'node');
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-effort-unknown' } });
  });
});
