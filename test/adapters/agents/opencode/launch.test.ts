import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/opencode/launch.ts';
import {
  configOf,
  itDelegatesWithoutCaps,
  itRefuses,
  itStartsItsDriver,
  launched,
} from '../../../support/driver-launch.ts';

const SUBJECT = { launch, spec: { name: 'opencode', use: 'opencode', args: [], env: {} } };

describe('launch', () => {
  itStartsItsDriver(SUBJECT);

  it('tells it where the events are, and nothing that the agent does not say', () => {
    expect(
      configOf(launched(SUBJECT, { brief: 'Do it.', folder: '/state', scratch: '/state' })),
    ).toMatchObject({
      program: 'opencode',
      brief: 'Do it.',
      common: [],
      alone: true,
      events: '/state/opencode-events.jsonl',
    });
  });

  it('takes binary, model, effort, arguments and variables from the agent', () => {
    const args = ['--agent', 'mine'];
    const spec = {
      ...SUBJECT.spec,
      run: '/opt/o',
      model: 'p/m',
      effort: 'high',
      args,
      env: { KEY: 'k1' },
    };
    const started = launched(SUBJECT, { spec, boundary: true });
    expect(configOf(started)).toMatchObject({
      program: '/opt/o',
      common: ['--model', 'p/m', '--variant', 'high', '--auto', '--agent', 'mine'],
    });
    expect(started.env).toMatchObject({ KEY: 'k1', OPENCODE_DISABLE_AUTOUPDATE: '1' });
    expect(JSON.stringify(started.files)).not.toContain('k1');
  });

  it('may do everything behind a boundary but delegate', () => {
    const permissions = { boundary: true, delegation: { mode: 'off' } } as const;
    expect(configOf(launched(SUBJECT, permissions))).toMatchObject({
      permissions: { task: 'deny' },
    });
    const native = launched(SUBJECT, { boundary: true, delegation: { mode: 'native' } });
    expect(configOf(native)).toMatchObject({ permissions: {}, alone: false });
  });

  it('has a list of commands without one, and the folder of its hand-off', () => {
    const { permissions } = configOf(
      launched(SUBJECT, {
        checks: ['npm test && npm run lint', 'ls *'],
        handoffFile: '/w/a.handoff.json',
      }),
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

  itDelegatesWithoutCaps(SUBJECT);

  itRefuses(SUBJECT, {
    taken: ['--agent', 'x'],
    reserved: [
      '--format=text',
      '-s',
      '--session',
      '--auto',
      '-mx',
      '--pure',
      '--variant',
      '--attach',
    ],
    effort: 'heroic',
  });
});
