import { describe, expect, it } from 'vitest';
import { launch } from '../../../../src/adapters/agents/claude-code/launch.ts';
import type { AgentSpec } from '../../../../src/domain/plan/plan.ts';
import type { Launch, LaunchRequest } from '../../../../src/ports/agent.ts';

const SPEC: AgentSpec = { name: 'claude', use: 'claude-code', args: [], env: {} };

function request(more: Partial<LaunchRequest> = {}): LaunchRequest {
  return {
    attempt: 'r1-core-1',
    task: 'core',
    n: 1,
    spec: SPEC,
    brief: 'Do it.',
    briefFile: '/state/brief.md',
    handoffFile: '/handoffs/r1-core-1.json',
    folder: '/state',
    workspace: '/ws',
    boundary: false,
    ...more,
  };
}

function launched(more: Partial<LaunchRequest> = {}): Launch {
  const result = launch(request(more));
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** The values of an option that takes many. */
function values(argv: readonly string[], option: string): readonly string[] {
  const rest = argv.slice(argv.indexOf(option) + 1);
  const end = rest.findIndex((argument) => argument.startsWith('--'));
  return end === -1 ? rest : rest.slice(0, end);
}

describe('launch', () => {
  it('gives the brief by standard input and nowhere else', () => {
    const { argv, stdin, keepOpen, files } = launched({ brief: 'SECRET words' });
    expect(stdin).toBe('SECRET words');
    expect(argv.join(' ')).not.toContain('SECRET');
    expect(files).toEqual([]);
    expect(keepOpen).toBe(false);
  });

  it('asks for JSON lines of one headless session', () => {
    expect(launched().argv.slice(0, 5)).toEqual([
      'claude',
      '-p',
      '--output-format',
      'stream-json',
      '--verbose',
    ]);
  });

  it('takes binary, model and effort from the agent', () => {
    const { argv } = launched({ spec: { ...SPEC, run: '/opt/c', model: 'opus', effort: 'high' } });
    expect(argv[0]).toBe('/opt/c');
    expect(values(argv, '--model')).toEqual(['opus']);
    expect(values(argv, '--effort')).toEqual(['high']);
    expect(launched().argv).not.toContain('--model');
    expect(launched().argv).not.toContain('--effort');
  });

  it('refuses an effort that the CLI would replace by its own', () => {
    expect(launch(request({ spec: { ...SPEC, effort: 'huge' } }))).toMatchObject({
      ok: false,
      error: { code: 'agent-effort-unknown', hint: 'One of low, medium, high, xhigh, max.' },
    });
  });

  it.each([true, false])('closes every door to other agents (boundary: %s)', (boundary) => {
    expect(values(launched({ boundary }).argv, '--disallowedTools')).toEqual(
      expect.arrayContaining(['Agent', 'Task', 'Workflow', 'Skill', 'EnterWorktree', 'CronCreate']),
    );
    const { env } = launched({
      boundary,
      spec: { ...SPEC, env: { CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1' } },
    });
    expect(env).toMatchObject({ CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: undefined });
  });

  it('keeps the version and the memory fixed, and leaves the rest to the agent’s environment', () => {
    const { env } = launched({ spec: { ...SPEC, env: { HTTP_PROXY: 'http://p', A: '1' } } });
    expect(env).toMatchObject({
      HTTP_PROXY: 'http://p',
      A: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    });
    expect(Object.keys(env)).toContain('CLAUDECODE');
    expect(env['CLAUDECODE']).toBeUndefined();
    expect(Object.keys(env).filter((name) => /SANDBOX|TELEMETRY|API_KEY/.test(name))).toEqual([]);
  });
});

describe('permissions without a boundary', () => {
  it('never bypasses', () => {
    const { argv } = launched();
    expect(values(argv, '--permission-mode')).toEqual(['acceptEdits']);
    expect(values(argv, '--permission-prompts')).toEqual(['none']);
    expect(argv.join(' ')).not.toMatch(/bypass|dangerously/);
  });

  it('allows commits, the task’s checks and the hand-off, and denies what is shared', () => {
    const { argv } = launched({ checks: ['npm test'] });
    expect(values(argv, '--allowedTools')).toEqual([
      'Bash(git add *)',
      'Bash(git commit *)',
      'Bash(git mv *)',
      'Bash(git restore *)',
      'Bash(git rm *)',
      'Bash(git checkout * -- *)',
      'Bash(npm test)',
      'Bash(npm test:*)',
      'Edit(//handoffs/r1-core-1.json)',
    ]);
    expect(values(argv, '--disallowedTools')).toEqual(
      expect.arrayContaining(['Bash(git push:*)', 'Bash(git stash:*)', 'Bash(git worktree:*)']),
    );
  });

  it.each([
    ['npm run build && npm test', ['Bash(npm run build:*)', 'Bash(npm test:*)']],
    ['make || exit 1', ['Bash(make:*)', 'Bash(exit 1:*)']],
    ['node -e "a; b"', []],
    ['echo $(date)', []],
    ['a | b', []],
  ])('allows %j as written, and its parts where they are plain: %j', (check, parts) => {
    const allowed = values(launched({ checks: [check] }).argv, '--allowedTools');
    expect(allowed.slice(6, -1)).toEqual([`Bash(${check})`, ...parts]);
  });

  it('makes no rule of a check of many lines, and none twice', () => {
    const { argv } = launched({ checks: ['set -e\nnpm test', ' npm test ', 'npm test', ''] });
    expect(values(argv, '--allowedTools').slice(6, -1)).toEqual([
      'Bash(npm test)',
      'Bash(npm test:*)',
    ]);
  });

  it.each([
    ['--dangerously-skip-permissions'],
    ['--allow-dangerously-skip-permissions'],
    ['--permission-mode', 'bypassPermissions'],
    ['--permission-mode=bypassPermissions'],
    ['--permission-prompts=host'],
  ])('refuses %s among the arguments', (...args) => {
    expect(launch(request({ spec: { ...SPEC, args } }))).toMatchObject({
      ok: false,
      error: { code: 'bypass-needs-boundary' },
    });
  });
});

describe('permissions behind a boundary', () => {
  it('bypasses, and denies no command', () => {
    const { argv } = launched({ boundary: true, checks: ['npm test'] });
    expect(values(argv, '--permission-mode')).toEqual(['bypassPermissions']);
    expect(argv).not.toContain('--allowedTools');
    expect(argv.join(' ')).not.toContain('Bash(');
  });
});

describe('further arguments', () => {
  it('come last, as they are', () => {
    const args = ['--allowedTools', 'Bash(make:*)', '--fallback-model', 'haiku'];
    expect(launched({ spec: { ...SPEC, args } }).argv.slice(-4)).toEqual(args);
  });

  it.each([
    ['--output-format', 'json'],
    ['--resume=abc'],
    ['-c'],
    ['--worktree'],
    ['--print'],
    ['--bg'],
  ])('may not be %s', (...args) => {
    for (const boundary of [true, false]) {
      expect(launch(request({ boundary, spec: { ...SPEC, args } }))).toMatchObject({
        ok: false,
        error: { code: 'agent-argument-reserved' },
      });
    }
  });
});
