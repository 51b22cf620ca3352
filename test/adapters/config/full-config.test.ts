import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../../src/adapters/config/load-config.ts';
import { configRows, originRows } from '../../../src/domain/config/origin-rows.ts';
import { shown } from './shown.ts';
import { withFolder } from './temp-repo.ts';

describe('a full config', () => {
  const TEXT = `setup: { run: npm ci, timeout: 90s }
checks: { unit: { run: npm test, timeout: 5m }, lint: npm run lint }
agents:
  claude: { use: claude-code, model: opus, effort: high, args: [--verbose] }
  pilot: { use: acp, run: pilot --acp }
  other: { use: gemini-cli, run: /opt/gemini }
  fake: { use: scripted, script: test/steps.json, env: { N: 3, DEBUG: true } }
review: { by: checks, limit: 5 }
isolation: worktree
defaults: { agent: fake, delegation: off, checks: [unit], deadline: 1h30m, env: { A: b } }
serialBelow: 250ms
workspaces: { root: ../elsewhere, bring: [./node_modules, packages/a/.venv], copyLimit: 2G, disk: 3G }
limits: { live: 2, wall: 2h, reserve: 12.5% }
target: main
grace: 30s
questions: 90s
prices: { own: { input: 1.5, output: 6, cache_read: 0.15 } }
sandbox: { network: [registry.example.com], read: [~/.npmrc], env: [NPM_TOKEN] }
queue: { mode: every-commit-green, slots: 2, squash: true }
conflicts: hold-later
duplicates: off
resolve: { resolvers: [lock, generated], generated: [{ paths: [src/api/**], run: npm run api, timeout: 3m }] }
landing: { sign: true, hooks: true, push: origin/releases/next }
`;

  it('is read', async () => {
    await withFolder({ 'repo/fanin.config.yaml': TEXT }, async (folder) => {
      const loaded = await loadConfig(`${folder}/repo`);
      if (!loaded.ok) throw new Error(loaded.error.map(shown).join('\n'));
      const { layered, ...config } = loaded.value.config;
      expect(config).toEqual({
        resolve: {
          resolvers: ['lock', 'generated'],
          generated: [{ paths: ['src/api/**'], run: 'npm run api', timeoutMs: 180_000 }],
        },
        setup: { name: 'setup', run: 'npm ci', timeoutMs: 90_000 },
        checks: [
          { name: 'unit', run: 'npm test', timeoutMs: 300_000 },
          { name: 'lint', run: 'npm run lint', timeoutMs: 600_000 },
        ],
        agents: [
          {
            name: 'claude',
            use: 'claude-code',
            model: 'opus',
            effort: 'high',
            args: ['--verbose'],
            env: {},
          },
          ...['codex', 'kimi', 'opencode', 'gemini'].map((name) => ({
            name,
            use: name,
            args: [],
            env: {},
          })),
          { name: 'pilot', use: 'acp', run: 'pilot --acp', args: [], env: {} },
          { name: 'other', use: 'gemini', run: '/opt/gemini', args: [], env: {} },
          {
            name: 'fake',
            use: 'scripted',
            script: `${folder}/repo/test/steps.json`,
            args: [],
            env: { N: '3', DEBUG: 'true' },
          },
        ],
        grants: {
          network: [{ host: 'registry.example.com', port: null }],
          read: ['~/.npmrc'],
          write: [],
          env: ['NPM_TOKEN'],
        },
        prices: [{ model: 'own', input: 1.5, output: 6, cacheRead: 0.15, cacheWrite: null }],
        env: { A: 'b' },
        landing: { sign: true, hooks: true, push: 'origin/releases/next' },
        workspacesRoot: `${folder}/elsewhere`,
        bring: ['node_modules', 'packages/a/.venv'],
        copyLimit: 2 * 1024 ** 3,
        diskLimit: 3 * 1024 ** 3,
      });
      expect(layered.values).toMatchObject({
        serialBelow: 250,
        grace: 30_000,
        questions: 90_000,
        target: 'main',
        'limits.reserve': 0.125,
        'limits.wall': 7_200_000,
        'review.by': 'checks',
        'queue.mode': 'every-commit-green',
        'queue.slots': 2,
        'queue.squash': true,
        conflicts: 'hold-later',
        duplicates: 'off',
        'defaults.deadline': 5_400_000,
        'defaults.checks': ['unit'],
      });
    });
  });

  it('says where each value comes from', async () => {
    await withFolder({ 'fanin.config.yaml': TEXT }, async (root) => {
      const loaded = await loadConfig(root);
      if (!loaded.ok) throw new Error(loaded.error.map(shown).join('\n'));
      const { config, sources } = loaded.value;
      const place = (_: unknown, path: readonly (string | number)[]) => sources.placeOf(path);
      const rows = [...originRows(config.layered, place), ...configRows(config, place)];
      const texts = rows.map(({ key, value, origin }) => `${key} | ${value} | ${origin}`);
      expect(texts).toContain('limits.wall | 2h | fanin.config.yaml:13');
      expect(texts).toContain('defaults.agent | fake | fanin.config.yaml:10');
      expect(texts).toContain('concurrency | auto | default');
      expect(texts).toContain('setup | npm ci (at most 1m30s) | fanin.config.yaml:1');
      expect(texts).toContain('checks.lint | npm run lint (at most 10m) | fanin.config.yaml:2');
      expect(texts).toContain('agents.fake | scripted | fanin.config.yaml:7');
      expect(texts).toContain('queue.slots | 2 | fanin.config.yaml:19');
      expect(texts).toContain('landing.push | origin/releases/next | fanin.config.yaml:23');
      expect(texts).toContain('defaults.env.A | b | fanin.config.yaml:10');
    });
  });
});
