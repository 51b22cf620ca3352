import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/gemini/launch.ts';
import type { Launch } from '../../../../src/ports/agent.ts';
import {
  configOf,
  itDelegatesWithoutCaps,
  itRefuses,
  itStartsItsDriver,
  launched,
} from '../../../support/driver-launch.ts';

const SUBJECT = { launch, spec: { name: 'gemini', use: 'gemini', args: [], env: {} } };

const policyOf = ({ files }: Launch): string =>
  files
    .filter(({ name }) => name.endsWith('.toml'))
    .map(({ content }) => content)
    .join('\n');

describe('launch', () => {
  itStartsItsDriver(SUBJECT);

  it('opens a folder for the hand-off', () => {
    const handoffFile = '/w/a.handoff.json';
    const started = launched(SUBJECT, {
      brief: 'Do it.',
      folder: '/state',
      scratch: '/state',
      handoffFile,
    });
    expect(configOf(started)).toMatchObject({
      program: 'gemini',
      brief: 'Do it.',
      // Its file tools write below the folders that they are told, and nowhere else.
      handoff: { file: handoffFile, folder: '/state/handoff' },
    });
  });

  it('takes binary, model, arguments and variables from the agent', () => {
    const args = ['--extensions', 'x'];
    const spec = {
      ...SUBJECT.spec,
      run: '/opt/g',
      model: 'gemini-x',
      args,
      env: { GEMINI_API_KEY: 'k1' },
    };
    const started = launched(SUBJECT, { spec });
    expect(configOf(started)['program']).toBe('/opt/g');
    expect(configOf(started)['common']).toEqual(
      expect.arrayContaining(['--model', 'gemini-x', '--extensions', 'x']),
    );
    expect(started.env).toMatchObject({ GEMINI_API_KEY: 'k1' });
    expect(JSON.stringify(started.files)).not.toContain('k1');
  });

  it('may do everything behind a boundary but delegate', () => {
    const off = launched(SUBJECT, { boundary: true, delegation: { mode: 'off' } });
    expect(policyOf(off).match(/toolName = .*/g)).toEqual(['toolName = "invoke_agent"']);
    expect(configOf(off)['common']).toEqual(
      expect.arrayContaining([
        'yolo',
        '--admin-policy',
        expect.stringMatching(/\/gemini-alone\.toml$/),
      ]),
    );
    expect(off.env).toMatchObject({ GEMINI_SANDBOX: 'false' });
    const native = launched(SUBJECT, { boundary: true, delegation: { mode: 'native' } });
    expect(policyOf(native)).toBe('');
    expect(configOf(native)).toMatchObject({ needsPolicy: false });
    expect(configOf(native)['common']).not.toContain('--admin-policy');
  });

  it('has a list of commands without one, and the task’s checks as they are written', () => {
    const started = launched(SUBJECT, { checks: ['npm test && ./x.sh "a"'] });
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

  itDelegatesWithoutCaps(SUBJECT);

  // It has no efforts at all.
  itRefuses(SUBJECT, {
    taken: ['--extensions', 'x'],
    reserved: [
      '--output-format=text',
      '-p',
      '-mx',
      '-dy',
      '--resume',
      '--yolo',
      '--admin-policy',
      '-s',
    ],
    effort: 'high',
  });
});
