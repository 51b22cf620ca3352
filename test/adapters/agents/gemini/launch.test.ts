import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/gemini/launch.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';
import type { Launch, LaunchRequest } from '../../../../src/ports/agent.ts';
import { launchRequest } from '../../../contract/agent.ts';

const SPEC: AgentSpec = { name: 'gemini', use: 'gemini', args: [], env: {} };

function launched(more: Partial<LaunchRequest> = {}): Launch {
  const result = launch(launchRequest(SPEC, more), '/opt/node');
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const fileOf = ({ files }: Launch, name: string): string =>
  files.find((file) => file.name === name)?.content ?? '';
const configOf = (started: Launch) =>
  JSON.parse(fileOf(started, 'driver.json')) as Readonly<Record<string, unknown>>;
const policyOf = ({ files }: Launch): string =>
  files
    .filter(({ name }) => name.endsWith('.toml'))
    .map(({ content }) => content)
    .join('\n');

describe('launch', () => {
  it('starts the driver with its config in the attempt’s folder', () => {
    const more = { brief: 'SECRET words', folder: '/state', handoffFile: '/w/a.handoff.json' };
    const started = launched(more);
    const [node, driver, config, ...rest] = started.argv;
    expect([node, config, rest]).toEqual(['/opt/node', '/state/driver.json', []]);
    expect(driver).toMatch(/\/gemini\/driver-main\.ts$/);
    expect(started.argv.join(' ')).not.toContain('SECRET');
    expect(configOf(started)).toMatchObject({
      program: 'gemini',
      brief: 'SECRET words',
      // Its file tools write below the folders that they are told, and nowhere else.
      handoff: { file: '/w/a.handoff.json', folder: '/state/handoff' },
    });
  });

  it('takes binary, model, arguments and variables from the agent', () => {
    const args = ['--extensions', 'x'];
    const spec = { ...SPEC, run: '/opt/g', model: 'gemini-x', args, env: { GEMINI_API_KEY: 'k1' } };
    const started = launched({ spec });
    expect(configOf(started)['program']).toBe('/opt/g');
    expect(configOf(started)['common']).toEqual(
      expect.arrayContaining(['--model', 'gemini-x', '--extensions', 'x']),
    );
    expect(started.env).toMatchObject({ GEMINI_API_KEY: 'k1' });
    expect(JSON.stringify(started.files)).not.toContain('k1');
  });

  it('may do everything behind a boundary but delegate', () => {
    const off = launched({ boundary: true, delegation: { mode: 'off' } });
    expect(policyOf(off).match(/toolName = .*/g)).toEqual(['toolName = "invoke_agent"']);
    expect(configOf(off)['common']).toEqual(
      expect.arrayContaining([
        'yolo',
        '--admin-policy',
        expect.stringMatching(/\/gemini-alone\.toml$/),
      ]),
    );
    expect(off.env).toMatchObject({ GEMINI_SANDBOX: 'false' });
    const native = launched({ boundary: true, delegation: { mode: 'native' } });
    expect(policyOf(native)).toBe('');
    expect(configOf(native)).toMatchObject({ needsPolicy: false });
    expect(configOf(native)['common']).not.toContain('--admin-policy');
  });

  it('has a list of commands without one, and the task’s checks as they are written', () => {
    const started = launched({ checks: ['npm test && ./x.sh "a"'] });
    expect(configOf(started)['common']).toEqual(
      expect.arrayContaining(['auto_edit', expect.stringMatching(/\/gemini-shell\.toml$/)]),
    );
    const policy = policyOf(started);
    expect(policy).toContain('"git status"');
    const regexes = [...policy.matchAll(/^commandRegex = (.*)$/gm)].map(
      ([, text = '']) => JSON.parse(text) as string,
    );
    const allows = (command: string): boolean =>
      regexes
        .slice(1)
        .some((one) => new RegExp(`"command":"${one}`).test(JSON.stringify({ command })));
    expect(allows('npm test && ./x.sh "a"')).toBe(true);
    expect(allows('npm test')).toBe(true);
    expect(allows('./x.sh "a"')).toBe(true);
    expect(allows('./xxsh "a"')).toBe(false);
    expect(allows('npm test -- --x')).toBe(false);
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

  it.each([
    '--output-format=text',
    '-p',
    '-mx',
    '-dy',
    '--resume',
    '--yolo',
    '--admin-policy',
    '-s',
  ])('refuses %s among the arguments', (argument) => {
    const spec = { ...SPEC, args: ['--extensions', 'x', argument] };
    const result = launch(launchRequest(spec), 'node');
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-argument-reserved' } });
  });

  it('refuses an effort, of which it has none', () => {
    const result = launch(launchRequest({ ...SPEC, effort: 'high' }), 'node');
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-effort-unknown' } });
  });
});
