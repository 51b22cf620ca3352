import type { Plan, Task } from '../../src/domain/plan/plan.ts';
import { parseScope } from '../../src/domain/plan/scope.ts';

function task(id: string, more: Partial<Task>): Task {
  return {
    id,
    prompt: `Write ${id}; then stop — “ünïcode” and 😀 stay as they are.\n`,
    agent: { name: 'claude', use: 'claude-code', args: [], env: {} },
    needs: [],
    writes: null,
    deliverables: [],
    locks: [],
    touches: [],
    sizeMs: null,
    sizeFrom: null,
    deadlineMs: 900_000,
    ownDeadline: true,
    checks: [],
    env: {},
    isolation: 'worktree',
    delegation: { mode: 'off' },
    ...more,
  };
}

function scope(...patterns: readonly string[]): Task['writes'] {
  const parsed = parseScope(patterns);
  if (!parsed.ok) throw new Error(`not a scope: ${patterns.join(' ')}`);
  return parsed.value;
}

const unit = { name: 'unit', run: 'npm test', timeoutMs: 300_000 };

/** A plan with declared, empty and undeclared scopes and every kind of agent. */
export const samplePlan: Plan = {
  goal: 'Port the toolkit',
  tasks: [
    task('core', {
      writes: scope('src/core/**', 'docs/{a,b}.md', 'lib/[!x]?*.ts', '\\!odd'),
      deliverables: ['src/core/main.c'],
      locks: ['db-schema'],
      touches: ['dependencies'],
      sizeMs: 600_000,
      sizeFrom: 'plan',
      checks: [unit],
      env: { CI: '1' },
    }),
    task('seq', {
      agent: {
        name: 'shell',
        use: 'command',
        run: './agent.sh',
        args: ['--fast'],
        env: { A: '' },
      },
      needs: ['core'],
    }),
    task('verify', {
      agent: {
        name: 'robot',
        use: 'scripted',
        script: '/srv/steps.json',
        model: 'm-1',
        effort: 'high',
        args: [],
        env: {},
      },
      writes: scope(),
    }),
  ],
  limits: {
    wallMs: 3_600_000,
    agentMs: 10_800_000,
    live: 4,
    tokens: 5_000_000,
    usd: 20,
    reserve: 0.2,
    retries: 1,
  },
  review: { by: 'human', limit: 3 },
  queue: { mode: 'tip-green', slots: 'auto', squash: true },
  assemble: null,
  concurrency: 'auto',
  admission: { mode: 'concurrent', reason: 'adds up to 75 min' },
  setup: { name: 'setup', run: 'npm ci', timeoutMs: 600_000 },
  grants: {
    network: [{ host: 'registry.example.com', port: null }],
    read: ['~/.gitconfig'],
    write: [],
    env: ['NPM_TOKEN'],
  },
  target: null,
  base: 'main',
  graceMs: 60_000,
  questionMs: 30_000,
  parked: scope('db/**', '.github/**') ?? { globs: [] },
  prices: [
    { model: 'own', input: 1, output: 2, cacheRead: null, cacheWrite: 3 },
    {
      model: 'tiered',
      input: 1,
      output: 2,
      cacheRead: 0.5,
      cacheWrite: null,
      cacheWrite1h: 4,
      tiers: [{ aboveInputTokens: 200_000, input: 2, output: 4, cacheRead: 1, cacheWrite: null }],
    },
  ],
};
