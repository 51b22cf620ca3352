import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentByName } from '../../src/compose/agents.ts';
import { hostProvisions } from '../../src/compose/provisions.ts';
import { NO_GRANTS } from '../../src/domain/plan/grants.ts';
import type { Grants } from '../../src/domain/plan/grants.ts';
import type { AgentSpec } from '../../src/domain/plan/plan.ts';
import { withFolder } from '../adapters/config/temp-repo.ts';

const claude: AgentSpec = { name: 'claude', use: 'claude-code', args: [], env: {} };
const codex: AgentSpec = { name: 'codex', use: 'codex', args: [], env: {} };
const plain: AgentSpec = { name: 'sh', use: 'command', run: 'true', args: [], env: {} };

const put = (home: string, path: string, text = 'x'): void => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
};
const provisionsOf = (home: string, env: Readonly<Record<string, string>> = {}) =>
  hostProvisions({
    person: { env, home },
    manifestOf: (name) => agentByName(name)?.manifest ?? null,
    programShares: (programs) => programs.map((path) => ({ from: path, to: path, write: false })),
    programs: ['/node'],
  });
const granting = (more: Partial<Grants>): Grants => ({ ...NO_GRANTS, ...more });

describe('what an agent behind a boundary is given', () => {
  it('is its own log-in and a copy of its settings, and nobody else’s', async () =>
    withFolder({}, async (home) => {
      for (const path of [
        '.claude/.credentials.json',
        '.claude/settings.json',
        '.claude/projects/p/s.jsonl',
        '.codex/auth.json',
        '.ssh/id_ed25519',
        '.aws/credentials',
        '.npmrc',
        '.gitconfig',
      ])
        put(home, path);
      const env = {
        PATH: '/usr/bin',
        ANTHROPIC_API_KEY: 'sk-fake-local',
        OPENAI_API_KEY: 'sk-fake-other',
        AWS_SECRET_ACCESS_KEY: 'fake',
        SSH_AUTH_SOCK: '/run/agent.sock',
        NPM_TOKEN: 'fake',
      };
      const { needs, env: passed, given } = provisionsOf(home, env).forAgent(claude, NO_GRANTS);
      expect(needs.home).toEqual([
        {
          from: join(home, '.claude/.credentials.json'),
          to: '.claude/.credentials.json',
          how: 'share',
        },
        { from: join(home, '.claude/settings.json'), to: '.claude/settings.json', how: 'copy' },
      ]);
      expect(passed).toEqual({ PATH: '/usr/bin', ANTHROPIC_API_KEY: 'sk-fake-local' });
      expect(needs.network).toEqual({
        mode: 'allow',
        endpoints: [{ host: 'api.anthropic.com', port: null }],
      });
      expect(given.variables).toEqual(['ANTHROPIC_API_KEY']);
      expect(JSON.stringify(given)).not.toContain('sk-fake');
    }));

  it('follows the variable that moves its folder, to where it looks without it', async () =>
    withFolder({}, async (home) => {
      put(home, 'elsewhere/auth.json');
      put(home, '.codex/auth.json');
      const env = { CODEX_HOME: join(home, 'elsewhere') };
      const { needs, env: passed } = provisionsOf(home, env).forAgent(
        codex,
        granting({ env: ['CODEX_HOME'] }),
      );
      expect(needs.home).toEqual([
        { from: join(home, 'elsewhere/auth.json'), to: '.codex/auth.json', how: 'share' },
      ]);
      expect(passed).toEqual({});
    }));

  it('can reach the model service that its variables and its settings name', async () =>
    withFolder({}, async (home) => {
      put(
        home,
        '.codex/config.toml',
        'base_url = "http://127.0.0.1:4010/v1"\nnote = "https://x.example"\n',
      );
      const ofCodex = provisionsOf(home).forAgent(codex, NO_GRANTS);
      expect(ofCodex.given.network).toContain('127.0.0.1:4010');
      expect(ofCodex.given.network).not.toContain('x.example:443');
      const env = { ANTHROPIC_BASE_URL: 'https://user:pw@models.example.com/v1' };
      const ofClaude = provisionsOf(home, env).forAgent(claude, NO_GRANTS);
      expect(ofClaude.given.network).toEqual(['api.anthropic.com', 'models.example.com:443']);
    }));

  it('is what the config grants, where it lies', async () =>
    withFolder({}, async (home) => {
      put(home, '.npmrc');
      put(home, 'cache/a');
      put(home, 'shared/b');
      const outside = join(home, '..', dirname(home).split('/').pop() ?? '');
      const grants = granting({
        network: [{ host: 'registry.example.com', port: null }],
        read: ['~/.npmrc', '~/not-there', outside],
        write: ['~/cache'],
        env: ['NPM_TOKEN'],
      });
      const { needs, env, given } = provisionsOf(home, { NPM_TOKEN: 'fake' }).forCommands(grants);
      expect(needs.home).toEqual([
        { from: join(home, '.npmrc'), to: '.npmrc', how: 'read' },
        { from: join(home, 'cache'), to: 'cache', how: 'share' },
      ]);
      expect(env).toEqual({ NPM_TOKEN: 'fake' });
      expect(given).toEqual({
        files: [
          { path: join(home, '.npmrc'), write: false },
          { path: join(home, 'cache'), write: true },
        ],
        variables: ['NPM_TOKEN'],
        network: ['registry.example.com'],
      });
    }));

  it('is nothing at all for a plain command, but what is no secret', async () =>
    withFolder({}, async (home) => {
      put(home, '.ssh/id');
      const { needs, given } = provisionsOf(home, { LANG: 'C', SECRET: 'x' }).forAgent(
        plain,
        NO_GRANTS,
      );
      expect(needs.home).toEqual([]);
      expect(needs.network).toEqual({ mode: 'allow', endpoints: [] });
      expect(given).toEqual({ files: [], variables: [], network: [] });
      expect(provisionsOf(home).forCommands(NO_GRANTS).needs.network).toEqual({ mode: 'none' });
    }));

  it('is any host where the config says so', async () =>
    withFolder({}, async (home) => {
      const { needs, given } = provisionsOf(home).forAgent(claude, granting({ network: 'all' }));
      expect(needs.network).toEqual({ mode: 'all' });
      expect(given.network).toBe('all');
    }));
});
