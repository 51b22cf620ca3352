import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/acp/launch.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';
import type { Launch, LaunchRequest } from '../../../../src/ports/agent.ts';
import { launchRequest } from '../../../contract/agent.ts';

const SPEC: AgentSpec = { name: 'k', use: 'acp', run: 'kimi acp', args: [], env: {} };

function launched(more: Partial<LaunchRequest> = {}): Launch {
  const result = launch(launchRequest(SPEC, more), '/opt/node');
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const configOf = ({ files }: Launch): unknown => JSON.parse(files[0]?.content ?? '');

describe('launch', () => {
  it('starts the driver with its config in the attempt’s folder', () => {
    const started = launched({ brief: 'SECRET words', folder: '/state' });
    const [node, driver, config, ...more] = started.argv;
    expect([node, config, more]).toEqual(['/opt/node', '/state/driver.json', []]);
    expect(driver).toMatch(/\/acp\/driver-main\.ts$/);
    expect(started.argv.join(' ')).not.toContain('SECRET');
    expect(configOf(started)).toMatchObject({
      argv: ['sh', '-c', 'kimi acp', 'sh'],
      brief: 'SECRET words',
      boundary: false,
      mayDelegate: false,
      model: null,
      effort: null,
      questionMs: 0,
    });
  });

  it('gives the shell the arguments of the config, and keeps its variables out of the file', () => {
    const spec = {
      ...SPEC,
      run: 'agent "$@"',
      args: ['a b'],
      model: 'm',
      effort: 'high',
      env: { TOKEN: 't' },
    };
    const started = launched({ spec, checks: ['npm test'], delegation: { mode: 'native' } });
    expect(configOf(started)).toMatchObject({
      argv: ['sh', '-c', 'agent "$@"', 'sh', 'a b'],
      mayDelegate: true,
      model: 'm',
      effort: 'high',
      checks: ['npm test'],
    });
    expect(started.env).toMatchObject({ TOKEN: 't' });
    expect(started.files[0]?.content).not.toContain('TOKEN');
  });

  it.each([undefined, '  '])('needs a command line: %j', (run) => {
    const { run: _, ...spec } = SPEC;
    const result = launch(launchRequest(run === undefined ? spec : { ...spec, run }), 'node');
    expect(result).toMatchObject({ ok: false, error: { code: 'agent-command-missing' } });
  });
});
