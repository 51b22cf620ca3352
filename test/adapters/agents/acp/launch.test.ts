import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/acp/launch.ts';
import {
  configOf,
  itStartsItsDriver,
  launched,
  launchProblem,
} from '../../../support/driver-launch.ts';

const SUBJECT = { launch, spec: { name: 'k', use: 'acp', run: 'kimi acp', args: [], env: {} } };

describe('launch', () => {
  itStartsItsDriver(SUBJECT);

  it('tells it the command line, and nothing that the agent does not say', () => {
    expect(configOf(launched(SUBJECT, { brief: 'Do it.', folder: '/state' }))).toMatchObject({
      argv: ['sh', '-c', 'kimi acp', 'sh'],
      brief: 'Do it.',
      boundary: false,
      mayDelegate: false,
      model: null,
      effort: null,
      questionMs: 0,
    });
  });

  it('gives the shell the arguments of the config, and keeps its variables out of the file', () => {
    const spec = {
      ...SUBJECT.spec,
      run: 'agent "$@"',
      args: ['a b'],
      model: 'm',
      effort: 'high',
      env: { TOKEN: 't' },
    };
    const started = launched(SUBJECT, {
      spec,
      checks: ['npm test'],
      delegation: { mode: 'native' },
    });
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
    const { run: _, ...spec } = SUBJECT.spec;
    const asked = { spec: run === undefined ? spec : { ...spec, run } };
    expect(launchProblem(SUBJECT, asked)).toBe('agent-command-missing');
  });
});
