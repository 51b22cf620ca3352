import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/kimi/launch.ts';
import {
  configOf,
  fileOf,
  itDelegatesWithoutCaps,
  itRefuses,
  itStartsItsDriver,
  launched,
} from '../../../support/driver-launch.ts';

const SUBJECT = { launch, spec: { name: 'kimi', use: 'kimi', args: [], env: {} } };

describe('launch', () => {
  itStartsItsDriver(SUBJECT);

  it('tells it the profile, and nothing that the agent does not say', () => {
    expect(configOf(launched(SUBJECT, { brief: 'Do it.', folder: '/state' }))).toMatchObject({
      program: 'kimi',
      prompt: 'Do it.',
      profile: '/state/kimi-agent.md',
      common: [],
      effort: null,
    });
  });

  it('takes binary, model, effort, arguments and variables from the agent', () => {
    const args = ['--add-dir', '/more'];
    const spec = {
      ...SUBJECT.spec,
      run: '/opt/k',
      model: 'k2',
      effort: 'high',
      args,
      env: { TOKEN: 't' },
    };
    const started = launched(SUBJECT, { spec });
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
    const profile = fileOf(launched(SUBJECT, { delegation: { mode } }), 'kimi-agent.md');
    expect(profile).toMatch(tools);
    // The CLI's own prompt, and its own name, by which it finds the types of sub-agents.
    expect(profile).toContain('${base_prompt}');
    expect(profile).toContain('name: agent\n');
  });

  itDelegatesWithoutCaps(SUBJECT);

  it.each(['a'.repeat(200_000), '€'.repeat(50_000), '/goal do it', ' '])(
    'names the file of a brief that cannot be an argument: %.10s',
    (brief) => {
      const { prompt } = configOf(launched(SUBJECT, { brief, briefFile: '/state/brief.md' })) as {
        readonly prompt: string;
      };
      expect(prompt).toContain('/state/brief.md');
      expect(prompt.length).toBeLessThan(200);
    },
  );

  it('keeps its version, and plans no prompts for later', () => {
    expect(launched(SUBJECT).env).toMatchObject({
      KIMI_CODE_NO_AUTO_UPDATE: '1',
      KIMI_DISABLE_CRON: '1',
    });
  });

  itRefuses(SUBJECT, {
    taken: ['--add-dir', '/x'],
    reserved: [
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
    ],
    effort: 'heroic',
  });
});
