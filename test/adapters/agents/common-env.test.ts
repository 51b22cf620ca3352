import { describe, expect, it } from 'vitest';
import { commonEnv } from '../../../src/adapters/agents/common-env.ts';
import { launchRequest } from '../../contract/agent.ts';

const spec = { name: 'a', use: 'command', args: [], env: {} };

describe('the environment of all agents', () => {
  it('names task, attempt and places', () => {
    expect(commonEnv(launchRequest(spec))).toMatchObject({
      FANIN_TASK: 'core',
      FANIN_ATTEMPT: 'r1-core-2',
      FANIN_WORKSPACE: '/repo.fanin/r1-core-2',
      FANIN_BRIEF: '/repo/.git/fanin/attempts/r1-core-2/brief.md',
      FANIN_HANDOFF: '/repo/.git/fanin/attempts/r1-core-2/handoff.json',
      PWD: '/repo.fanin/r1-core-2',
    });
  });

  it('leads git nowhere else', () => {
    const env = commonEnv(launchRequest(spec));
    expect(env).toMatchObject({ GIT_CEILING_DIRECTORIES: '/repo.fanin' });
    for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_COMMON_DIR']) {
      expect(Object.keys(env)).toContain(name);
      expect(env[name]).toBeUndefined();
    }
    const odd = commonEnv(launchRequest(spec, { workspace: '/a:b/c' }));
    expect(odd).not.toHaveProperty('GIT_CEILING_DIRECTORIES');
  });

  it('lets the config change the defaults, and not what fanin says', () => {
    const env = { GIT_EDITOR: 'mine', FANIN_TASK: 'another' };
    expect(commonEnv(launchRequest({ ...spec, env }))).toMatchObject({
      GIT_EDITOR: 'mine',
      FANIN_TASK: 'core',
    });
  });
});
